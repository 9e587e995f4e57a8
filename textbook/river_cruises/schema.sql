CREATE TABLE River (
  RiverCode TEXT PRIMARY KEY,
  RiverName TEXT,
  Length_km INTEGER
);
CREATE TABLE Vessel (
  VesselID INTEGER PRIMARY KEY,
  VesselName TEXT,
  Operator TEXT,
  YearBuilt INTEGER,
  Cabins INTEGER,
  CrewSize INTEGER
);
CREATE TABLE Port (
  PortID INTEGER PRIMARY KEY,
  PortName TEXT,
  Country TEXT,
  RiverCode TEXT,
  FOREIGN KEY (RiverCode) REFERENCES River(RiverCode)
);
CREATE TABLE Cruise (
  CruiseID INTEGER PRIMARY KEY,
  CruiseName TEXT,
  VesselID INTEGER,
  StartPortID INTEGER,
  EndPortID INTEGER,
  DepartureDate DATE,
  Nights INTEGER,
  Price REAL,
  FOREIGN KEY (VesselID) REFERENCES Vessel(VesselID),
  FOREIGN KEY (StartPortID) REFERENCES Port(PortID),
  FOREIGN KEY (EndPortID) REFERENCES Port(PortID)
);
CREATE TABLE Guest (
  GuestID INTEGER PRIMARY KEY,
  GuestName TEXT,
  HomeTown TEXT,
  Age INTEGER
);
CREATE TABLE Booking (
  BookingID INTEGER PRIMARY KEY,
  CruiseID INTEGER,
  GuestID INTEGER,
  CabinType TEXT,
  Discount REAL,
  FOREIGN KEY (CruiseID) REFERENCES Cruise(CruiseID),
  FOREIGN KEY (GuestID) REFERENCES Guest(GuestID)
);
