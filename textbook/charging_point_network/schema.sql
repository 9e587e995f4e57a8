CREATE TABLE Site (
  SiteCode TEXT PRIMARY KEY,
  SiteName TEXT,
  Town TEXT,
  LandOwner TEXT,
  OpenedOn DATE,
  ParkingSpaces INTEGER
);
CREATE TABLE ChargePoint (
  PointNo INTEGER PRIMARY KEY,
  SiteCode TEXT,
  Plug TEXT,
  PowerKW INTEGER,
  PricePerKWh REAL,
  Condition TEXT,
  FOREIGN KEY (SiteCode) REFERENCES Site(SiteCode)
);
CREATE TABLE Driver (
  CardNo INTEGER PRIMARY KEY,
  DriverName TEXT,
  Town TEXT,
  Vehicle TEXT,
  BatteryKWh REAL
);
CREATE TABLE ChargeSession (
  SessionNo INTEGER PRIMARY KEY,
  PointNo INTEGER,
  CardNo INTEGER,
  StartedOn DATE,
  Minutes INTEGER,
  EnergyKWh REAL,
  FOREIGN KEY (PointNo) REFERENCES ChargePoint(PointNo),
  FOREIGN KEY (CardNo) REFERENCES Driver(CardNo)
);
