-- coffee machines placed in offices: placements, refill deliveries, service visits. CZK
CREATE TABLE Client (ClientId INTEGER PRIMARY KEY, ClientName TEXT NOT NULL, Segment TEXT, VatId TEXT, SignedOn DATE NOT NULL, ClosedOn DATE);
CREATE TABLE Site (SiteId INTEGER PRIMARY KEY, ClientId INTEGER NOT NULL REFERENCES Client(ClientId), SiteName TEXT NOT NULL, City TEXT NOT NULL, DeskCount INTEGER);
CREATE TABLE Machine (SerialNo TEXT PRIMARY KEY, ModelName TEXT NOT NULL, Maker TEXT NOT NULL, BoughtOn DATE NOT NULL, PurchasePrice NUMERIC NOT NULL, RetiredOn DATE);
CREATE TABLE Placement (PlacementId INTEGER PRIMARY KEY, SerialNo TEXT NOT NULL REFERENCES Machine(SerialNo), SiteId INTEGER NOT NULL REFERENCES Site(SiteId), InstalledOn DATE NOT NULL, RemovedOn DATE, MonthlyFee NUMERIC NOT NULL);
CREATE TABLE Product (ProductId INTEGER PRIMARY KEY, ProductName TEXT NOT NULL, Category TEXT NOT NULL, PackCost NUMERIC NOT NULL, PackPrice NUMERIC NOT NULL, PacksInStock INTEGER NOT NULL, MinimumPacks INTEGER NOT NULL);
CREATE TABLE Employee (EmployeeId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Role TEXT NOT NULL, HiredOn DATE NOT NULL, LeftOn DATE);
CREATE TABLE Delivery (DeliveryId INTEGER PRIMARY KEY, SiteId INTEGER NOT NULL REFERENCES Site(SiteId), DriverId INTEGER REFERENCES Employee(EmployeeId), PlannedFor DATE NOT NULL, DeliveredOn DATE, Cancelled TEXT NOT NULL);
CREATE TABLE DeliveryLine (DeliveryId INTEGER NOT NULL REFERENCES Delivery(DeliveryId), ProductId INTEGER NOT NULL REFERENCES Product(ProductId), Packs INTEGER NOT NULL, UnitPrice NUMERIC NOT NULL, PRIMARY KEY (DeliveryId, ProductId));
CREATE TABLE ServiceVisit (VisitId INTEGER PRIMARY KEY, SerialNo TEXT NOT NULL REFERENCES Machine(SerialNo), TechnicianId INTEGER REFERENCES Employee(EmployeeId), ReportedOn DATE NOT NULL, VisitedOn DATE, Fault TEXT, PartsCost NUMERIC NOT NULL, UnderWarranty TEXT NOT NULL);
