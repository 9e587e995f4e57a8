CREATE TABLE Venues (
  VenueCode TEXT PRIMARY KEY,
  VenueName TEXT,
  Street TEXT,
  City TEXT,
  Phone TEXT
);
CREATE TABLE Rooms (
  RoomID INTEGER PRIMARY KEY,
  RoomName TEXT,
  VenueCode TEXT,
  Theme TEXT,
  Difficulty INTEGER,
  TimeLimitMinutes INTEGER,
  MaxPlayers INTEGER,
  PricePerPlayer REAL,
  FOREIGN KEY (VenueCode) REFERENCES Venues(VenueCode)
);
CREATE TABLE GameMasters (
  GameMasterID INTEGER PRIMARY KEY,
  FirstName TEXT,
  LastName TEXT,
  HiredOn DATE,
  VenueCode TEXT,
  FOREIGN KEY (VenueCode) REFERENCES Venues(VenueCode)
);
CREATE TABLE Customers (
  CustomerID INTEGER PRIMARY KEY,
  FirstName TEXT,
  LastName TEXT,
  Email TEXT,
  City TEXT
);
CREATE TABLE Bookings (
  BookingID INTEGER PRIMARY KEY,
  RoomID INTEGER,
  CustomerID INTEGER,
  GameMasterID INTEGER,
  BookingDate DATE,
  Players INTEGER,
  Escaped TEXT,
  MinutesUsed INTEGER,
  HintsGiven INTEGER,
  FOREIGN KEY (RoomID) REFERENCES Rooms(RoomID),
  FOREIGN KEY (CustomerID) REFERENCES Customers(CustomerID),
  FOREIGN KEY (GameMasterID) REFERENCES GameMasters(GameMasterID)
);
