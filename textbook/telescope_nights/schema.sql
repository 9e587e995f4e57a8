CREATE TABLE Observatory (
  ObservatoryID INTEGER PRIMARY KEY,
  Name TEXT,
  Location TEXT,
  Country TEXT,
  AltitudeM INTEGER,
  FoundedYear INTEGER
);
CREATE TABLE Telescope (
  TelescopeID INTEGER PRIMARY KEY,
  Name TEXT,
  Type TEXT,
  DiameterM REAL,
  ObservatoryID INTEGER,
  FOREIGN KEY (ObservatoryID) REFERENCES Observatory(ObservatoryID)
);
CREATE TABLE Astronomer (
  AstronomerID INTEGER PRIMARY KEY,
  FirstName TEXT,
  LastName TEXT,
  Country TEXT,
  Field TEXT
);
CREATE TABLE SkyObject (
  ObjectCode TEXT PRIMARY KEY,
  Name TEXT,
  Kind TEXT,
  Constellation TEXT,
  Magnitude REAL
);
CREATE TABLE ObservingRun (
  RunID INTEGER PRIMARY KEY,
  TelescopeID INTEGER,
  AstronomerID INTEGER,
  ObjectCode TEXT,
  Night DATE,
  Hours REAL,
  Sky TEXT,
  FOREIGN KEY (TelescopeID) REFERENCES Telescope(TelescopeID),
  FOREIGN KEY (AstronomerID) REFERENCES Astronomer(AstronomerID),
  FOREIGN KEY (ObjectCode) REFERENCES SkyObject(ObjectCode)
);
