CREATE TABLE pilot (
  Pilot_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nickname TEXT,
  Nationality TEXT,
  Date_of_Birth TEXT,
  Team TEXT
);
CREATE TABLE race (
  Race_ID INTEGER PRIMARY KEY,
  Round INTEGER,
  Venue TEXT,
  Country TEXT,
  Date TEXT,
  Gates INTEGER
);
CREATE TABLE race_result (
  Race_ID INTEGER,
  Pilot_ID INTEGER,
  Position INTEGER,
  Best_Lap REAL,
  Points INTEGER,
  Crashes INTEGER,
  PRIMARY KEY (Race_ID, Pilot_ID),
  FOREIGN KEY (Race_ID) REFERENCES race(Race_ID),
  FOREIGN KEY (Pilot_ID) REFERENCES pilot(Pilot_ID)
);
