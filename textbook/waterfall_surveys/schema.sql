CREATE TABLE river (
  River_ID INTEGER PRIMARY KEY,
  River_Name TEXT,
  Length_km INTEGER,
  Country TEXT
);
CREATE TABLE waterfall (
  Waterfall_ID INTEGER PRIMARY KEY,
  Name TEXT,
  River_ID INTEGER,
  Height_m INTEGER,
  Type TEXT,
  Country TEXT,
  Year_Measured TEXT,
  FOREIGN KEY (River_ID) REFERENCES river (River_ID)
);
CREATE TABLE surveyor (
  Surveyor_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Year_Born TEXT
);
CREATE TABLE survey (
  Surveyor_ID INTEGER,
  Waterfall_ID INTEGER,
  Year TEXT,
  Result_m REAL,
  Method TEXT,
  PRIMARY KEY (Surveyor_ID, Waterfall_ID),
  FOREIGN KEY (Surveyor_ID) REFERENCES surveyor (Surveyor_ID),
  FOREIGN KEY (Waterfall_ID) REFERENCES waterfall (Waterfall_ID)
);
