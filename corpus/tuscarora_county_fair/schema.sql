CREATE TABLE fairyear (
  yr INTEGER PRIMARY KEY,
  opens DATE,
  closes DATE,
  theme TEXT,
  gatecount INTEGER
);
CREATE TABLE club (
  clubid INTEGER PRIMARY KEY,
  clubname TEXT,
  clubkind TEXT,
  leadername TEXT
);
CREATE TABLE exhibitor (
  exhibitorid INTEGER PRIMARY KEY,
  firstname TEXT,
  lastname TEXT,
  birthdate DATE,
  hometown TEXT,
  clubid INTEGER,
  youth TEXT
);
CREATE TABLE department (
  deptcode TEXT PRIMARY KEY,
  deptname TEXT,
  building TEXT,
  superintendentid INTEGER REFERENCES exhibitor(exhibitorid)
);
CREATE TABLE showclass (
  classno INTEGER PRIMARY KEY,
  deptcode TEXT REFERENCES department(deptcode),
  classdesc TEXT,
  entryfee NUMERIC,
  premium1 INTEGER,
  premium2 INTEGER,
  premium3 INTEGER,
  youthonly TEXT
);
CREATE TABLE judge (
  judgeid INTEGER PRIMARY KEY,
  judgename TEXT,
  homecounty TEXT,
  dayfee NUMERIC
);
CREATE TABLE entry (
  entryid INTEGER PRIMARY KEY,
  yr INTEGER REFERENCES fairyear(yr),
  classno INTEGER REFERENCES showclass(classno),
  exhibitorid INTEGER REFERENCES exhibitor(exhibitorid),
  enteredon DATE,
  placing INTEGER,
  judgeid INTEGER,
  scratched TEXT
);
CREATE TABLE buyer (
  buyerid INTEGER PRIMARY KEY,
  buyername TEXT,
  buyertown TEXT,
  business TEXT
);
CREATE TABLE auctionsale (
  saleid INTEGER PRIMARY KEY,
  entryid INTEGER REFERENCES entry(entryid),
  buyerid INTEGER,
  weightlb INTEGER,
  priceperlb NUMERIC,
  paidon DATE
);
CREATE TABLE rosette (
  rosetteid INTEGER PRIMARY KEY,
  rosettename TEXT,
  donor TEXT,
  cashvalue INTEGER
);
CREATE TABLE rosettewinner (
  rosetteid INTEGER REFERENCES rosette(rosetteid),
  yr INTEGER REFERENCES fairyear(yr),
  entryid INTEGER REFERENCES entry(entryid),
  PRIMARY KEY (rosetteid, yr)
);
CREATE VIEW blueribbons AS SELECT entryid, yr, classno, exhibitorid FROM entry WHERE placing = 1 AND yr = 2024;
