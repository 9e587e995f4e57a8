CREATE TABLE convention (
  Convention_ID INTEGER PRIMARY KEY,
  Name TEXT,
  City TEXT,
  Country TEXT,
  Year_Founded TEXT,
  Attendance INTEGER
);
CREATE TABLE cosplayer (
  Cosplayer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Birth_Year TEXT,
  Followers INTEGER
);
CREATE TABLE contest_entry (
  Convention_ID INTEGER,
  Cosplayer_ID INTEGER,
  Year TEXT,
  Character TEXT,
  Source TEXT,
  Hours_of_Work INTEGER,
  Rank INTEGER,
  PRIMARY KEY (Convention_ID, Cosplayer_ID, Year),
  FOREIGN KEY (Convention_ID) REFERENCES convention(Convention_ID),
  FOREIGN KEY (Cosplayer_ID) REFERENCES cosplayer(Cosplayer_ID)
);
