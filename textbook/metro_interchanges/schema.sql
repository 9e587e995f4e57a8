CREATE TABLE MetroLine (
  LineID INTEGER PRIMARY KEY,
  LineName TEXT,
  OpenedIn TEXT,
  TrackType TEXT,
  Operator TEXT
);
CREATE TABLE Station (
  StationID INTEGER PRIMARY KEY,
  StationName TEXT,
  Borough TEXT,
  DepthInMetres REAL,
  Escalators INTEGER,
  Architect TEXT
);
CREATE TABLE LineStation (
  LineID INTEGER,
  StationID INTEGER,
  Sequence INTEGER,
  PRIMARY KEY (LineID, StationID),
  FOREIGN KEY (LineID) REFERENCES MetroLine(LineID),
  FOREIGN KEY (StationID) REFERENCES Station(StationID)
);
CREATE TABLE LostItem (
  ItemID INTEGER PRIMARY KEY,
  StationID INTEGER,
  Description TEXT,
  FoundOn DATE,
  Returned TEXT,
  FOREIGN KEY (StationID) REFERENCES Station(StationID)
);
