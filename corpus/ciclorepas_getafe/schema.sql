CREATE TABLE zones (zoneid INTEGER PRIMARY KEY, zonename TEXT NOT NULL, baseratecents INTEGER NOT NULL);
CREATE TABLE riders (riderid INTEGER PRIMARY KEY, fullname TEXT NOT NULL, phonenumber TEXT, vehicletype TEXT NOT NULL, homezoneid INTEGER, joineddate INTEGER NOT NULL, leftdate INTEGER, sharespaid INTEGER NOT NULL, iscoopmember TEXT NOT NULL, referredby INTEGER);
CREATE TABLE restaurants (restaurantid INTEGER PRIMARY KEY, tradename TEXT NOT NULL, zoneid INTEGER, commissionpct REAL, signeddate INTEGER, isactive TEXT NOT NULL);
CREATE TABLE shifts (shiftid INTEGER PRIMARY KEY, riderid INTEGER, zoneid INTEGER NOT NULL, shiftdate INTEGER NOT NULL, plannedhours REAL NOT NULL, workedhours REAL, swappedwith INTEGER, noshow TEXT NOT NULL);
CREATE TABLE deliveries (deliveryid INTEGER PRIMARY KEY, shiftid INTEGER NOT NULL, restaurantid INTEGER NOT NULL, distancekm REAL, minutestaken INTEGER, feecents INTEGER NOT NULL, tipcents INTEGER NOT NULL, customerrating INTEGER, waslate TEXT NOT NULL);
CREATE TABLE payruns (payrunid INTEGER PRIMARY KEY, periodstart INTEGER NOT NULL, periodend INTEGER NOT NULL, paidon INTEGER);
CREATE TABLE payslips (payslipid INTEGER PRIMARY KEY, payrunid INTEGER NOT NULL, riderid INTEGER NOT NULL, grosscents INTEGER NOT NULL, deductioncents INTEGER NOT NULL, bonuscents INTEGER);
CREATE TABLE incidents (incidentid INTEGER PRIMARY KEY, riderid INTEGER NOT NULL, incidentdate INTEGER NOT NULL, kindofincident TEXT NOT NULL, dayslost INTEGER, insurancepaid TEXT);
