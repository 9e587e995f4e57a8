CREATE TABLE court (courtid INTEGER PRIMARY KEY, courtname TEXT NOT NULL, courttown TEXT NOT NULL);
CREATE TABLE bailiff (
  bailiffid INTEGER PRIMARY KEY,
  fullname TEXT NOT NULL,
  courtid INTEGER NOT NULL REFERENCES court(courtid),
  appointedon INTEGER NOT NULL,     -- YYYYMMDD
  leftofficeon INTEGER              -- empty while in office
);
CREATE TABLE officeclerk (clerkid INTEGER PRIMARY KEY, clerkname TEXT NOT NULL, bailiffid INTEGER NOT NULL, hiredon INTEGER NOT NULL, fieldwork TEXT NOT NULL);
CREATE TABLE party (
  partyid INTEGER PRIMARY KEY,
  partyname TEXT NOT NULL,
  partykind TEXT NOT NULL,          -- P person, C company
  taxno TEXT,
  street TEXT,
  town TEXT,
  phone TEXT,
  deceased TEXT NOT NULL            -- T / N
);
CREATE TABLE titletype (titlecode TEXT PRIMARY KEY, titledesc TEXT NOT NULL);
CREATE TABLE casestatus (statuscode TEXT PRIMARY KEY, statusdesc TEXT NOT NULL);
CREATE TABLE enforcement (
  caseno TEXT PRIMARY KEY,
  creditorid INTEGER NOT NULL REFERENCES party(partyid),
  debtorid INTEGER NOT NULL REFERENCES party(partyid),
  bailiffid INTEGER NOT NULL REFERENCES bailiff(bailiffid),
  titlecode TEXT NOT NULL,
  openedon INTEGER NOT NULL,
  closedon INTEGER,
  statuscode TEXT NOT NULL REFERENCES casestatus(statuscode),
  principal INTEGER NOT NULL,       -- grosze
  interestrate REAL
);
CREATE TABLE assettype (assetcode TEXT PRIMARY KEY, assetname TEXT NOT NULL);
CREATE TABLE seizure (
  seizureid INTEGER PRIMARY KEY,
  caseno TEXT NOT NULL REFERENCES enforcement(caseno),
  assetcode TEXT NOT NULL REFERENCES assettype(assetcode),
  description TEXT,
  seizedon INTEGER NOT NULL,
  estimate INTEGER,                 -- grosze
  releasedon INTEGER
);
CREATE TABLE auctionsale (
  auctionid INTEGER PRIMARY KEY,
  seizureid INTEGER NOT NULL REFERENCES seizure(seizureid),
  roundno INTEGER NOT NULL,
  heldon INTEGER NOT NULL,
  startprice INTEGER NOT NULL,      -- grosze
  hammerprice INTEGER,              -- empty: no bid
  buyerid INTEGER REFERENCES party(partyid)
);
CREATE TABLE paymethod (methodcode TEXT PRIMARY KEY, methodname TEXT NOT NULL);
CREATE TABLE payment (paymentid INTEGER PRIMARY KEY, caseno TEXT NOT NULL, paidon INTEGER NOT NULL, amount INTEGER NOT NULL, methodcode TEXT NOT NULL);
CREATE TABLE feeitem (feeid INTEGER PRIMARY KEY, caseno TEXT NOT NULL, feekind TEXT NOT NULL, feeamount INTEGER NOT NULL, bookedon INTEGER NOT NULL, waived TEXT NOT NULL);
CREATE TABLE fieldvisit (visitid INTEGER PRIMARY KEY, caseno TEXT NOT NULL REFERENCES enforcement(caseno), clerkid INTEGER NOT NULL REFERENCES officeclerk(clerkid), visitedon INTEGER NOT NULL, outcome TEXT NOT NULL, policepresent TEXT NOT NULL);
CREATE TABLE wagegarnish (garnishid INTEGER PRIMARY KEY, caseno TEXT NOT NULL REFERENCES enforcement(caseno), employerid INTEGER NOT NULL REFERENCES party(partyid), startedon INTEGER NOT NULL, endedon INTEGER, monthly INTEGER NOT NULL);
CREATE TABLE complaint (complaintid INTEGER PRIMARY KEY, caseno TEXT NOT NULL REFERENCES enforcement(caseno), filedby INTEGER NOT NULL REFERENCES party(partyid), filedon INTEGER NOT NULL, upheld TEXT);
CREATE TABLE changelog (logid INTEGER PRIMARY KEY, tablename TEXT, rowkey TEXT, changedon INTEGER, changedby TEXT);
CREATE VIEW opencaselist AS SELECT caseno, debtorid, bailiffid, principal / 100 AS principalzl FROM enforcement WHERE statuscode = 'A';
