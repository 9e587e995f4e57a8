CREATE TABLE Studio (
  StudioID INTEGER PRIMARY KEY,
  Name TEXT,
  City TEXT,
  Country TEXT,
  Employees INTEGER,
  ParentStudioID INTEGER,
  FOREIGN KEY (ParentStudioID) REFERENCES Studio(StudioID)
);
CREATE TABLE Game (
  GameID INTEGER PRIMARY KEY,
  Title TEXT,
  Genre TEXT,
  ReleaseYear INTEGER,
  StudioID INTEGER,
  CriticScore INTEGER,
  FOREIGN KEY (StudioID) REFERENCES Studio(StudioID)
);
CREATE TABLE Platform (
  PlatformID INTEGER PRIMARY KEY,
  Name TEXT,
  Manufacturer TEXT,
  LaunchYear INTEGER
);
CREATE TABLE GamePlatform (
  GameID INTEGER,
  PlatformID INTEGER,
  UnitsSold REAL,
  Price REAL,
  PRIMARY KEY (GameID, PlatformID),
  FOREIGN KEY (GameID) REFERENCES Game(GameID),
  FOREIGN KEY (PlatformID) REFERENCES Platform(PlatformID)
);
