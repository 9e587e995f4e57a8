CREATE TABLE Authors (
  Author_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Gender TEXT,
  Country TEXT,
  Birth_Year TEXT
);
CREATE TABLE Novels (
  Novel_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Author_ID INTEGER,
  Publisher TEXT,
  Year_Published TEXT,
  Pages INTEGER,
  Language TEXT,
  FOREIGN KEY (Author_ID) REFERENCES Authors(Author_ID)
);
CREATE TABLE Prizes (
  Prize_ID INTEGER PRIMARY KEY,
  Prize_Name TEXT,
  Country TEXT,
  Founded INTEGER,
  Prize_Money INTEGER
);
CREATE TABLE Nominations (
  Nomination_ID INTEGER PRIMARY KEY,
  Prize_ID INTEGER,
  Novel_ID INTEGER,
  Year INTEGER,
  Result TEXT,
  FOREIGN KEY (Prize_ID) REFERENCES Prizes(Prize_ID),
  FOREIGN KEY (Novel_ID) REFERENCES Novels(Novel_ID)
);
