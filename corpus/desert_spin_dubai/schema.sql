CREATE TABLE rider (riderId INTEGER PRIMARY KEY, riderName TEXT NOT NULL, mobile TEXT, sex TEXT, birthDay INTEGER, signedUp INTEGER NOT NULL, shoeSize INTEGER, marketingOptIn TEXT NOT NULL);
CREATE TABLE studio (studioId INTEGER PRIMARY KEY, studioName TEXT NOT NULL, district TEXT NOT NULL, bikeCount INTEGER NOT NULL, ladiesOnly TEXT NOT NULL);
CREATE TABLE coach (coachId INTEGER PRIMARY KEY, coachName TEXT NOT NULL, homeCountry TEXT, payPerClass REAL NOT NULL, leftAt INTEGER);
CREATE TABLE classSlot (slotId INTEGER PRIMARY KEY, studioId INTEGER NOT NULL REFERENCES studio(studioId), coachId INTEGER NOT NULL REFERENCES coach(coachId), standInCoachId INTEGER REFERENCES coach(coachId), startsAt INTEGER NOT NULL, lengthMin INTEGER NOT NULL, theme TEXT, scrapped TEXT NOT NULL);
CREATE TABLE packType (packCode TEXT PRIMARY KEY, packName TEXT NOT NULL, rides INTEGER, validDays INTEGER NOT NULL, priceAed REAL NOT NULL);
CREATE TABLE packSale (saleId INTEGER PRIMARY KEY, riderId INTEGER NOT NULL REFERENCES rider(riderId), packCode TEXT NOT NULL REFERENCES packType(packCode), soldAt INTEGER NOT NULL, paidAed REAL NOT NULL, refundedAt INTEGER);
CREATE TABLE booking (bookingId INTEGER PRIMARY KEY, slotId INTEGER NOT NULL REFERENCES classSlot(slotId), riderId INTEGER NOT NULL REFERENCES rider(riderId), saleId INTEGER REFERENCES packSale(saleId), bookedAt INTEGER NOT NULL, outcome TEXT NOT NULL, bikeNo INTEGER);
CREATE TABLE classReview (reviewId INTEGER PRIMARY KEY, bookingId INTEGER NOT NULL REFERENCES booking(bookingId), stars INTEGER NOT NULL, wroteAt INTEGER NOT NULL, remark TEXT);
