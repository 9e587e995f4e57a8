CREATE TABLE fire_station (
  stationId INTEGER PRIMARY KEY,
  stationName TEXT,
  borough TEXT,
  yearBuilt INTEGER
);
CREATE TABLE fire_engine (
  engineId INTEGER PRIMARY KEY,
  callSign TEXT,
  model TEXT,
  tankLitres INTEGER,
  stationId INTEGER,
  FOREIGN KEY (stationId) REFERENCES fire_station(stationId)
);
CREATE TABLE firefighter (
  firefighterId INTEGER PRIMARY KEY,
  name TEXT,
  rank TEXT,
  age INTEGER,
  yearsOfService INTEGER,
  stationId INTEGER,
  supervisorId INTEGER,
  FOREIGN KEY (stationId) REFERENCES fire_station(stationId),
  FOREIGN KEY (supervisorId) REFERENCES firefighter(firefighterId)
);
CREATE TABLE incident (
  incidentId INTEGER PRIMARY KEY,
  incidentType TEXT,
  borough TEXT,
  incidentDate DATE,
  injuredPeople INTEGER
);
CREATE TABLE engine_dispatch (
  incidentId INTEGER,
  engineId INTEGER,
  minutesToArrive INTEGER,
  PRIMARY KEY (incidentId, engineId),
  FOREIGN KEY (incidentId) REFERENCES incident(incidentId),
  FOREIGN KEY (engineId) REFERENCES fire_engine(engineId)
);
