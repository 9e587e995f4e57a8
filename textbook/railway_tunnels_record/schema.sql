CREATE TABLE tunnel (
  Rank INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Length_metres INTEGER,
  Opened TEXT,
  Usage TEXT,
  Notes TEXT
);
CREATE TABLE engineer (
  Engineer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Home_Town TEXT,
  Date_of_Birth TEXT
);
CREATE TABLE tunnel_engineer (
  Rank INTEGER,
  Engineer_ID INTEGER,
  Position TEXT,
  Start_Year TEXT,
  End_Year TEXT,
  PRIMARY KEY (Rank, Engineer_ID),
  FOREIGN KEY (Rank) REFERENCES tunnel (Rank),
  FOREIGN KEY (Engineer_ID) REFERENCES engineer (Engineer_ID)
);
