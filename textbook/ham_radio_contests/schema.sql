CREATE TABLE operator (
  Call_Sign TEXT PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Date_of_Birth TEXT,
  Licence_Class TEXT
);
CREATE TABLE contest (
  Contest_ID INTEGER PRIMARY KEY,
  Contest_Name TEXT,
  Year TEXT,
  Band TEXT,
  Organizer TEXT
);
CREATE TABLE contest_result (
  Contest_ID INTEGER,
  Call_Sign TEXT,
  Rank INTEGER,
  Contacts INTEGER,
  Points INTEGER,
  Notes TEXT,
  PRIMARY KEY (Contest_ID, Call_Sign),
  FOREIGN KEY (Contest_ID) REFERENCES contest(Contest_ID),
  FOREIGN KEY (Call_Sign) REFERENCES operator(Call_Sign)
);
