CREATE TABLE Pupil (
  Pupil_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Grade INTEGER,
  Homeroom TEXT,
  Age INTEGER
);
CREATE TABLE Project (
  Project_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Category TEXT,
  Budget REAL,
  Leader_ID INTEGER,
  Table_Number TEXT,
  FOREIGN KEY (Leader_ID) REFERENCES Pupil(Pupil_ID)
);
CREATE TABLE Judge (
  Judge_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Profession TEXT,
  Years_Judging INTEGER
);
CREATE TABLE Score (
  Project_ID INTEGER,
  Judge_ID INTEGER,
  Points INTEGER,
  Comment TEXT,
  PRIMARY KEY (Project_ID, Judge_ID),
  FOREIGN KEY (Project_ID) REFERENCES Project(Project_ID),
  FOREIGN KEY (Judge_ID) REFERENCES Judge(Judge_ID)
);
