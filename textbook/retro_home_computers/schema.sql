CREATE TABLE Maker (
  MakerID INTEGER PRIMARY KEY,
  MakerName TEXT,
  Country TEXT,
  YearFounded TEXT,
  Founder TEXT
);
CREATE TABLE Computer (
  ComputerID INTEGER PRIMARY KEY,
  Model TEXT,
  MakerID INTEGER,
  YearIntroduced TEXT,
  Processor TEXT,
  MemoryKB INTEGER,
  LaunchPrice REAL,
  UnitsSold INTEGER,
  FOREIGN KEY (MakerID) REFERENCES Maker(MakerID)
);
CREATE TABLE Game (
  GameID INTEGER PRIMARY KEY,
  Title TEXT,
  Genre TEXT,
  Year TEXT,
  Author TEXT
);
CREATE TABLE Port (
  GameID INTEGER,
  ComputerID INTEGER,
  Medium TEXT,
  Rating INTEGER,
  PRIMARY KEY (GameID, ComputerID),
  FOREIGN KEY (GameID) REFERENCES Game(GameID),
  FOREIGN KEY (ComputerID) REFERENCES Computer(ComputerID)
);
