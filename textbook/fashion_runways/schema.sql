CREATE TABLE Fashion_House (
  House_ID INTEGER PRIMARY KEY,
  House_Name TEXT,
  City TEXT,
  Year_Founded INTEGER,
  Revenue_in_Million REAL
);
CREATE TABLE Designer (
  Designer_ID INTEGER PRIMARY KEY,
  Designer_Name TEXT,
  Nationality TEXT,
  Age INTEGER,
  House_ID INTEGER,
  FOREIGN KEY (House_ID) REFERENCES Fashion_House(House_ID)
);
CREATE TABLE Collection (
  Collection_ID INTEGER PRIMARY KEY,
  Theme TEXT,
  Season TEXT,
  Year INTEGER,
  Number_of_Looks INTEGER,
  Designer_ID INTEGER,
  FOREIGN KEY (Designer_ID) REFERENCES Designer(Designer_ID)
);
CREATE TABLE Model (
  Model_ID INTEGER PRIMARY KEY,
  Model_Name TEXT,
  Nationality TEXT,
  Height_cm INTEGER,
  Agency TEXT
);
CREATE TABLE Runway_Appearance (
  Collection_ID INTEGER,
  Model_ID INTEGER,
  Outfits_Worn INTEGER,
  Fee INTEGER,
  PRIMARY KEY (Collection_ID, Model_ID),
  FOREIGN KEY (Collection_ID) REFERENCES Collection(Collection_ID),
  FOREIGN KEY (Model_ID) REFERENCES Model(Model_ID)
);
