-- vinyl pressing plant, Detroit
CREATE TABLE label (labelid INTEGER PRIMARY KEY, labelname TEXT NOT NULL, country TEXT, terms TEXT, rushallowed TEXT);
CREATE TABLE release (catno TEXT PRIMARY KEY, labelid INTEGER NOT NULL, artist TEXT NOT NULL, title TEXT NOT NULL, discs INTEGER NOT NULL, speed INTEGER, masteredby TEXT);
CREATE TABLE job (jobno INTEGER PRIMARY KEY, catno TEXT NOT NULL, orderedon TEXT NOT NULL, qty INTEGER NOT NULL, colorway TEXT, weightg INTEGER, dueon TEXT, jobstate TEXT NOT NULL, repressof INTEGER);
CREATE TABLE testpress (testid INTEGER PRIMARY KEY, jobno INTEGER NOT NULL, senton TEXT NOT NULL, verdict TEXT, verdicton TEXT);
CREATE TABLE machine (machineid INTEGER PRIMARY KEY, machinename TEXT NOT NULL, kind TEXT, installed INTEGER, parked TEXT NOT NULL);
CREATE TABLE pressrun (runid INTEGER PRIMARY KEY, jobno INTEGER NOT NULL, machineid INTEGER NOT NULL, runon TEXT NOT NULL, pressed INTEGER NOT NULL, rejected INTEGER, operatorid INTEGER, checkerid INTEGER);
CREATE TABLE staff (staffid INTEGER PRIMARY KEY, staffname TEXT NOT NULL, shiftname TEXT, quiton TEXT);
CREATE TABLE shipment (shipid INTEGER PRIMARY KEY, jobno INTEGER NOT NULL, shippedon TEXT NOT NULL, units INTEGER NOT NULL, carrier TEXT);
CREATE TABLE invoice (invno INTEGER PRIMARY KEY, jobno INTEGER NOT NULL, amountcents INTEGER NOT NULL, invoicedon TEXT NOT NULL, paidon TEXT);
CREATE TABLE pvcstock (lotid INTEGER PRIMARY KEY, color TEXT NOT NULL, kg REAL NOT NULL, pricekgcents INTEGER, recycled TEXT NOT NULL);
