CREATE TABLE zoo (
  zooCode TEXT PRIMARY KEY,
  zooName TEXT,
  city TEXT,
  country TEXT,
  openedYear INTEGER
);
CREATE TABLE taxon (
  taxonId INTEGER PRIMARY KEY,
  commonName TEXT,
  latinName TEXT,
  iucnCode TEXT,
  wildPopulation INTEGER
);
CREATE TABLE specimen (
  studNumber INTEGER PRIMARY KEY,
  houseName TEXT,
  taxonId INTEGER,
  zooCode TEXT,
  sex TEXT,
  birthYear INTEGER,
  weightKg REAL,
  damNumber INTEGER,
  sireNumber INTEGER,
  FOREIGN KEY (taxonId) REFERENCES taxon (taxonId),
  FOREIGN KEY (zooCode) REFERENCES zoo (zooCode),
  FOREIGN KEY (damNumber) REFERENCES specimen (studNumber),
  FOREIGN KEY (sireNumber) REFERENCES specimen (studNumber)
);
CREATE TABLE loan (
  loanId INTEGER PRIMARY KEY,
  studNumber INTEGER,
  fromZoo TEXT,
  toZoo TEXT,
  startDate DATE,
  fee INTEGER,
  FOREIGN KEY (studNumber) REFERENCES specimen (studNumber),
  FOREIGN KEY (fromZoo) REFERENCES zoo (zooCode),
  FOREIGN KEY (toZoo) REFERENCES zoo (zooCode)
);
