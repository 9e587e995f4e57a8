CREATE TABLE Blood_Groups (
  Group_Code TEXT PRIMARY KEY,
  Description TEXT,
  Population_Share REAL
);
CREATE TABLE Collection_Centres (
  Centre_ID INTEGER PRIMARY KEY,
  Centre_Name TEXT,
  City TEXT,
  Number_of_Beds INTEGER,
  Opened_Year TEXT
);
CREATE TABLE Donors (
  Donor_ID INTEGER PRIMARY KEY,
  First_Name TEXT,
  Last_Name TEXT,
  Gender TEXT,
  Birth_Year INTEGER,
  City TEXT,
  Group_Code TEXT,
  FOREIGN KEY (Group_Code) REFERENCES Blood_Groups(Group_Code)
);
CREATE TABLE Donations (
  Donation_ID INTEGER PRIMARY KEY,
  Donor_ID INTEGER,
  Centre_ID INTEGER,
  Donation_Date DATE,
  Donation_Type TEXT,
  Volume_ml INTEGER,
  FOREIGN KEY (Donor_ID) REFERENCES Donors(Donor_ID),
  FOREIGN KEY (Centre_ID) REFERENCES Collection_Centres(Centre_ID)
);
