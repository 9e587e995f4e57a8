-- upper-air soundings with weather balloons; times are epoch seconds UTC, prices and rewards in öre
CREATE TABLE station (stationId INTEGER PRIMARY KEY, stationName TEXT NOT NULL, region TEXT NOT NULL, elevationM INTEGER NOT NULL, isAutomatic TEXT NOT NULL);
CREATE TABLE operator (operatorId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, baseStationId INTEGER REFERENCES station(stationId), startedAt INTEGER NOT NULL, endedAt INTEGER, email TEXT);
CREATE TABLE sondeType (sondeTypeId INTEGER PRIMARY KEY, model TEXT NOT NULL, maker TEXT NOT NULL, priceOre INTEGER NOT NULL, weightG INTEGER NOT NULL, discontinued TEXT NOT NULL);
CREATE TABLE launch (launchId INTEGER PRIMARY KEY, stationId INTEGER NOT NULL REFERENCES station(stationId), sondeTypeId INTEGER NOT NULL REFERENCES sondeType(sondeTypeId), gas TEXT NOT NULL, preparedById INTEGER REFERENCES operator(operatorId), releasedById INTEGER REFERENCES operator(operatorId), launchedAt INTEGER NOT NULL, burstAt INTEGER, maxAltitudeM INTEGER, outcome TEXT NOT NULL);
CREATE TABLE level (launchId INTEGER NOT NULL REFERENCES launch(launchId), pressureHpa INTEGER NOT NULL, heightM INTEGER NOT NULL, tempC REAL NOT NULL, windKt INTEGER, PRIMARY KEY (launchId, pressureHpa));
CREATE TABLE finder (finderId INTEGER PRIMARY KEY, finderName TEXT NOT NULL, village TEXT, phone TEXT);
CREATE TABLE recovery (recoveryId INTEGER PRIMARY KEY, launchId INTEGER NOT NULL UNIQUE REFERENCES launch(launchId), finderId INTEGER REFERENCES finder(finderId), foundAt INTEGER NOT NULL, condition TEXT NOT NULL, rewardOre INTEGER);
CREATE VIEW goodLaunch AS SELECT launchId, stationId, launchedAt, maxAltitudeM FROM launch WHERE outcome = 'ok' AND maxAltitudeM > 25000;
