CREATE TABLE Bakery (
  Bakery_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Town TEXT,
  Open_Year INTEGER,
  Number_of_Ovens INTEGER
);
CREATE TABLE Bread (
  Bread_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Flour TEXT,
  Weight_Grams INTEGER,
  Price REAL
);
CREATE TABLE Baking_Plan (
  Bakery_ID INTEGER,
  Bread_ID INTEGER,
  Weekday TEXT,
  Loaves INTEGER,
  PRIMARY KEY (Bakery_ID, Bread_ID, Weekday),
  FOREIGN KEY (Bakery_ID) REFERENCES Bakery(Bakery_ID),
  FOREIGN KEY (Bread_ID) REFERENCES Bread(Bread_ID)
);
