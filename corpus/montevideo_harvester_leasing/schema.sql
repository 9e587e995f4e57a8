-- leasing of farm machinery, half-yearly rents after the harvests, amounts in US dollars
CREATE TABLE supplier (supplierno INTEGER PRIMARY KEY, suppliername TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE machine (machineno INTEGER PRIMARY KEY, makemodel TEXT NOT NULL, category TEXT NOT NULL, serialno TEXT NOT NULL, supplierno INTEGER NOT NULL REFERENCES supplier(supplierno), purchasedate DATE NOT NULL, purchaseprice NUMERIC NOT NULL, disposaldate DATE, disposalprice NUMERIC);
CREATE TABLE lessee (lesseeno INTEGER PRIMARY KEY, lesseename TEXT NOT NULL, department TEXT NOT NULL, mainactivity TEXT, customersince DATE NOT NULL, creditgrade TEXT, blacklisted TEXT NOT NULL);
CREATE TABLE salesrep (repno INTEGER PRIMARY KEY, repname TEXT NOT NULL, hiredate DATE NOT NULL, leftdate DATE);
CREATE TABLE contractstatus (statuscode TEXT PRIMARY KEY, statustext TEXT NOT NULL);
CREATE TABLE leasecontract (contractno INTEGER PRIMARY KEY, lesseeno INTEGER NOT NULL REFERENCES lessee(lesseeno), guarantorno INTEGER REFERENCES lessee(lesseeno), machineno INTEGER NOT NULL REFERENCES machine(machineno), repno INTEGER REFERENCES salesrep(repno), statuscode TEXT NOT NULL REFERENCES contractstatus(statuscode), signeddate DATE, startdate DATE, termmonths INTEGER NOT NULL, halfyearrent NUMERIC NOT NULL, residualvalue NUMERIC);
CREATE TABLE instalment (contractno INTEGER NOT NULL REFERENCES leasecontract(contractno), seqno INTEGER NOT NULL, duedate DATE NOT NULL, amountdue NUMERIC NOT NULL, paiddate DATE, amountpaid NUMERIC, PRIMARY KEY (contractno, seqno));
CREATE TABLE inspection (inspectionno INTEGER PRIMARY KEY, machineno INTEGER NOT NULL REFERENCES machine(machineno), inspectiondate DATE NOT NULL, hourmeter INTEGER, verdict TEXT NOT NULL, repaircost NUMERIC);
