CREATE TABLE setter (
  Setter_ID INTEGER PRIMARY KEY,
  Pseudonym TEXT,
  Name TEXT,
  Nationality TEXT,
  Year_of_First_Puzzle TEXT
);
CREATE TABLE newspaper (
  Newspaper_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Circulation INTEGER,
  Crossword_Editor TEXT
);
CREATE TABLE puzzle (
  Puzzle_ID INTEGER PRIMARY KEY,
  Number TEXT,
  Newspaper_ID INTEGER,
  Setter_ID INTEGER,
  Type TEXT,
  Year TEXT,
  Clues INTEGER,
  Difficulty REAL,
  FOREIGN KEY (Newspaper_ID) REFERENCES newspaper(Newspaper_ID),
  FOREIGN KEY (Setter_ID) REFERENCES setter(Setter_ID)
);
