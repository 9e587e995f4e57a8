CREATE TABLE Sites (
  SiteCode TEXT PRIMARY KEY,
  SiteName TEXT,
  City TEXT,
  CapacityKw INTEGER
);
CREATE TABLE Racks (
  RackID INTEGER PRIMARY KEY,
  SiteCode TEXT,
  RowLetter TEXT,
  HeightUnits INTEGER,
  FOREIGN KEY (SiteCode) REFERENCES Sites(SiteCode)
);
CREATE TABLE Customers (
  CustomerID INTEGER PRIMARY KEY,
  CustomerName TEXT,
  City TEXT,
  ContractType TEXT
);
CREATE TABLE Servers (
  ServerID INTEGER PRIMARY KEY,
  HostName TEXT,
  RackID INTEGER,
  CustomerID INTEGER,
  MemoryGb INTEGER,
  PowerWatts INTEGER,
  InstalledOn DATE,
  FOREIGN KEY (RackID) REFERENCES Racks(RackID),
  FOREIGN KEY (CustomerID) REFERENCES Customers(CustomerID)
);
CREATE TABLE Technicians (
  TechnicianID INTEGER PRIMARY KEY,
  FirstName TEXT,
  LastName TEXT,
  SiteCode TEXT,
  SupervisorID INTEGER,
  FOREIGN KEY (SiteCode) REFERENCES Sites(SiteCode),
  FOREIGN KEY (SupervisorID) REFERENCES Technicians(TechnicianID)
);
CREATE TABLE Outages (
  OutageID INTEGER PRIMARY KEY,
  ServerID INTEGER,
  TechnicianID INTEGER,
  Cause TEXT,
  MinutesDown INTEGER,
  OutageDate DATE,
  FOREIGN KEY (ServerID) REFERENCES Servers(ServerID),
  FOREIGN KEY (TechnicianID) REFERENCES Technicians(TechnicianID)
);
