CREATE TABLE Zone (
  Zone_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Climate TEXT,
  Size_m2 INTEGER
);
CREATE TABLE Keeper (
  Keeper_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Age INTEGER,
  Gender TEXT,
  Salary REAL,
  Zone_ID INTEGER,
  FOREIGN KEY (Zone_ID) REFERENCES Zone(Zone_ID)
);
CREATE TABLE Animal (
  Animal_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Species TEXT,
  Sex TEXT,
  Weight_kg REAL,
  Birth_Year INTEGER,
  Zone_ID INTEGER,
  Origin_Country TEXT,
  FOREIGN KEY (Zone_ID) REFERENCES Zone(Zone_ID)
);
CREATE TABLE Feeding (
  Keeper_ID INTEGER,
  Animal_ID INTEGER,
  Food TEXT,
  Daily_Amount_kg REAL,
  PRIMARY KEY (Keeper_ID, Animal_ID),
  FOREIGN KEY (Keeper_ID) REFERENCES Keeper(Keeper_ID),
  FOREIGN KEY (Animal_ID) REFERENCES Animal(Animal_ID)
);
