CREATE TABLE pharaoh (
  Pharaoh_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Dynasty TEXT,
  Years_Reigned INTEGER,
  Capital TEXT
);
CREATE TABLE archaeologist (
  Archaeologist_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Year_of_Birth INTEGER
);
CREATE TABLE tomb (
  Tomb_Code TEXT PRIMARY KEY,
  Pharaoh_ID INTEGER,
  Site TEXT,
  Length_m REAL,
  Chambers INTEGER,
  Condition TEXT,
  FOREIGN KEY (Pharaoh_ID) REFERENCES pharaoh(Pharaoh_ID)
);
CREATE TABLE excavation (
  Tomb_Code TEXT,
  Archaeologist_ID INTEGER,
  Year INTEGER,
  Objects_Found INTEGER,
  PRIMARY KEY (Tomb_Code, Archaeologist_ID, Year),
  FOREIGN KEY (Tomb_Code) REFERENCES tomb(Tomb_Code),
  FOREIGN KEY (Archaeologist_ID) REFERENCES archaeologist(Archaeologist_ID)
);
