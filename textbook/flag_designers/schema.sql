CREATE TABLE territory (
  Territory_ID TEXT PRIMARY KEY,
  Territory_Name TEXT,
  Continent TEXT,
  Population INTEGER,
  Independence_Year TEXT
);
CREATE TABLE designer (
  Designer_ID INTEGER PRIMARY KEY,
  Designer_Name TEXT,
  Occupation TEXT,
  Home_Town TEXT,
  Year_of_Birth INTEGER
);
CREATE TABLE flag (
  Flag_ID INTEGER PRIMARY KEY,
  Territory_ID TEXT,
  Nickname TEXT,
  Proportion TEXT,
  Adopted TEXT,
  Number_of_Colours INTEGER,
  Main_Colour TEXT,
  Emblem TEXT,
  FOREIGN KEY (Territory_ID) REFERENCES territory (Territory_ID)
);
CREATE TABLE flag_design (
  Flag_ID INTEGER,
  Designer_ID INTEGER,
  Prize_Money INTEGER,
  Contest TEXT,
  PRIMARY KEY (Flag_ID, Designer_ID),
  FOREIGN KEY (Flag_ID) REFERENCES flag (Flag_ID),
  FOREIGN KEY (Designer_ID) REFERENCES designer (Designer_ID)
);
