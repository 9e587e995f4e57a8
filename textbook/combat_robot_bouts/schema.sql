CREATE TABLE team (
  Team_ID INTEGER PRIMARY KEY,
  Team_Name TEXT,
  Home_Town TEXT,
  Nationality TEXT,
  Year_Founded TEXT
);
CREATE TABLE robot (
  Robot_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Weapon TEXT,
  Weight_kg REAL,
  Debut_Season INTEGER,
  Team_ID INTEGER,
  FOREIGN KEY (Team_ID) REFERENCES team(Team_ID)
);
CREATE TABLE bout (
  Bout_ID INTEGER PRIMARY KEY,
  Season INTEGER,
  Round TEXT,
  Winner_ID INTEGER,
  Loser_ID INTEGER,
  Method TEXT,
  Duration_Seconds INTEGER,
  FOREIGN KEY (Winner_ID) REFERENCES robot(Robot_ID),
  FOREIGN KEY (Loser_ID) REFERENCES robot(Robot_ID)
);
