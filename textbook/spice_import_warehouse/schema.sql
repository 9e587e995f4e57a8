CREATE TABLE Trader (
  Trader_Code TEXT PRIMARY KEY,
  Trader_Name TEXT,
  Port TEXT,
  Country TEXT,
  Licence_Since TEXT,
  Number_of_Staff INTEGER
);
CREATE TABLE Consignment (
  Consignment_No INTEGER PRIMARY KEY,
  Trader_Code TEXT,
  Spice TEXT,
  Form TEXT,
  Arrival_Month TEXT,
  Sacks INTEGER,
  Price_per_Sack REAL,
  Quality_Grade TEXT,
  FOREIGN KEY (Trader_Code) REFERENCES Trader(Trader_Code)
);
