CREATE TABLE painter (
  Painter_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Real_Name TEXT,
  Nationality TEXT,
  Year_of_Birth INTEGER,
  Home_Town TEXT
);
CREATE TABLE mural (
  Mural_ID INTEGER PRIMARY KEY,
  Title TEXT,
  City TEXT,
  Country TEXT,
  Year_Painted INTEGER,
  Height_m REAL,
  Status TEXT
);
CREATE TABLE painted_by (
  Mural_ID INTEGER,
  Painter_ID INTEGER,
  Role TEXT,
  PRIMARY KEY (Mural_ID, Painter_ID),
  FOREIGN KEY (Mural_ID) REFERENCES mural(Mural_ID),
  FOREIGN KEY (Painter_ID) REFERENCES painter(Painter_ID)
);
