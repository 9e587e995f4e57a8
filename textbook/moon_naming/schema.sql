CREATE TABLE planet (
  Planet_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Type TEXT,
  Diameter_km INTEGER,
  Rings TEXT
);
CREATE TABLE astronomer (
  Astronomer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Born TEXT,
  Died TEXT
);
CREATE TABLE moon (
  Moon_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Planet_ID INTEGER,
  Astronomer_ID INTEGER,
  Year_Discovered TEXT,
  Diameter_km REAL,
  Orbit_Days REAL,
  Named_After TEXT,
  FOREIGN KEY (Planet_ID) REFERENCES planet (Planet_ID),
  FOREIGN KEY (Astronomer_ID) REFERENCES astronomer (Astronomer_ID)
);
