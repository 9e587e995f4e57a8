CREATE TABLE pageant (
  Pageant_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Year_Founded INTEGER,
  Organizer TEXT,
  Prize_Money INTEGER
);
CREATE TABLE delegate (
  Delegate_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Date_of_Birth DATE,
  Nationality TEXT,
  Height_cm INTEGER,
  Talent TEXT
);
CREATE TABLE placement (
  Pageant_ID INTEGER,
  Delegate_ID INTEGER,
  Year INTEGER,
  Result TEXT,
  Score REAL,
  Notes TEXT,
  PRIMARY KEY (Pageant_ID, Delegate_ID, Year),
  FOREIGN KEY (Pageant_ID) REFERENCES pageant(Pageant_ID),
  FOREIGN KEY (Delegate_ID) REFERENCES delegate(Delegate_ID)
);
