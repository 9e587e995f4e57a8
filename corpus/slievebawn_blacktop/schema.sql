CREATE TABLE plants (plantid INTEGER PRIMARY KEY, plantname TEXT NOT NULL, county TEXT, maxtph INTEGER, commissioned INTEGER, mothballed INTEGER);
CREATE TABLE staff (staffno INTEGER PRIMARY KEY, staffname TEXT NOT NULL, jobrole TEXT, plantid INTEGER REFERENCES plants(plantid), startdate INTEGER, leftdate INTEGER);
CREATE TABLE custs (custno INTEGER PRIMARY KEY, custname TEXT NOT NULL, custtype TEXT, county TEXT, acctopened INTEGER, creditlimit INTEGER, onstop TEXT, email TEXT);
CREATE TABLE mixes (mixcode TEXT PRIMARY KEY, mixdesc TEXT NOT NULL, course TEXT, binderpct REAL, recycledpct INTEGER, targettemp INTEGER, pricecents INTEGER);
CREATE TABLE orders (orderno INTEGER PRIMARY KEY, custno INTEGER NOT NULL, mixcode TEXT NOT NULL, plantid INTEGER NOT NULL, orderdate INTEGER NOT NULL, wanteddate INTEGER, tonnes REAL, jobsite TEXT, orderstatus TEXT, takenby INTEGER REFERENCES staff(staffno)); -- orderstatus O open, D delivered, X cancelled
CREATE TABLE hauliers (haulid INTEGER PRIMARY KEY, haulname TEXT NOT NULL, phone TEXT, owndrivers INTEGER);
CREATE TABLE lorries (lorryreg TEXT PRIMARY KEY, haulid INTEGER REFERENCES hauliers(haulid), axles INTEGER, payloadkg INTEGER, insulated TEXT, inspdue INTEGER);
CREATE TABLE dockets (docketno INTEGER PRIMARY KEY, orderno INTEGER REFERENCES orders(orderno), lorryreg TEXT REFERENCES lorries(lorryreg), loadedat TEXT, grosskg INTEGER, tarekg INTEGER, tempout INTEGER, tempsite INTEGER, weighedby INTEGER REFERENCES staff(staffno), rejected TEXT);
CREATE TABLE labtests (testid INTEGER PRIMARY KEY, docketno INTEGER REFERENCES dockets(docketno), testkind TEXT, testdate INTEGER, reading REAL, verdict TEXT, testedby INTEGER REFERENCES staff(staffno)); -- verdict P pass, F fail, null = not evaluated yet
CREATE TABLE binders (deliveryid INTEGER PRIMARY KEY, plantid INTEGER REFERENCES plants(plantid), supplier TEXT, grade TEXT, deliverydate INTEGER, litres INTEGER, costcents INTEGER);
CREATE VIEW dailytonnage AS SELECT substr(loadedat, 1, 10) AS loadday, sum(grosskg - tarekg) / 1000.0 AS tonnesout FROM dockets GROUP BY substr(loadedat, 1, 10);
