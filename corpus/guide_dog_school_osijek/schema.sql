-- guide dog school: breeding, puppy families, training, placements (moments as text with time)
CREATE TABLE dogs (dogId INTEGER PRIMARY KEY, dogName TEXT NOT NULL, sex TEXT NOT NULL, breed TEXT NOT NULL, bornAt DATETIME NOT NULL, damId INTEGER REFERENCES dogs(dogId), sireId INTEGER REFERENCES dogs(dogId), status TEXT NOT NULL, chipNo TEXT);
CREATE TABLE trainers (trainerId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, hiredAt DATETIME NOT NULL, leftAt DATETIME, isCertified TEXT NOT NULL);
CREATE TABLE families (familyId INTEGER PRIMARY KEY, surname TEXT NOT NULL, city TEXT NOT NULL, phone TEXT, hasChildren TEXT NOT NULL);
CREATE TABLE puppyStays (stayId INTEGER PRIMARY KEY, dogId INTEGER NOT NULL REFERENCES dogs(dogId), familyId INTEGER NOT NULL REFERENCES families(familyId), fromAt DATETIME NOT NULL, toAt DATETIME);
CREATE TABLE trainings (trainingId INTEGER PRIMARY KEY, dogId INTEGER NOT NULL REFERENCES dogs(dogId), trainerId INTEGER NOT NULL REFERENCES trainers(trainerId), assessorId INTEGER REFERENCES trainers(trainerId), startedAt DATETIME NOT NULL, endedAt DATETIME, result TEXT);
CREATE TABLE clients (clientId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, birthDate DATE NOT NULL, city TEXT NOT NULL, email TEXT);
CREATE TABLE applications (applicationId INTEGER PRIMARY KEY, clientId INTEGER NOT NULL REFERENCES clients(clientId), appliedAt DATETIME NOT NULL, decidedAt DATETIME, decision TEXT);
CREATE TABLE placements (placementId INTEGER PRIMARY KEY, clientId INTEGER NOT NULL REFERENCES clients(clientId), dogId INTEGER NOT NULL REFERENCES dogs(dogId), placedAt DATETIME NOT NULL, endedAt DATETIME, endReason TEXT);
CREATE TABLE healthChecks (checkId INTEGER PRIMARY KEY, dogId INTEGER NOT NULL REFERENCES dogs(dogId), checkedAt DATETIME NOT NULL, vetName TEXT NOT NULL, weightKg REAL NOT NULL, hipScore INTEGER);
