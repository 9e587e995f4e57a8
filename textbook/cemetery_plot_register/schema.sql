CREATE TABLE Sections (
  sectionCode TEXT PRIMARY KEY,
  sectionName TEXT,
  denomination TEXT,
  openedYear TEXT
);
CREATE TABLE Plots (
  plotId INTEGER PRIMARY KEY,
  sectionCode TEXT,
  rowNumber INTEGER,
  price REAL,
  plotStatus TEXT,
  FOREIGN KEY (sectionCode) REFERENCES Sections(sectionCode)
);
CREATE TABLE Masons (
  masonId INTEGER PRIMARY KEY,
  name TEXT,
  town TEXT,
  yearsInTrade INTEGER
);
CREATE TABLE Persons (
  personId INTEGER PRIMARY KEY,
  name TEXT,
  occupation TEXT,
  bornYear INTEGER,
  spouseId INTEGER,
  FOREIGN KEY (spouseId) REFERENCES Persons(personId)
);
CREATE TABLE Burials (
  burialId INTEGER PRIMARY KEY,
  personId INTEGER,
  plotId INTEGER,
  burialDate DATE,
  ageAtDeath INTEGER,
  FOREIGN KEY (personId) REFERENCES Persons(personId),
  FOREIGN KEY (plotId) REFERENCES Plots(plotId)
);
CREATE TABLE Monuments (
  monumentId INTEGER PRIMARY KEY,
  plotId INTEGER,
  masonId INTEGER,
  stone TEXT,
  heightCm INTEGER,
  inscription TEXT,
  FOREIGN KEY (plotId) REFERENCES Plots(plotId),
  FOREIGN KEY (masonId) REFERENCES Masons(masonId)
);
