CREATE TABLE Squads (
  SquadID INTEGER PRIMARY KEY,
  SquadName TEXT,
  Country TEXT,
  BikeBrand TEXT,
  Budget REAL
);
CREATE TABLE Riders (
  RiderID INTEGER PRIMARY KEY,
  RiderName TEXT,
  Country TEXT,
  SquadID INTEGER,
  Specialty TEXT,
  Age INTEGER,
  WeightKg REAL,
  FOREIGN KEY (SquadID) REFERENCES Squads(SquadID)
);
CREATE TABLE Stages (
  StageNumber INTEGER PRIMARY KEY,
  StartTown TEXT,
  FinishTown TEXT,
  LengthKm REAL,
  StageType TEXT,
  WinnerID INTEGER,
  FOREIGN KEY (WinnerID) REFERENCES Riders(RiderID)
);
CREATE TABLE Climbs (
  ClimbID INTEGER PRIMARY KEY,
  ClimbName TEXT,
  StageNumber INTEGER,
  Category TEXT,
  SummitMetres INTEGER,
  FirstRiderID INTEGER,
  FOREIGN KEY (StageNumber) REFERENCES Stages(StageNumber),
  FOREIGN KEY (FirstRiderID) REFERENCES Riders(RiderID)
);
CREATE TABLE JerseyDays (
  RiderID INTEGER,
  StageNumber INTEGER,
  Jersey TEXT,
  PRIMARY KEY (StageNumber, Jersey),
  FOREIGN KEY (RiderID) REFERENCES Riders(RiderID),
  FOREIGN KEY (StageNumber) REFERENCES Stages(StageNumber)
);
CREATE TABLE Withdrawals (
  RiderID INTEGER PRIMARY KEY,
  StageNumber INTEGER,
  Reason TEXT,
  FOREIGN KEY (RiderID) REFERENCES Riders(RiderID),
  FOREIGN KEY (StageNumber) REFERENCES Stages(StageNumber)
);
