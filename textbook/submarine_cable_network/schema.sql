CREATE TABLE Consortium (
  Consortium_ID INTEGER PRIMARY KEY,
  Consortium_Name TEXT,
  Leader TEXT,
  Member_Count INTEGER
);
CREATE TABLE Cable (
  Cable_ID INTEGER PRIMARY KEY,
  Cable_Name TEXT,
  Ocean TEXT,
  Length_km INTEGER,
  Ready_Year INTEGER,
  Capacity_Tbps REAL,
  Consortium_ID INTEGER,
  FOREIGN KEY (Consortium_ID) REFERENCES Consortium(Consortium_ID)
);
CREATE TABLE Landing_Station (
  Station_ID INTEGER PRIMARY KEY,
  Town TEXT,
  Country TEXT,
  Latitude REAL
);
CREATE TABLE Cable_Landing (
  Cable_ID INTEGER,
  Station_ID INTEGER,
  PRIMARY KEY (Cable_ID, Station_ID),
  FOREIGN KEY (Cable_ID) REFERENCES Cable(Cable_ID),
  FOREIGN KEY (Station_ID) REFERENCES Landing_Station(Station_ID)
);
CREATE TABLE Repair_Vessel (
  Vessel_ID INTEGER PRIMARY KEY,
  Vessel_Name TEXT,
  Flag TEXT,
  Crew_Size INTEGER
);
CREATE TABLE Fault (
  Fault_ID INTEGER PRIMARY KEY,
  Cable_ID INTEGER,
  Vessel_ID INTEGER,
  Fault_Date DATE,
  Cause TEXT,
  Depth_m INTEGER,
  Repair_Days INTEGER,
  FOREIGN KEY (Cable_ID) REFERENCES Cable(Cable_ID),
  FOREIGN KEY (Vessel_ID) REFERENCES Repair_Vessel(Vessel_ID)
);
