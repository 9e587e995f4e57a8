CREATE TABLE Owners (
  Owner_ID INTEGER PRIMARY KEY,
  Owner_Name TEXT,
  Country TEXT,
  Stable_City TEXT
);
CREATE TABLE Horses (
  Horse_ID INTEGER PRIMARY KEY,
  Horse_Name TEXT,
  Breed TEXT,
  Sex TEXT,
  Foaled_Year INTEGER,
  Colour TEXT,
  Owner_ID INTEGER,
  Sire_ID INTEGER,
  Value_Euro INTEGER,
  FOREIGN KEY (Owner_ID) REFERENCES Owners(Owner_ID),
  FOREIGN KEY (Sire_ID) REFERENCES Horses(Horse_ID)
);
CREATE TABLE Equestrians (
  Equestrian_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  World_Ranking INTEGER,
  Age INTEGER
);
CREATE TABLE Horse_Shows (
  Show_ID INTEGER PRIMARY KEY,
  Show_Name TEXT,
  City TEXT,
  Country TEXT,
  Indoor TEXT,
  Start_Date DATE
);
CREATE TABLE Rounds (
  Round_ID INTEGER PRIMARY KEY,
  Show_ID INTEGER,
  Horse_ID INTEGER,
  Equestrian_ID INTEGER,
  Faults INTEGER,
  Time_Seconds REAL,
  Prize_Euro INTEGER,
  FOREIGN KEY (Show_ID) REFERENCES Horse_Shows(Show_ID),
  FOREIGN KEY (Horse_ID) REFERENCES Horses(Horse_ID),
  FOREIGN KEY (Equestrian_ID) REFERENCES Equestrians(Equestrian_ID)
);
