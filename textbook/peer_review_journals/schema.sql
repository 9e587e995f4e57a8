CREATE TABLE Publishers (
  Publisher_ID INTEGER PRIMARY KEY,
  Publisher_Name TEXT,
  Country TEXT
);
CREATE TABLE Journals (
  Journal_ID INTEGER PRIMARY KEY,
  Journal_Name TEXT,
  Publisher_ID INTEGER,
  Subject TEXT,
  Impact_Factor REAL,
  First_Issue_Year INTEGER,
  FOREIGN KEY (Publisher_ID) REFERENCES Publishers(Publisher_ID)
);
CREATE TABLE Institutions (
  Institution_ID INTEGER PRIMARY KEY,
  Institution_Name TEXT,
  City TEXT,
  Country TEXT
);
CREATE TABLE Researchers (
  Researcher_ID INTEGER PRIMARY KEY,
  Researcher_Name TEXT,
  Institution_ID INTEGER,
  Expertise TEXT,
  h_index INTEGER,
  FOREIGN KEY (Institution_ID) REFERENCES Institutions(Institution_ID)
);
CREATE TABLE Editors (
  Journal_ID INTEGER,
  Researcher_ID INTEGER,
  Editor_Role TEXT,
  Since_Year INTEGER,
  PRIMARY KEY (Journal_ID, Researcher_ID),
  FOREIGN KEY (Journal_ID) REFERENCES Journals(Journal_ID),
  FOREIGN KEY (Researcher_ID) REFERENCES Researchers(Researcher_ID)
);
CREATE TABLE Manuscripts (
  Manuscript_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Journal_ID INTEGER,
  Corresponding_Author_ID INTEGER,
  Date_Received DATE,
  Status_Code TEXT,
  Word_Count INTEGER,
  FOREIGN KEY (Journal_ID) REFERENCES Journals(Journal_ID),
  FOREIGN KEY (Corresponding_Author_ID) REFERENCES Researchers(Researcher_ID)
);
CREATE TABLE Authorship (
  Manuscript_ID INTEGER,
  Researcher_ID INTEGER,
  Author_Position INTEGER,
  PRIMARY KEY (Manuscript_ID, Researcher_ID),
  FOREIGN KEY (Manuscript_ID) REFERENCES Manuscripts(Manuscript_ID),
  FOREIGN KEY (Researcher_ID) REFERENCES Researchers(Researcher_ID)
);
CREATE TABLE Reviews (
  Review_ID INTEGER PRIMARY KEY,
  Manuscript_ID INTEGER,
  Reviewer_ID INTEGER,
  Recommendation TEXT,
  Days_Taken INTEGER,
  FOREIGN KEY (Manuscript_ID) REFERENCES Manuscripts(Manuscript_ID),
  FOREIGN KEY (Reviewer_ID) REFERENCES Researchers(Researcher_ID)
);
