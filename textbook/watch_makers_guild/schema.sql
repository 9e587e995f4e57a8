CREATE TABLE Makers (
  MakerID INTEGER PRIMARY KEY,
  MakerName TEXT,
  Nationality TEXT,
  BirthYear INTEGER,
  TaughtBy INTEGER,
  FOREIGN KEY (TaughtBy) REFERENCES Makers(MakerID)
);
CREATE TABLE Movements (
  MovementID INTEGER PRIMARY KEY,
  Calibre TEXT,
  Winding TEXT,
  Jewels INTEGER,
  PowerReserveHours INTEGER
);
CREATE TABLE Watches (
  WatchID INTEGER PRIMARY KEY,
  Reference TEXT,
  MakerID INTEGER,
  MovementID INTEGER,
  CaseMetal TEXT,
  DiameterMM REAL,
  YearMade INTEGER,
  FOREIGN KEY (MakerID) REFERENCES Makers(MakerID),
  FOREIGN KEY (MovementID) REFERENCES Movements(MovementID)
);
CREATE TABLE AuctionSales (
  SaleID INTEGER PRIMARY KEY,
  WatchID INTEGER,
  SaleCity TEXT,
  SaleYear INTEGER,
  HammerPrice INTEGER,
  Buyer TEXT,
  FOREIGN KEY (WatchID) REFERENCES Watches(WatchID)
);
