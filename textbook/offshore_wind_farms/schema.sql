CREATE TABLE Wind_Farm (
  Farm_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Sea TEXT,
  Country TEXT,
  Capacity_MW INTEGER,
  Year_Opened TEXT,
  Distance_From_Shore_km REAL
);
CREATE TABLE Developer (
  Developer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Year_Founded TEXT,
  Headquarters TEXT
);
CREATE TABLE Ownership (
  Farm_ID INTEGER,
  Developer_ID INTEGER,
  Share_Percent INTEGER,
  Notes TEXT,
  PRIMARY KEY (Farm_ID, Developer_ID),
  FOREIGN KEY (Farm_ID) REFERENCES Wind_Farm(Farm_ID),
  FOREIGN KEY (Developer_ID) REFERENCES Developer(Developer_ID)
);
