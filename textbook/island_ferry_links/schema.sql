CREATE TABLE island (
  islandID INTEGER PRIMARY KEY,
  name TEXT,
  archipelago TEXT,
  area_km2 REAL,
  inhabitants INTEGER
);
CREATE TABLE pier (
  pierID INTEGER PRIMARY KEY,
  name TEXT,
  islandID INTEGER,
  depth_m REAL,
  FOREIGN KEY (islandID) REFERENCES island(islandID)
);
CREATE TABLE ferry (
  ferryID INTEGER PRIMARY KEY,
  name TEXT,
  year TEXT,
  passengers INTEGER,
  cars INTEGER,
  home_pier INTEGER,
  FOREIGN KEY (home_pier) REFERENCES pier(pierID)
);
CREATE TABLE crossing (
  crossingID INTEGER PRIMARY KEY,
  from_pier INTEGER,
  to_pier INTEGER,
  ferryID INTEGER,
  minutes INTEGER,
  fare REAL,
  season TEXT,
  FOREIGN KEY (from_pier) REFERENCES pier(pierID),
  FOREIGN KEY (to_pier) REFERENCES pier(pierID),
  FOREIGN KEY (ferryID) REFERENCES ferry(ferryID)
);
