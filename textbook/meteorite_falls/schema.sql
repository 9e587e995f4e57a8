CREATE TABLE museum (
  Museum_ID INTEGER PRIMARY KEY,
  Museum TEXT,
  City TEXT,
  Year_Opened TEXT
);
CREATE TABLE meteorite (
  Meteorite_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Year TEXT,
  Fall_or_Find TEXT,
  Class TEXT,
  Mass_kg REAL
);
CREATE TABLE specimen (
  Museum_ID INTEGER,
  Meteorite_ID INTEGER,
  Weight_g INTEGER,
  Acquired TEXT,
  On_Display TEXT,
  PRIMARY KEY (Museum_ID, Meteorite_ID),
  FOREIGN KEY (Museum_ID) REFERENCES museum (Museum_ID),
  FOREIGN KEY (Meteorite_ID) REFERENCES meteorite (Meteorite_ID)
);
