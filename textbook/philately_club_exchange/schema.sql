CREATE TABLE collector (
  collectorId INTEGER PRIMARY KEY,
  name TEXT,
  town TEXT,
  memberSince INTEGER,
  speciality TEXT
);
CREATE TABLE stamp (
  stampId INTEGER PRIMARY KEY,
  title TEXT,
  country TEXT,
  issueYear INTEGER,
  faceValue TEXT,
  catalogueValue REAL,
  colour TEXT
);
CREATE TABLE holding (
  collectorId INTEGER,
  stampId INTEGER,
  condition TEXT,
  copies INTEGER,
  PRIMARY KEY (collectorId, stampId),
  FOREIGN KEY (collectorId) REFERENCES collector(collectorId),
  FOREIGN KEY (stampId) REFERENCES stamp(stampId)
);
CREATE TABLE swap (
  swapId INTEGER PRIMARY KEY,
  giverId INTEGER,
  receiverId INTEGER,
  stampId INTEGER,
  swapDate DATE,
  FOREIGN KEY (giverId) REFERENCES collector(collectorId),
  FOREIGN KEY (receiverId) REFERENCES collector(collectorId),
  FOREIGN KEY (stampId) REFERENCES stamp(stampId)
);
