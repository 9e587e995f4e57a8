CREATE TABLE Boat (
  boatId INTEGER PRIMARY KEY,
  boatName TEXT,
  homeQuay TEXT,
  skipper TEXT,
  lengthMetres REAL,
  builtYear TEXT
);
CREATE TABLE Species (
  speciesId INTEGER PRIMARY KEY,
  commonName TEXT,
  latinName TEXT,
  category TEXT
);
CREATE TABLE Catch (
  catchId INTEGER PRIMARY KEY,
  boatId INTEGER,
  speciesId INTEGER,
  landingDate DATE,
  crates INTEGER,
  pricePerCrate REAL,
  FOREIGN KEY (boatId) REFERENCES Boat(boatId),
  FOREIGN KEY (speciesId) REFERENCES Species(speciesId)
);
CREATE TABLE Merchant (
  merchantId INTEGER PRIMARY KEY,
  merchantName TEXT,
  stallNumber INTEGER,
  city TEXT
);
CREATE TABLE Bid (
  catchId INTEGER,
  merchantId INTEGER,
  amount REAL,
  accepted TEXT,
  PRIMARY KEY (catchId, merchantId),
  FOREIGN KEY (catchId) REFERENCES Catch(catchId),
  FOREIGN KEY (merchantId) REFERENCES Merchant(merchantId)
);
