CREATE TABLE toys (
  toyID INTEGER PRIMARY KEY,
  toyName TEXT,
  brand TEXT,
  countryOfOrigin TEXT,
  yearMade INTEGER,
  material TEXT,
  originalBox TEXT
);
CREATE TABLE sales (
  saleID INTEGER PRIMARY KEY,
  toyID INTEGER,
  auctionHouse TEXT,
  saleDate DATE,
  estimate INTEGER,
  hammerPrice INTEGER,
  numberOfBids INTEGER,
  FOREIGN KEY (toyID) REFERENCES toys(toyID)
);
