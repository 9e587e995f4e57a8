CREATE TABLE trail (
  Trail_ID INTEGER PRIMARY KEY,
  Trail_Name TEXT,
  Country TEXT,
  Length_miles REAL,
  Year_Established TEXT,
  Highest_Point_ft INTEGER
);
CREATE TABLE hiker (
  Hiker_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Trail_Nickname TEXT,
  Nationality TEXT,
  Home_Town TEXT,
  Age INTEGER
);
CREATE TABLE record (
  Trail_ID INTEGER,
  Hiker_ID INTEGER,
  Year TEXT,
  Days INTEGER,
  Style TEXT,
  Direction TEXT,
  PRIMARY KEY (Trail_ID, Hiker_ID, Year),
  FOREIGN KEY (Trail_ID) REFERENCES trail (Trail_ID),
  FOREIGN KEY (Hiker_ID) REFERENCES hiker (Hiker_ID)
);
