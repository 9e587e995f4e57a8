-- Props and wigs store of a lakeside opera: loans to productions, returns, workshop repairs
CREATE TABLE StorageBay (BayCode TEXT PRIMARY KEY, Hall TEXT NOT NULL, ClimateControlled TEXT NOT NULL);
CREATE TABLE PropItem (ItemId INTEGER PRIMARY KEY, ItemName TEXT NOT NULL, ItemKind TEXT NOT NULL, Period TEXT, BayCode TEXT REFERENCES StorageBay(BayCode), InsuredValue NUMERIC, AcquiredAt DATETIME, WrittenOffAt DATETIME, RealWeapon TEXT NOT NULL);
CREATE TABLE Opera (OperaId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Composer TEXT NOT NULL);
CREATE TABLE Production (ProductionId INTEGER PRIMARY KEY, OperaId INTEGER NOT NULL REFERENCES Opera(OperaId), House TEXT NOT NULL, Director TEXT, PremiereAt DATETIME, HouseIsOurs TEXT NOT NULL);
CREATE TABLE Employee (EmployeeId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Craft TEXT, ChiefId INTEGER REFERENCES Employee(EmployeeId), LeftAt DATETIME);
CREATE TABLE Loan (LoanId INTEGER PRIMARY KEY, ItemId INTEGER NOT NULL REFERENCES PropItem(ItemId), ProductionId INTEGER NOT NULL REFERENCES Production(ProductionId), OutAt DATETIME NOT NULL, DueAt DATETIME NOT NULL, BackAt DATETIME, HandedOutBy INTEGER REFERENCES Employee(EmployeeId), TakenBackBy INTEGER REFERENCES Employee(EmployeeId), LoanFee NUMERIC, CameBackDamaged TEXT);
CREATE TABLE Repair (RepairId INTEGER PRIMARY KEY, ItemId INTEGER NOT NULL REFERENCES PropItem(ItemId), LoanId INTEGER REFERENCES Loan(LoanId), CraftsmanId INTEGER REFERENCES Employee(EmployeeId), BegunAt DATETIME NOT NULL, FinishedAt DATETIME, HoursWorked REAL, MaterialCost NUMERIC, ChargedOn TEXT NOT NULL);
