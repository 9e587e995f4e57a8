CREATE TABLE Mountain_Ranges (
  Range_Code TEXT PRIMARY KEY,
  Range_Name TEXT,
  Continent TEXT,
  Highest_Peak TEXT
);
CREATE TABLE Glaciers (
  Glacier_ID INTEGER PRIMARY KEY,
  Glacier_Name TEXT,
  Range_Code TEXT,
  Type TEXT,
  Length_km REAL,
  Area_sq_km REAL,
  FOREIGN KEY (Range_Code) REFERENCES Mountain_Ranges(Range_Code)
);
CREATE TABLE Measurements (
  Measurement_ID INTEGER PRIMARY KEY,
  Glacier_ID INTEGER,
  Year TEXT,
  Retreat_m REAL,
  Ice_Thickness_m REAL,
  Method TEXT,
  FOREIGN KEY (Glacier_ID) REFERENCES Glaciers(Glacier_ID)
);
