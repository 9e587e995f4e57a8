CREATE TABLE alley (
  Alley_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Town TEXT,
  Number_of_Lanes INTEGER
);
CREATE TABLE team (
  Team_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Home_Alley_ID INTEGER,
  Year_Founded TEXT,
  Sponsor TEXT,
  FOREIGN KEY (Home_Alley_ID) REFERENCES alley(Alley_ID)
);
CREATE TABLE bowler (
  Bowler_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Team_ID INTEGER,
  Age INTEGER,
  Hand TEXT,
  Season_Average REAL,
  Perfect_Games INTEGER,
  FOREIGN KEY (Team_ID) REFERENCES team(Team_ID)
);
CREATE TABLE league_match (
  Match_ID INTEGER PRIMARY KEY,
  Week INTEGER,
  Home_Team_ID INTEGER,
  Away_Team_ID INTEGER,
  Home_Pins INTEGER,
  Away_Pins INTEGER,
  FOREIGN KEY (Home_Team_ID) REFERENCES team(Team_ID),
  FOREIGN KEY (Away_Team_ID) REFERENCES team(Team_ID)
);
