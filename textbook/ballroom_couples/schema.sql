CREATE TABLE dancer (
  Dancer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Gender TEXT,
  Nationality TEXT,
  Birth_Year TEXT,
  Club TEXT
);
CREATE TABLE couple (
  Couple_ID INTEGER PRIMARY KEY,
  Leader_ID INTEGER,
  Follower_ID INTEGER,
  Together_Since TEXT,
  Class TEXT,
  FOREIGN KEY (Leader_ID) REFERENCES dancer(Dancer_ID),
  FOREIGN KEY (Follower_ID) REFERENCES dancer(Dancer_ID)
);
CREATE TABLE championship (
  Championship_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Year TEXT,
  City TEXT,
  Country TEXT,
  Style TEXT
);
CREATE TABLE final_result (
  Championship_ID INTEGER,
  Couple_ID INTEGER,
  Place INTEGER,
  Marks REAL,
  Notes TEXT,
  PRIMARY KEY (Championship_ID, Couple_ID),
  FOREIGN KEY (Championship_ID) REFERENCES championship(Championship_ID),
  FOREIGN KEY (Couple_ID) REFERENCES couple(Couple_ID)
);
