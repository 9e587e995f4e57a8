CREATE TABLE Lord (
  LordID INTEGER PRIMARY KEY,
  Name TEXT,
  House TEXT,
  Title TEXT,
  Born TEXT
);
CREATE TABLE Castle (
  CastleID INTEGER PRIMARY KEY,
  Name TEXT,
  Region TEXT,
  YearFounded TEXT,
  Towers INTEGER,
  WallHeight REAL,
  OwnerID INTEGER,
  FOREIGN KEY (OwnerID) REFERENCES Lord(LordID)
);
CREATE TABLE Siege (
  SiegeID INTEGER PRIMARY KEY,
  CastleID INTEGER,
  AttackerID INTEGER,
  Year INTEGER,
  DurationDays INTEGER,
  Result TEXT,
  Notes TEXT,
  FOREIGN KEY (CastleID) REFERENCES Castle(CastleID),
  FOREIGN KEY (AttackerID) REFERENCES Lord(LordID)
);
