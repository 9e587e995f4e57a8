CREATE TABLE boatClasses (
  className TEXT PRIMARY KEY,
  crewSize INTEGER,
  hullLength REAL,
  sailArea REAL,
  designer TEXT
);
CREATE TABLE sailors (
  sailorId INTEGER PRIMARY KEY,
  sailorName TEXT,
  homeHarbour TEXT,
  age INTEGER,
  licence TEXT
);
CREATE TABLE dinghies (
  sailNumber TEXT PRIMARY KEY,
  boatName TEXT,
  className TEXT,
  helmId INTEGER,
  yearBuilt INTEGER,
  hullColour TEXT,
  FOREIGN KEY (className) REFERENCES boatClasses(className),
  FOREIGN KEY (helmId) REFERENCES sailors(sailorId)
);
CREATE TABLE seriesRaces (
  raceNumber INTEGER PRIMARY KEY,
  raceDate DATE,
  windKnots INTEGER,
  windDirection TEXT,
  raceOfficer TEXT,
  laps INTEGER
);
CREATE TABLE finishes (
  raceNumber INTEGER,
  sailNumber TEXT,
  elapsedMinutes REAL,
  points INTEGER,
  protest TEXT,
  PRIMARY KEY (raceNumber, sailNumber),
  FOREIGN KEY (raceNumber) REFERENCES seriesRaces(raceNumber),
  FOREIGN KEY (sailNumber) REFERENCES dinghies(sailNumber)
);
