CREATE TABLE PostOffice (
  officeCode TEXT PRIMARY KEY,
  town TEXT,
  region TEXT,
  counters INTEGER,
  openedYear INTEGER
);
CREATE TABLE PostalWorker (
  workerID INTEGER PRIMARY KEY,
  firstName TEXT,
  lastName TEXT,
  job TEXT,
  hourlyWage REAL,
  officeCode TEXT,
  FOREIGN KEY (officeCode) REFERENCES PostOffice(officeCode)
);
CREATE TABLE DeliveryRound (
  roundID INTEGER PRIMARY KEY,
  officeCode TEXT,
  workerID INTEGER,
  transport TEXT,
  distanceKm REAL,
  addresses INTEGER,
  FOREIGN KEY (officeCode) REFERENCES PostOffice(officeCode),
  FOREIGN KEY (workerID) REFERENCES PostalWorker(workerID)
);
CREATE TABLE Parcel (
  parcelID INTEGER PRIMARY KEY,
  originCode TEXT,
  destinationCode TEXT,
  weightKg REAL,
  postage REAL,
  serviceType TEXT,
  postedDate DATE,
  FOREIGN KEY (originCode) REFERENCES PostOffice(officeCode),
  FOREIGN KEY (destinationCode) REFERENCES PostOffice(officeCode)
);
