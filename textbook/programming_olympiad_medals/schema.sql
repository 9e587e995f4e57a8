CREATE TABLE Contestants (
  Contestant_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  School TEXT,
  Birth_Year TEXT
);
CREATE TABLE Olympiads (
  Olympiad_ID INTEGER PRIMARY KEY,
  Edition TEXT,
  Host_City TEXT,
  Host_Country TEXT,
  Year TEXT,
  Number_of_Problems INTEGER
);
CREATE TABLE Problems (
  Problem_ID INTEGER PRIMARY KEY,
  Olympiad_ID INTEGER,
  Title TEXT,
  Topic TEXT,
  Max_Points INTEGER,
  FOREIGN KEY (Olympiad_ID) REFERENCES Olympiads(Olympiad_ID)
);
CREATE TABLE Participation (
  Olympiad_ID INTEGER,
  Contestant_ID INTEGER,
  Rank INTEGER,
  Total_Points REAL,
  Medal TEXT,
  PRIMARY KEY (Olympiad_ID, Contestant_ID),
  FOREIGN KEY (Olympiad_ID) REFERENCES Olympiads(Olympiad_ID),
  FOREIGN KEY (Contestant_ID) REFERENCES Contestants(Contestant_ID)
);
