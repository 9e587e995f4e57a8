CREATE TABLE zone (
  zoneId INTEGER PRIMARY KEY,
  zoneName TEXT,
  isNoParking INTEGER,
  maxSpeedKmh INTEGER,
  capacity INTEGER
);
CREATE TABLE scooterModel (
  modelId INTEGER PRIMARY KEY,
  modelName TEXT,
  maker TEXT,
  rangeKm INTEGER,
  weightKg REAL
);
CREATE TABLE scooter (
  scooterId INTEGER PRIMARY KEY,
  plateCode TEXT,
  modelId INTEGER REFERENCES scooterModel(modelId),
  homeZoneId INTEGER REFERENCES zone(zoneId),
  boughtAt INTEGER,
  retiredAt INTEGER,
  odometerKm REAL,
  hasHelmetBox INTEGER
);
CREATE TABLE rider (
  riderId INTEGER PRIMARY KEY,
  displayName TEXT,
  birthYear INTEGER,
  signedUpAt INTEGER,
  bannedAt INTEGER,
  isTourist INTEGER,
  walletCents INTEGER,
  invitedById INTEGER REFERENCES rider(riderId)
);
CREATE TABLE ride (
  rideId INTEGER PRIMARY KEY,
  riderId INTEGER REFERENCES rider(riderId),
  scooterId INTEGER REFERENCES scooter(scooterId),
  startZoneId INTEGER REFERENCES zone(zoneId),
  endZoneId INTEGER REFERENCES zone(zoneId),
  startedAt INTEGER,
  endedAt INTEGER,
  distanceM INTEGER,
  priceCents INTEGER,
  stars INTEGER
);
CREATE TABLE crewMember (
  crewId INTEGER PRIMARY KEY,
  fullName TEXT,
  shift TEXT,
  isMechanic INTEGER
);
CREATE TABLE batterySwap (
  swapId INTEGER PRIMARY KEY,
  scooterId INTEGER REFERENCES scooter(scooterId),
  crewId INTEGER REFERENCES crewMember(crewId),
  swappedAt INTEGER,
  pctBefore INTEGER,
  pctAfter INTEGER
);
CREATE TABLE damageReport (
  reportId INTEGER PRIMARY KEY,
  scooterId INTEGER REFERENCES scooter(scooterId),
  reportedByRiderId INTEGER REFERENCES rider(riderId),
  repairedByCrewId INTEGER REFERENCES crewMember(crewId),
  reportedAt INTEGER,
  repairedAt INTEGER,
  partName TEXT,
  isVandalism INTEGER,
  repairCostCents INTEGER
);
CREATE TABLE fine (
  fineId INTEGER PRIMARY KEY,
  rideId INTEGER REFERENCES ride(rideId),
  reason TEXT,
  amountCents INTEGER,
  paidAt INTEGER
);
CREATE VIEW activeScooter AS
  SELECT DISTINCT scooter.scooterId, scooter.plateCode FROM scooter
  JOIN ride ON ride.scooterId = scooter.scooterId WHERE ride.startedAt >= 1735689600;
