CREATE TABLE quizmaster (
  Quizmaster_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Year_of_Birth TEXT,
  Former_Profession TEXT
);
CREATE TABLE season (
  Season_ID INTEGER PRIMARY KEY,
  Year TEXT,
  Station TEXT,
  Number_of_Episodes INTEGER,
  Average_Listeners_in_thousands REAL,
  Quizmaster_ID INTEGER,
  FOREIGN KEY (Quizmaster_ID) REFERENCES quizmaster(Quizmaster_ID)
);
CREATE TABLE contestant (
  Contestant_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Home_Town TEXT,
  Occupation TEXT,
  Age INTEGER
);
CREATE TABLE season_result (
  Season_ID INTEGER,
  Contestant_ID INTEGER,
  Rank INTEGER,
  Points INTEGER,
  Special_Subject TEXT,
  PRIMARY KEY (Season_ID, Contestant_ID),
  FOREIGN KEY (Season_ID) REFERENCES season(Season_ID),
  FOREIGN KEY (Contestant_ID) REFERENCES contestant(Contestant_ID)
);
