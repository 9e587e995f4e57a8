CREATE TABLE hirebase (
  baseid INTEGER PRIMARY KEY,
  basename TEXT,
  shore TEXT,
  hassauna TEXT
);
CREATE TABLE equipmenttype (
  typeid INTEGER PRIMARY KEY,
  typename TEXT,
  seats INTEGER,
  hourprice NUMERIC,
  dayprice NUMERIC,
  needslicence TEXT
);
CREATE TABLE equipment (
  equipid INTEGER PRIMARY KEY,
  typeid INTEGER REFERENCES equipmenttype(typeid),
  baseid INTEGER REFERENCES hirebase(baseid),
  equipname TEXT,
  colour TEXT,
  boughton TEXT,
  retiredon TEXT
);
CREATE TABLE customer (
  custid INTEGER PRIMARY KEY,
  firstname TEXT,
  lastname TEXT,
  homecountry TEXT,
  birthdate TEXT,
  phone TEXT,
  canswim TEXT,
  licenceno TEXT
);
CREATE TABLE staffmember (
  staffid INTEGER PRIMARY KEY,
  fullname TEXT,
  jobtitle TEXT,
  startedon TEXT,
  endedon TEXT,
  hourwage NUMERIC
);
CREATE TABLE hire (
  hireid INTEGER PRIMARY KEY,
  custid INTEGER REFERENCES customer(custid),
  pickupbaseid INTEGER REFERENCES hirebase(baseid),
  returnbaseid INTEGER REFERENCES hirebase(baseid),
  handedoutby INTEGER REFERENCES staffmember(staffid),
  takenbackby INTEGER REFERENCES staffmember(staffid),
  startsat TEXT,
  dueat TEXT,
  returnedat TEXT,
  groupsize INTEGER,
  paymethod TEXT,
  deposit NUMERIC,
  cancelled TEXT
);
CREATE TABLE hireline (
  lineid INTEGER PRIMARY KEY,
  hireid INTEGER REFERENCES hire(hireid),
  equipid INTEGER REFERENCES equipment(equipid),
  hours REAL,
  pricehour NUMERIC,
  discountpct INTEGER
);
CREATE TABLE damage (
  damageid INTEGER PRIMARY KEY,
  lineid INTEGER,
  damagekind TEXT,
  foundat TEXT,
  repairedat TEXT,
  repaircost NUMERIC,
  chargedtocustomer TEXT
);
CREATE TABLE lesson (
  lessonid INTEGER PRIMARY KEY,
  sport TEXT,
  teacherid INTEGER REFERENCES staffmember(staffid),
  startsat TEXT,
  minutes INTEGER,
  maxpeople INTEGER,
  priceperson NUMERIC
);
CREATE TABLE lessonbooking (
  lessonid INTEGER REFERENCES lesson(lessonid),
  custid INTEGER REFERENCES customer(custid),
  showedup TEXT,
  PRIMARY KEY (lessonid, custid)
);
CREATE TABLE stormclosure (
  closureid INTEGER PRIMARY KEY,
  baseid INTEGER REFERENCES hirebase(baseid),
  closedfrom TEXT,
  reopenedat TEXT,
  reason TEXT
);
CREATE VIEW currenthires AS
  SELECT hireid, custid, startsat FROM hire WHERE returnedat IS NULL;
