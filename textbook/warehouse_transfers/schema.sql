CREATE TABLE Warehouses (
  WarehouseCode TEXT PRIMARY KEY,
  WarehouseName TEXT,
  City TEXT,
  Capacity INTEGER,
  ManagerName TEXT
);
CREATE TABLE Suppliers (
  SupplierID INTEGER PRIMARY KEY,
  SupplierName TEXT,
  City TEXT,
  Rating TEXT
);
CREATE TABLE Products (
  ProductID INTEGER PRIMARY KEY,
  ProductName TEXT,
  SupplierID INTEGER,
  UnitPrice REAL,
  Colour TEXT,
  FOREIGN KEY (SupplierID) REFERENCES Suppliers(SupplierID)
);
CREATE TABLE Stock (
  WarehouseCode TEXT,
  ProductID INTEGER,
  Quantity INTEGER,
  PRIMARY KEY (WarehouseCode, ProductID),
  FOREIGN KEY (WarehouseCode) REFERENCES Warehouses(WarehouseCode),
  FOREIGN KEY (ProductID) REFERENCES Products(ProductID)
);
CREATE TABLE Transfers (
  TransferID INTEGER PRIMARY KEY,
  ProductID INTEGER,
  FromWarehouse TEXT,
  ToWarehouse TEXT,
  Units INTEGER,
  TransferDate DATE,
  FOREIGN KEY (ProductID) REFERENCES Products(ProductID),
  FOREIGN KEY (FromWarehouse) REFERENCES Warehouses(WarehouseCode),
  FOREIGN KEY (ToWarehouse) REFERENCES Warehouses(WarehouseCode)
);
