CREATE TABLE tblVillage (villageId INTEGER PRIMARY KEY, villageName TEXT, walkMinutes INTEGER, hasRoad TEXT);
CREATE TABLE tblPatient (patientId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, sex TEXT, bornOn TEXT, villageId INTEGER REFERENCES tblVillage(villageId), motherId INTEGER REFERENCES tblPatient(patientId), phone TEXT, movedAwayOn TEXT);
CREATE TABLE tblStaff (staffId INTEGER PRIMARY KEY, staffName TEXT, role TEXT, joinedOn TEXT, leftOn TEXT);
CREATE TABLE tblVaccine (vaccineId INTEGER PRIMARY KEY, vaccineName TEXT, disease TEXT, dosesNeeded INTEGER, isLive TEXT);
CREATE TABLE tblBatch (batchNo TEXT PRIMARY KEY, vaccineId INTEGER REFERENCES tblVaccine(vaccineId), supplier TEXT, receivedOn TEXT, expiresOn TEXT, dosesReceived INTEGER, dosesDiscarded INTEGER, rupeesPerDose NUMERIC, recalled TEXT);
CREATE TABLE tblVaccination (vaccinationId INTEGER PRIMARY KEY, patientId INTEGER REFERENCES tblPatient(patientId), batchNo TEXT REFERENCES tblBatch(batchNo), doseNo INTEGER, givenOn TEXT, givenById INTEGER, checkedById INTEGER, outreach TEXT);
CREATE TABLE tblReaction (reactionId INTEGER PRIMARY KEY, vaccinationId INTEGER, symptom TEXT, severity TEXT, reportedOn TEXT);
CREATE TABLE tblItem (itemId INTEGER PRIMARY KEY, itemName TEXT, unit TEXT, minStock INTEGER);
CREATE TABLE tblShelf (shelfId INTEGER PRIMARY KEY, itemId INTEGER, lotNo TEXT, qtyOnHand INTEGER, expiresOn TEXT, countedOn TEXT);
