CREATE TABLE Clubs (
  Club_ID INTEGER PRIMARY KEY,
  Club_Name TEXT,
  River TEXT,
  Founded INTEGER,
  Members INTEGER
);
CREATE TABLE Rowers (
  Rower_ID INTEGER PRIMARY KEY,
  First_Name TEXT,
  Last_Name TEXT,
  Club_ID INTEGER,
  Gender TEXT,
  Weight_kg REAL,
  Height_cm INTEGER,
  Birth_Year INTEGER,
  FOREIGN KEY (Club_ID) REFERENCES Clubs(Club_ID)
);
CREATE TABLE Regattas (
  Regatta_ID INTEGER PRIMARY KEY,
  Regatta_Name TEXT,
  River TEXT,
  Year INTEGER,
  Distance_m INTEGER
);
CREATE TABLE Crews (
  Crew_ID INTEGER PRIMARY KEY,
  Regatta_ID INTEGER,
  Club_ID INTEGER,
  Boat_Class TEXT,
  Finish_Position INTEGER,
  Finish_Seconds REAL,
  FOREIGN KEY (Regatta_ID) REFERENCES Regattas(Regatta_ID),
  FOREIGN KEY (Club_ID) REFERENCES Clubs(Club_ID)
);
CREATE TABLE Crew_Seats (
  Crew_ID INTEGER,
  Rower_ID INTEGER,
  Seat TEXT,
  PRIMARY KEY (Crew_ID, Rower_ID),
  FOREIGN KEY (Crew_ID) REFERENCES Crews(Crew_ID),
  FOREIGN KEY (Rower_ID) REFERENCES Rowers(Rower_ID)
);
