CREATE TABLE Canals (
  CanalID INTEGER PRIMARY KEY,
  CanalName TEXT,
  OpeningYear TEXT,
  LengthKm REAL,
  Region TEXT
);
CREATE TABLE Locks (
  LockID INTEGER PRIMARY KEY,
  CanalID INTEGER,
  LockName TEXT,
  RiseMetres REAL,
  GateMaterial TEXT,
  FOREIGN KEY (CanalID) REFERENCES Canals(CanalID)
);
CREATE TABLE Owners (
  OwnerID INTEGER PRIMARY KEY,
  FirstName TEXT,
  LastName TEXT,
  HomeTown TEXT,
  LicenceType TEXT
);
CREATE TABLE Narrowboats (
  BoatID INTEGER PRIMARY KEY,
  BoatName TEXT,
  OwnerID INTEGER,
  LengthFeet INTEGER,
  Engine TEXT,
  FOREIGN KEY (OwnerID) REFERENCES Owners(OwnerID)
);
CREATE TABLE Passages (
  PassageID INTEGER PRIMARY KEY,
  BoatID INTEGER,
  LockID INTEGER,
  PassageDate DATE,
  WaitMinutes INTEGER,
  Toll REAL,
  FOREIGN KEY (BoatID) REFERENCES Narrowboats(BoatID),
  FOREIGN KEY (LockID) REFERENCES Locks(LockID)
);
