CREATE TABLE Policyholders (
  Policyholder_ID INTEGER PRIMARY KEY,
  First_Name TEXT,
  Last_Name TEXT,
  Gender TEXT,
  Date_of_Birth DATE,
  Town TEXT
);
CREATE TABLE Ref_Claim_Types (
  Claim_Type_Code TEXT PRIMARY KEY,
  Claim_Type_Description TEXT
);
CREATE TABLE Policies (
  Policy_ID INTEGER PRIMARY KEY,
  Policyholder_ID INTEGER NOT NULL,
  Policy_Type TEXT,
  Start_Date DATE,
  Annual_Premium REAL,
  Sum_Insured INTEGER,
  FOREIGN KEY (Policyholder_ID) REFERENCES Policyholders(Policyholder_ID)
);
CREATE TABLE Adjusters (
  Adjuster_ID INTEGER PRIMARY KEY,
  Adjuster_Name TEXT,
  Region TEXT,
  Years_Experience INTEGER
);
CREATE TABLE Claims (
  Claim_ID INTEGER PRIMARY KEY,
  Policy_ID INTEGER NOT NULL,
  Claim_Type_Code TEXT,
  Adjuster_ID INTEGER,
  Claim_Status TEXT,
  Date_Reported DATE,
  Amount_Requested REAL,
  Amount_Approved REAL,
  FOREIGN KEY (Policy_ID) REFERENCES Policies(Policy_ID),
  FOREIGN KEY (Claim_Type_Code) REFERENCES Ref_Claim_Types(Claim_Type_Code),
  FOREIGN KEY (Adjuster_ID) REFERENCES Adjusters(Adjuster_ID)
);
CREATE TABLE Claim_Documents (
  Document_ID INTEGER PRIMARY KEY,
  Claim_ID INTEGER NOT NULL,
  Document_Kind TEXT,
  Date_Received DATE,
  FOREIGN KEY (Claim_ID) REFERENCES Claims(Claim_ID)
);
