CREATE TABLE Breweries (
  Brewery_Id INTEGER PRIMARY KEY,
  Brewery_Name TEXT,
  City TEXT,
  Country TEXT,
  Year_Opened INTEGER
);
CREATE TABLE Brewers (
  Brewer_Id INTEGER PRIMARY KEY,
  First_Name TEXT,
  Last_Name TEXT,
  Brewery_Id INTEGER,
  Mentor_Id INTEGER,
  Salary INTEGER,
  FOREIGN KEY (Brewery_Id) REFERENCES Breweries(Brewery_Id),
  FOREIGN KEY (Mentor_Id) REFERENCES Brewers(Brewer_Id)
);
CREATE TABLE Beers (
  Beer_Id INTEGER PRIMARY KEY,
  Beer_Name TEXT,
  Brewery_Id INTEGER,
  Style TEXT,
  Alcohol_Percent REAL,
  Bitterness INTEGER,
  FOREIGN KEY (Brewery_Id) REFERENCES Breweries(Brewery_Id)
);
CREATE TABLE Batches (
  Batch_Number INTEGER PRIMARY KEY,
  Beer_Id INTEGER,
  Brewer_Id INTEGER,
  Brewed_Date DATE,
  Litres INTEGER,
  Status TEXT,
  FOREIGN KEY (Beer_Id) REFERENCES Beers(Beer_Id),
  FOREIGN KEY (Brewer_Id) REFERENCES Brewers(Brewer_Id)
);
