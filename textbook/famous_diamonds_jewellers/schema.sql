CREATE TABLE Jeweller (
  Jeweller_ID INTEGER PRIMARY KEY,
  Name TEXT,
  City TEXT,
  Country TEXT,
  Established TEXT
);
CREATE TABLE Diamond (
  Diamond_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Colour TEXT,
  Carats REAL,
  Country_of_Origin TEXT,
  Year_Found TEXT,
  Cut_By INTEGER,
  FOREIGN KEY (Cut_By) REFERENCES Jeweller(Jeweller_ID)
);
CREATE TABLE Owner_History (
  Diamond_ID INTEGER,
  Rank INTEGER,
  Owner TEXT,
  Year_Acquired TEXT,
  Price_Million REAL,
  PRIMARY KEY (Diamond_ID, Rank),
  FOREIGN KEY (Diamond_ID) REFERENCES Diamond(Diamond_ID)
);
