CREATE TABLE Town (
  TownID INTEGER PRIMARY KEY,
  Name TEXT,
  County TEXT,
  Population INTEGER,
  Elevation INTEGER
);
CREATE TABLE Mayor (
  MayorID INTEGER PRIMARY KEY,
  Name TEXT,
  TownID INTEGER,
  Party TEXT,
  TookOffice INTEGER,
  LeftOffice INTEGER,
  FOREIGN KEY (TownID) REFERENCES Town(TownID)
);
CREATE TABLE Twinning (
  TwinningID INTEGER PRIMARY KEY,
  FirstTownID INTEGER,
  SecondTownID INTEGER,
  YearSigned INTEGER,
  Reason TEXT,
  FOREIGN KEY (FirstTownID) REFERENCES Town(TownID),
  FOREIGN KEY (SecondTownID) REFERENCES Town(TownID)
);
