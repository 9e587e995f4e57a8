CREATE TABLE Customer (
  CustomerId INTEGER PRIMARY KEY,
  CompanyName TEXT NOT NULL,
  Country TEXT,
  Sector TEXT,
  ParentCustomerId INTEGER REFERENCES Customer(CustomerId)
);
CREATE TABLE Venue (
  VenueId INTEGER PRIMARY KEY,
  VenueName TEXT,
  City TEXT,
  Country TEXT,
  MaxAltitudeM INTEGER,
  NearAirport TEXT
);
CREATE TABLE Pilot (
  PilotId INTEGER PRIMARY KEY,
  PilotName TEXT,
  LicenceClass TEXT,
  LicenceExpires DATE,
  IsFreelance TEXT
);
CREATE TABLE DroneModel (
  ModelId INTEGER PRIMARY KEY,
  ModelName TEXT,
  Maker TEXT,
  FlightMinutes INTEGER,
  UnitCostCents INTEGER
);
CREATE TABLE Drone (
  DroneId INTEGER PRIMARY KEY,
  SerialNo TEXT,
  ModelId INTEGER REFERENCES DroneModel(ModelId),
  PurchasedOn DATE,
  WrittenOffOn DATE,
  FlightHours REAL
);
CREATE TABLE Booking (
  BookingId INTEGER PRIMARY KEY,
  ShowTitle TEXT,
  CustomerId INTEGER REFERENCES Customer(CustomerId),
  VenueId INTEGER REFERENCES Venue(VenueId),
  LeadPilotId INTEGER REFERENCES Pilot(PilotId),
  BackupPilotId INTEGER REFERENCES Pilot(PilotId),
  BookedAt DATETIME,
  ShowStart DATETIME,
  DronesOrdered INTEGER,
  FeeCents INTEGER,
  BookingStatus TEXT,
  DepositPaid TEXT
);
CREATE TABLE Permit (
  PermitId INTEGER PRIMARY KEY,
  BookingId INTEGER NOT NULL REFERENCES Booking(BookingId),
  Authority TEXT,
  AppliedOn DATE,
  DecidedOn DATE,
  Decision TEXT,
  FeeCents INTEGER
);
CREATE TABLE DroneFlight (
  BookingId INTEGER NOT NULL REFERENCES Booking(BookingId),
  DroneId INTEGER NOT NULL REFERENCES Drone(DroneId),
  Landed TEXT,
  BatteryPctLeft INTEGER,
  PRIMARY KEY (BookingId, DroneId)
);
CREATE TABLE CrewRole (
  RoleCode TEXT PRIMARY KEY,
  RoleName TEXT
);
