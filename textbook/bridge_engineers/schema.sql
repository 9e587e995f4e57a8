CREATE TABLE engineer (
  Engineer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Born INTEGER,
  University TEXT
);
CREATE TABLE bridge (
  Bridge_ID INTEGER PRIMARY KEY,
  Name TEXT,
  River TEXT,
  Country TEXT,
  Type TEXT,
  Span_m INTEGER,
  Opened INTEGER,
  Chief_Engineer_ID INTEGER,
  FOREIGN KEY (Chief_Engineer_ID) REFERENCES engineer(Engineer_ID)
);
CREATE TABLE inspection (
  Inspection_ID INTEGER PRIMARY KEY,
  Bridge_ID INTEGER,
  Inspector_ID INTEGER,
  Date DATE,
  Grade TEXT,
  Cost_in_Thousands REAL,
  FOREIGN KEY (Bridge_ID) REFERENCES bridge(Bridge_ID),
  FOREIGN KEY (Inspector_ID) REFERENCES engineer(Engineer_ID)
);
