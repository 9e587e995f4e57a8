-- village post agencies: parcels, cash desk, rounds
CREATE TABLE agency (agencyid INTEGER PRIMARY KEY, agencyname TEXT NOT NULL, county TEXT, inhabitants INTEGER, openedat INTEGER, closedat INTEGER, haslocker INTEGER NOT NULL, parentagencyid INTEGER REFERENCES agency(agencyid));
CREATE TABLE clerk (clerkid INTEGER PRIMARY KEY, clerkname TEXT NOT NULL, agencyid INTEGER NOT NULL REFERENCES agency(agencyid), hiredat INTEGER NOT NULL, leftat INTEGER, weeklyhours REAL);
CREATE TABLE customer (customerid INTEGER PRIMARY KEY, fullname TEXT NOT NULL, village TEXT, phoneno TEXT, ispensioner INTEGER NOT NULL);
CREATE TABLE parcelstatus (statuscode TEXT PRIMARY KEY, statustext TEXT NOT NULL);
CREATE TABLE parcel (parcelid INTEGER PRIMARY KEY, trackingno TEXT NOT NULL, senderid INTEGER REFERENCES customer(customerid), recipientid INTEGER REFERENCES customer(customerid), fromagencyid INTEGER REFERENCES agency(agencyid), toagencyid INTEGER NOT NULL REFERENCES agency(agencyid), acceptedat INTEGER NOT NULL, arrivedat INTEGER, handedoverat INTEGER, weightgrams INTEGER NOT NULL, postagebani INTEGER NOT NULL, codbani INTEGER, statuscode TEXT NOT NULL, fragile INTEGER NOT NULL);
CREATE TABLE operationtype (optype TEXT PRIMARY KEY, opname TEXT NOT NULL, direction TEXT NOT NULL);
CREATE TABLE cashoperation (cashopid INTEGER PRIMARY KEY, agencyid INTEGER NOT NULL, clerkid INTEGER, customerid INTEGER, optype TEXT NOT NULL, amountbani INTEGER NOT NULL, feebani INTEGER, doneat INTEGER NOT NULL, cancelled INTEGER NOT NULL);
CREATE TABLE cashcount (countid INTEGER PRIMARY KEY, agencyid INTEGER NOT NULL, clerkid INTEGER NOT NULL, countedat INTEGER NOT NULL, expectedbani INTEGER NOT NULL, foundbani INTEGER NOT NULL);
CREATE TABLE complaint (complaintid INTEGER PRIMARY KEY, parcelid INTEGER REFERENCES parcel(parcelid), customerid INTEGER, filedat INTEGER NOT NULL, subject TEXT NOT NULL, settledat INTEGER, compensationbani INTEGER);
CREATE TABLE postround (roundid INTEGER PRIMARY KEY, agencyid INTEGER NOT NULL, roundname TEXT NOT NULL, kilometres REAL, vehicle TEXT);
CREATE TABLE changelog (logid INTEGER PRIMARY KEY, tablename TEXT, changedat INTEGER, changedby INTEGER);
CREATE VIEW openparcels AS SELECT parcelid, trackingno, toagencyid FROM parcel WHERE arrivedat IS NOT NULL AND handedoverat IS NULL;
