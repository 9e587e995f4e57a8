CREATE TABLE observatory (
  Observatory_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Location TEXT,
  Altitude INTEGER,
  Year_Founded INTEGER
);
CREATE TABLE discoverer (
  Discoverer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Date_of_Birth TEXT,
  Profession TEXT,
  Observatory_ID INTEGER,
  FOREIGN KEY (Observatory_ID) REFERENCES observatory (Observatory_ID)
);
CREATE TABLE comet (
  Designation TEXT PRIMARY KEY,
  Common_Name TEXT,
  Discovery_Year INTEGER,
  Period_Years REAL,
  Magnitude REAL,
  Class TEXT
);
CREATE TABLE discovery (
  Designation TEXT,
  Discoverer_ID INTEGER,
  Role TEXT,
  Instrument TEXT,
  PRIMARY KEY (Designation, Discoverer_ID),
  FOREIGN KEY (Designation) REFERENCES comet (Designation),
  FOREIGN KEY (Discoverer_ID) REFERENCES discoverer (Discoverer_ID)
);
