CREATE TABLE Plan (
  Plan_ID INTEGER PRIMARY KEY,
  Plan_Name TEXT,
  Data_GB INTEGER,
  Monthly_Price REAL,
  Launch_Year TEXT
);
CREATE TABLE Handset (
  Handset_ID INTEGER PRIMARY KEY,
  Model TEXT,
  Brand TEXT,
  Screen_Inches REAL,
  Price INTEGER,
  Release_Year TEXT
);
CREATE TABLE Line (
  Phone_Number TEXT PRIMARY KEY,
  Owner_Name TEXT,
  Owner_Age INTEGER,
  City TEXT,
  Plan_ID INTEGER,
  Handset_ID INTEGER,
  FOREIGN KEY (Plan_ID) REFERENCES Plan(Plan_ID),
  FOREIGN KEY (Handset_ID) REFERENCES Handset(Handset_ID)
);
CREATE TABLE Monthly_Usage (
  Phone_Number TEXT,
  Month TEXT,
  Minutes INTEGER,
  Messages INTEGER,
  Data_Used REAL,
  PRIMARY KEY (Phone_Number, Month),
  FOREIGN KEY (Phone_Number) REFERENCES Line(Phone_Number)
);
