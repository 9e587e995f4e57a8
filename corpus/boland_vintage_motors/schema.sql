CREATE TABLE clubmember (
  memberid INTEGER PRIMARY KEY,
  firstname TEXT,
  lastname TEXT,
  hometown TEXT,
  birthyear INTEGER,
  joinedat INTEGER,
  leftat INTEGER,
  lifemember TEXT,
  sponsorid INTEGER REFERENCES clubmember(memberid)
);
CREATE TABLE carmake (
  makeid INTEGER PRIMARY KEY,
  makename TEXT NOT NULL,
  origincountry TEXT
);
CREATE TABLE vintagecar (
  carid INTEGER PRIMARY KEY,
  makeid INTEGER REFERENCES carmake(makeid),
  ownerid INTEGER REFERENCES clubmember(memberid),
  modelname TEXT,
  buildyear INTEGER,
  enginecc INTEGER,
  bodystyle TEXT,
  roadworthy TEXT,
  insuredvalue NUMERIC,
  soldat INTEGER
);
CREATE TABLE rally (
  rallyid INTEGER PRIMARY KEY,
  rallyname TEXT,
  startplace TEXT,
  finishplace TEXT,
  startsat INTEGER,
  distancekm NUMERIC,
  entryfee NUMERIC,
  marshalid INTEGER REFERENCES clubmember(memberid)
);
CREATE TABLE rallyentry (
  entryid INTEGER PRIMARY KEY,
  rallyid INTEGER NOT NULL REFERENCES rally(rallyid),
  carid INTEGER NOT NULL REFERENCES vintagecar(carid),
  driverid INTEGER REFERENCES clubmember(memberid),
  navigatorid INTEGER REFERENCES clubmember(memberid),
  startnumber INTEGER,
  penaltypoints INTEGER,
  retiredreason TEXT,
  feepaid TEXT
);
CREATE TABLE subscription (
  subscriptionid INTEGER PRIMARY KEY,
  memberid INTEGER NOT NULL REFERENCES clubmember(memberid),
  clubyear INTEGER,
  amountdue NUMERIC,
  paidat INTEGER
);
CREATE TABLE sparepart (
  partid INTEGER PRIMARY KEY,
  makeid INTEGER REFERENCES carmake(makeid),
  partname TEXT,
  donatedby INTEGER REFERENCES clubmember(memberid),
  qtyonshelf INTEGER
);
