CREATE TABLE MineralClass (
  ClassID INTEGER PRIMARY KEY,
  ClassName TEXT
);
CREATE TABLE Mineral (
  MineralID INTEGER PRIMARY KEY,
  Name TEXT,
  Formula TEXT,
  ClassID INTEGER,
  Hardness REAL,
  CrystalSystem TEXT,
  Colour TEXT,
  FOREIGN KEY (ClassID) REFERENCES MineralClass(ClassID)
);
CREATE TABLE Mine (
  MineID INTEGER PRIMARY KEY,
  Name TEXT,
  Region TEXT,
  Country TEXT,
  StillOpen TEXT
);
CREATE TABLE Specimen (
  SpecimenID INTEGER PRIMARY KEY,
  MineralID INTEGER,
  MineID INTEGER,
  WeightGrams REAL,
  AcquiredYear TEXT,
  Donor TEXT,
  DrawerCode TEXT,
  FOREIGN KEY (MineralID) REFERENCES Mineral(MineralID),
  FOREIGN KEY (MineID) REFERENCES Mine(MineID)
);
