CREATE TABLE agencies (agencyId INTEGER PRIMARY KEY, agencyName TEXT, commissionPct REAL, country TEXT);
CREATE TABLE advertisers (advertiserId INTEGER PRIMARY KEY, brandName TEXT, sector TEXT, agencyId INTEGER REFERENCES agencies(agencyId), creditLimit INTEGER, onHold INTEGER);
CREATE TABLE sellers (sellerId INTEGER PRIMARY KEY, fullName TEXT, hiredOn INTEGER, leftOn INTEGER, yearlyTarget INTEGER);
CREATE TABLE cinemas (cinemaId INTEGER PRIMARY KEY, cinemaName TEXT, town TEXT, ownerGroup TEXT, signedOn INTEGER);
CREATE TABLE auditoria (auditoriumId INTEGER PRIMARY KEY, cinemaId INTEGER NOT NULL REFERENCES cinemas(cinemaId), screenNo INTEGER, seats INTEGER, isLuxury INTEGER);
CREATE TABLE spots (spotId INTEGER PRIMARY KEY, advertiserId INTEGER REFERENCES advertisers(advertiserId), title TEXT, lengthSec INTEGER, ageRating INTEGER, approvedOn INTEGER);
CREATE TABLE campaigns (campaignId INTEGER PRIMARY KEY, spotId INTEGER REFERENCES spots(spotId), soldBy INTEGER REFERENCES sellers(sellerId), firstDay INTEGER, lastDay INTEGER, discountPct REAL, cancelledOn INTEGER);
CREATE TABLE placements (campaignId INTEGER REFERENCES campaigns(campaignId), auditoriumId INTEGER REFERENCES auditoria(auditoriumId), showings INTEGER, admissions INTEGER, grossSek INTEGER, PRIMARY KEY (campaignId, auditoriumId));
