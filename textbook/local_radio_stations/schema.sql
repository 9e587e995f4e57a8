CREATE TABLE Station (
  Call_Sign TEXT PRIMARY KEY,
  Station_Name TEXT,
  City TEXT,
  Frequency REAL,
  Format TEXT,
  Founded TEXT,
  Listeners INTEGER
);
CREATE TABLE Presenter (
  Presenter_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Gender TEXT,
  Age INTEGER,
  Home_Town TEXT
);
CREATE TABLE Programme (
  Programme_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Call_Sign TEXT,
  Presenter_ID INTEGER,
  Weekday TEXT,
  Start_Hour INTEGER,
  Length_Minutes INTEGER,
  FOREIGN KEY (Call_Sign) REFERENCES Station(Call_Sign),
  FOREIGN KEY (Presenter_ID) REFERENCES Presenter(Presenter_ID)
);
