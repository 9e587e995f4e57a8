CREATE TABLE Guardians (
  GuardianID INTEGER PRIMARY KEY,
  FullName TEXT,
  Town TEXT,
  PlotSize INTEGER,
  MemberSince TEXT
);
CREATE TABLE Seeds (
  SeedCode TEXT PRIMARY KEY,
  SeedName TEXT,
  Crop TEXT,
  Origin TEXT,
  DaysToMaturity INTEGER,
  DonorID INTEGER,
  FOREIGN KEY (DonorID) REFERENCES Guardians(GuardianID)
);
CREATE TABLE Returns (
  ReturnID INTEGER PRIMARY KEY,
  SeedCode TEXT,
  GuardianID INTEGER,
  Season INTEGER,
  Packets INTEGER,
  GerminationRate REAL,
  FOREIGN KEY (SeedCode) REFERENCES Seeds(SeedCode),
  FOREIGN KEY (GuardianID) REFERENCES Guardians(GuardianID)
);
