CREATE TABLE explorers (
  Explorer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Date_of_Birth TEXT,
  Home_Town TEXT,
  Profession TEXT
);
CREATE TABLE expeditions (
  Expedition_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Leader_ID INTEGER,
  Vessel TEXT,
  Pole TEXT,
  Start_Year INTEGER,
  Months INTEGER,
  Farthest_Latitude REAL,
  Result TEXT,
  FOREIGN KEY (Leader_ID) REFERENCES explorers(Explorer_ID)
);
CREATE TABLE crew (
  Expedition_ID INTEGER,
  Explorer_ID INTEGER,
  Role TEXT,
  Survived TEXT,
  PRIMARY KEY (Expedition_ID, Explorer_ID),
  FOREIGN KEY (Expedition_ID) REFERENCES expeditions(Expedition_ID),
  FOREIGN KEY (Explorer_ID) REFERENCES explorers(Explorer_ID)
);
