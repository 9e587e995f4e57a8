CREATE TABLE customer (
  custno INTEGER PRIMARY KEY,
  custname TEXT NOT NULL,
  custtype TEXT,
  phone TEXT,
  email TEXT,
  lifesupport TEXT,
  concession TEXT,
  createddate INTEGER
);
CREATE TABLE premise (
  premiseno INTEGER PRIMARY KEY,
  streetaddress TEXT,
  suburb TEXT,
  postcode TEXT,
  hassolar TEXT
);
CREATE TABLE tariff (
  tariffcode TEXT PRIMARY KEY,
  tariffname TEXT,
  dailycharge NUMERIC,
  ratepeak NUMERIC,
  rateoffpeak NUMERIC,
  feedinrate NUMERIC,
  validfrom INTEGER,
  validto INTEGER
);
CREATE TABLE account (
  accountno INTEGER PRIMARY KEY,
  custno INTEGER REFERENCES customer(custno),
  premiseno INTEGER REFERENCES premise(premiseno),
  tariffcode TEXT REFERENCES tariff(tariffcode),
  startdate INTEGER,
  enddate INTEGER,
  paymethod TEXT
);
CREATE TABLE meter (
  meterno TEXT PRIMARY KEY,
  premiseno INTEGER,
  metertype TEXT,
  installdate INTEGER,
  removeddate INTEGER
);
CREATE TABLE readtype (
  readtypecode TEXT PRIMARY KEY,
  readtypename TEXT
);
CREATE TABLE staff (
  staffno INTEGER PRIMARY KEY,
  staffname TEXT,
  team TEXT,
  leavingdate INTEGER
);
CREATE TABLE meterreading (
  readingno INTEGER PRIMARY KEY,
  meterno TEXT REFERENCES meter(meterno),
  readdate INTEGER,
  kwhused INTEGER,
  readtypecode TEXT REFERENCES readtype(readtypecode),
  readerno INTEGER
);
CREATE TABLE bill (
  billno INTEGER PRIMARY KEY,
  accountno INTEGER REFERENCES account(accountno),
  issuedate INTEGER,
  duedate INTEGER,
  amountcents INTEGER,
  paiddate INTEGER
);
CREATE TABLE discreason (
  reasoncode TEXT PRIMARY KEY,
  reasontext TEXT
);
CREATE TABLE disconnection (
  discno INTEGER PRIMARY KEY,
  accountno INTEGER REFERENCES account(accountno),
  reasoncode TEXT REFERENCES discreason(reasoncode),
  requestdate INTEGER,
  discdate INTEGER,
  reconndate INTEGER,
  requestedby INTEGER REFERENCES staff(staffno),
  fieldstaffno INTEGER REFERENCES staff(staffno),
  feecents INTEGER
);
CREATE TABLE tariffswitch (
  switchno INTEGER PRIMARY KEY,
  accountno INTEGER REFERENCES account(accountno),
  oldtariff TEXT REFERENCES tariff(tariffcode),
  newtariff TEXT REFERENCES tariff(tariffcode),
  switchdate INTEGER
);
CREATE TABLE auditlog (
  logno INTEGER PRIMARY KEY,
  tablename TEXT,
  staffno INTEGER,
  logdate INTEGER
);
CREATE VIEW currentaccounts AS
  SELECT accountno, custno, premiseno, tariffcode FROM account WHERE enddate IS NULL AND startdate >= 20200101;
