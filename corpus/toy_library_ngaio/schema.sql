CREATE TABLE family (
  familyno INTEGER PRIMARY KEY,
  surname TEXT NOT NULL,
  contactname TEXT,
  suburb TEXT,
  mobile TEXT,
  plan TEXT,
  joined DATE,
  lapsed DATE,
  dutyparent TEXT
);
CREATE TABLE child (
  childno INTEGER PRIMARY KEY,
  familyno INTEGER,
  firstname TEXT,
  birthdate DATE
);
CREATE TABLE toytype (
  typecode TEXT PRIMARY KEY,
  typename TEXT,
  parentcode TEXT
);
CREATE TABLE toy (
  toyno INTEGER PRIMARY KEY,
  toyname TEXT,
  typecode TEXT,
  maker TEXT,
  minage INTEGER,
  pieces INTEGER,
  purchaseprice NUMERIC,
  bought DATE,
  hirefee NUMERIC,
  withdrawn DATE,
  needsbatteries TEXT
);
CREATE TABLE loan (
  loanno INTEGER PRIMARY KEY,
  toyno INTEGER,
  familyno INTEGER,
  loandate DATE,
  duedate DATE,
  returndate DATE,
  outby INTEGER,
  inby INTEGER,
  piecesmissing INTEGER
);
CREATE TABLE volunteer (
  volno INTEGER PRIMARY KEY,
  volname TEXT,
  familyno INTEGER,
  keyholder TEXT
);
CREATE TABLE fine (
  fineno INTEGER PRIMARY KEY,
  loanno INTEGER,
  reason TEXT,
  amount NUMERIC,
  finedate DATE,
  paiddate DATE,
  waived TEXT
);
CREATE TABLE reservation (
  reserveno INTEGER PRIMARY KEY,
  toyno INTEGER,
  familyno INTEGER,
  reservedon DATE,
  status TEXT
);
