CREATE TABLE Yard (
  yardCode TEXT PRIMARY KEY,
  yardName TEXT,
  town TEXT,
  areaSqm INTEGER,
  manager TEXT
);
CREATE TABLE Metal (
  metalCode TEXT PRIMARY KEY,
  metalName TEXT,
  ferrous TEXT,
  pricePerTonne REAL
);
CREATE TABLE Supplier (
  supplierId INTEGER PRIMARY KEY,
  supplierName TEXT,
  supplierType TEXT,
  town TEXT
);
CREATE TABLE Delivery (
  deliveryId INTEGER PRIMARY KEY,
  yardCode TEXT,
  supplierId INTEGER,
  metalCode TEXT,
  tonnes REAL,
  deliveredOn DATE,
  FOREIGN KEY (yardCode) REFERENCES Yard(yardCode),
  FOREIGN KEY (supplierId) REFERENCES Supplier(supplierId),
  FOREIGN KEY (metalCode) REFERENCES Metal(metalCode)
);
CREATE TABLE Machine (
  machineId INTEGER PRIMARY KEY,
  yardCode TEXT,
  machineKind TEXT,
  purchaseYear TEXT,
  FOREIGN KEY (yardCode) REFERENCES Yard(yardCode)
);
