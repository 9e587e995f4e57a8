CREATE TABLE marathon (
  marathonId INTEGER PRIMARY KEY,
  city TEXT,
  raceDate DATE,
  entryFee REAL,
  elevationGain INTEGER,
  courseRecord TEXT
);
CREATE TABLE runner (
  runnerId INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  sex TEXT,
  age INTEGER,
  shoeBrand TEXT
);
CREATE TABLE result (
  marathonId INTEGER,
  runnerId INTEGER,
  bibNumber TEXT,
  finishMinutes REAL,
  place INTEGER,
  PRIMARY KEY (marathonId, runnerId),
  FOREIGN KEY (marathonId) REFERENCES marathon(marathonId),
  FOREIGN KEY (runnerId) REFERENCES runner(runnerId)
);
