CREATE TABLE Variety (
  VarietyID INTEGER PRIMARY KEY,
  VarietyName TEXT,
  Fruit TEXT,
  Flavour TEXT,
  Origin TEXT,
  HarvestMonth TEXT
);
CREATE TABLE Orchard (
  OrchardID INTEGER PRIMARY KEY,
  OrchardName TEXT,
  Parish TEXT,
  Acres REAL,
  SoilType TEXT
);
CREATE TABLE Planting (
  PlantingID INTEGER PRIMARY KEY,
  OrchardID INTEGER,
  VarietyID INTEGER,
  PlantedYear INTEGER,
  NumberOfTrees INTEGER,
  YieldTonnes REAL,
  FOREIGN KEY (OrchardID) REFERENCES Orchard(OrchardID),
  FOREIGN KEY (VarietyID) REFERENCES Variety(VarietyID)
);
