CREATE TABLE state (
  State_Code TEXT PRIMARY KEY,
  State_Name TEXT,
  Area_sq_km INTEGER,
  Sirens INTEGER
);
CREATE TABLE outbreak (
  Outbreak_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Start_Date TEXT,
  Days INTEGER,
  Damage_million_USD REAL
);
CREATE TABLE tornado (
  Tornado_ID INTEGER PRIMARY KEY,
  Outbreak_ID INTEGER,
  State_Code TEXT,
  Town TEXT,
  Scale TEXT,
  Path_km REAL,
  Deaths INTEGER,
  Injuries INTEGER,
  FOREIGN KEY (Outbreak_ID) REFERENCES outbreak (Outbreak_ID),
  FOREIGN KEY (State_Code) REFERENCES state (State_Code)
);
