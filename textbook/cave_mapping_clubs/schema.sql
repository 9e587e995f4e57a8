CREATE TABLE Clubs (
  Club_Code TEXT PRIMARY KEY,
  Club_Name TEXT,
  Town TEXT,
  Members INTEGER
);
CREATE TABLE Caves (
  Cave_ID INTEGER PRIMARY KEY,
  Cave_Name TEXT,
  Rock TEXT,
  Depth INTEGER,
  Mapped_Length INTEGER,
  Region TEXT
);
CREATE TABLE Cavers (
  Caver_ID INTEGER PRIMARY KEY,
  Club_Code TEXT,
  Name TEXT,
  Age INTEGER,
  Speciality TEXT,
  FOREIGN KEY (Club_Code) REFERENCES Clubs (Club_Code)
);
CREATE TABLE Trips (
  Trip_ID INTEGER PRIMARY KEY,
  Cave_ID INTEGER,
  Leader_ID INTEGER,
  Trip_Date TEXT,
  Hours INTEGER,
  Metres_Mapped INTEGER,
  FOREIGN KEY (Cave_ID) REFERENCES Caves (Cave_ID),
  FOREIGN KEY (Leader_ID) REFERENCES Cavers (Caver_ID)
);
CREATE TABLE Trip_Members (
  Trip_ID INTEGER,
  Caver_ID INTEGER,
  PRIMARY KEY (Trip_ID, Caver_ID),
  FOREIGN KEY (Trip_ID) REFERENCES Trips (Trip_ID),
  FOREIGN KEY (Caver_ID) REFERENCES Cavers (Caver_ID)
);
