CREATE TABLE functionroom (
  roomid INTEGER PRIMARY KEY,
  roomname TEXT,
  floorno INTEGER,
  sqm INTEGER,
  maxtheatre INTEGER,
  maxbanquet INTEGER,
  daylight INTEGER,
  hirefee NUMERIC,
  partofroomid INTEGER REFERENCES functionroom(roomid)
);
CREATE TABLE client (
  clientid INTEGER PRIMARY KEY,
  clientname TEXT,
  clientkind TEXT,
  city TEXT,
  creditlimit NUMERIC,
  blacklisted INTEGER
);
CREATE TABLE salesrep (
  repid INTEGER PRIMARY KEY,
  repname TEXT,
  joineddate TEXT,
  leftdate TEXT
);
CREATE TABLE eventbooking (
  eventid INTEGER PRIMARY KEY,
  clientid INTEGER REFERENCES client(clientid),
  billtoclientid INTEGER REFERENCES client(clientid),
  repid INTEGER REFERENCES salesrep(repid),
  eventtitle TEXT,
  eventtype TEXT,
  bookedon TEXT,
  eventstatus TEXT,
  depositamount NUMERIC,
  depositpaidon TEXT
);
CREATE TABLE roomslot (
  slotid INTEGER PRIMARY KEY,
  eventid INTEGER REFERENCES eventbooking(eventid),
  roomid INTEGER REFERENCES functionroom(roomid),
  starttime TEXT,
  endtime TEXT,
  setupstyle TEXT,
  expectedguests INTEGER,
  actualguests INTEGER
);
CREATE TABLE menu (
  menuid INTEGER PRIMARY KEY,
  menuname TEXT,
  course TEXT,
  priceperhead NUMERIC,
  vegan INTEGER,
  withdrawn INTEGER
);
CREATE TABLE cateringorder (
  orderid INTEGER PRIMARY KEY,
  slotid INTEGER,
  menuid INTEGER,
  covers INTEGER,
  discountpct NUMERIC,
  servedat TEXT
);
