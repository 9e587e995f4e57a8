-- plumbing and heating merchant: trade accounts, invoices, branch stock
CREATE TABLE Branch (BranchId INTEGER PRIMARY KEY, BranchName TEXT NOT NULL, Postcode TEXT, OpenedYear INTEGER);
CREATE TABLE SalesRep (SalesRepId INTEGER PRIMARY KEY, RepName TEXT NOT NULL, BranchId INTEGER REFERENCES Branch(BranchId), HiredOn DATE, LeftOn DATE);
CREATE TABLE TradeAccount (AccountNo INTEGER PRIMARY KEY, CompanyName TEXT NOT NULL, ContactName TEXT, Town TEXT, CreditLimit NUMERIC, TermsDays INTEGER NOT NULL, SalesRepId INTEGER REFERENCES SalesRep(SalesRepId), OnStop TEXT NOT NULL, OpenedOn DATE NOT NULL);
CREATE TABLE ProductGroup (GroupCode TEXT PRIMARY KEY, GroupName TEXT NOT NULL);
CREATE TABLE Product (ProductCode TEXT PRIMARY KEY, Description TEXT NOT NULL, Brand TEXT, GroupCode TEXT NOT NULL REFERENCES ProductGroup(GroupCode), CostPrice NUMERIC NOT NULL, ListPrice NUMERIC NOT NULL, WeightKg REAL);
CREATE TABLE BranchStock (BranchId INTEGER NOT NULL REFERENCES Branch(BranchId), ProductCode TEXT NOT NULL REFERENCES Product(ProductCode), QtyOnHand INTEGER NOT NULL, ReorderPoint INTEGER NOT NULL, QtyOnOrder INTEGER NOT NULL, PRIMARY KEY (BranchId, ProductCode));
CREATE TABLE Invoice (InvoiceNo INTEGER PRIMARY KEY, AccountNo INTEGER NOT NULL REFERENCES TradeAccount(AccountNo), BranchId INTEGER NOT NULL REFERENCES Branch(BranchId), InvoiceDate DATE NOT NULL, DueDate DATE NOT NULL, CustomerRef TEXT, NetTotal NUMERIC NOT NULL, VatTotal NUMERIC NOT NULL, Cancelled TEXT NOT NULL);
CREATE TABLE InvoiceLine (InvoiceNo INTEGER NOT NULL REFERENCES Invoice(InvoiceNo), LineNumber INTEGER NOT NULL, ProductCode TEXT NOT NULL REFERENCES Product(ProductCode), Qty INTEGER NOT NULL, UnitPrice NUMERIC NOT NULL, UnitCost NUMERIC NOT NULL, PRIMARY KEY (InvoiceNo, LineNumber));
CREATE TABLE Payment (PaymentId INTEGER PRIMARY KEY, InvoiceNo INTEGER NOT NULL REFERENCES Invoice(InvoiceNo), PaidOn DATE NOT NULL, Amount NUMERIC NOT NULL, Method TEXT NOT NULL);
