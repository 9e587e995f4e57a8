CREATE TABLE Lodge (
  LodgeID INTEGER PRIMARY KEY,
  LodgeName TEXT,
  ReserveName TEXT,
  Tents INTEGER,
  NightRate REAL
);
CREATE TABLE Guide (
  GuideID INTEGER PRIMARY KEY,
  LodgeID INTEGER,
  FullName TEXT,
  HireYear INTEGER,
  Salary REAL,
  SupervisorID INTEGER,
  FOREIGN KEY (LodgeID) REFERENCES Lodge (LodgeID),
  FOREIGN KEY (SupervisorID) REFERENCES Guide (GuideID)
);
CREATE TABLE Vehicle (
  PlateNumber TEXT PRIMARY KEY,
  LodgeID INTEGER,
  Model TEXT,
  Seats INTEGER,
  FOREIGN KEY (LodgeID) REFERENCES Lodge (LodgeID)
);
CREATE TABLE GameDrive (
  DriveID INTEGER PRIMARY KEY,
  GuideID INTEGER,
  PlateNumber TEXT,
  DriveDate DATE,
  TimeOfDay TEXT,
  Guests INTEGER,
  FOREIGN KEY (GuideID) REFERENCES Guide (GuideID),
  FOREIGN KEY (PlateNumber) REFERENCES Vehicle (PlateNumber)
);
CREATE TABLE Animal (
  AnimalCode TEXT PRIMARY KEY,
  CommonName TEXT,
  AnimalClass TEXT,
  BigFive TEXT
);
CREATE TABLE Encounter (
  DriveID INTEGER,
  AnimalCode TEXT,
  HeadCount INTEGER,
  DistanceMetres INTEGER,
  PRIMARY KEY (DriveID, AnimalCode),
  FOREIGN KEY (DriveID) REFERENCES GameDrive (DriveID),
  FOREIGN KEY (AnimalCode) REFERENCES Animal (AnimalCode)
);
