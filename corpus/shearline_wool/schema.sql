-- shearing contractor and wool broker, Otago
CREATE TABLE farm (farmid INTEGER PRIMARY KEY, farmname TEXT NOT NULL, ownername TEXT, district TEXT, ewecount INTEGER, roadgate TEXT, creditok TEXT NOT NULL);
CREATE TABLE gang (gangid INTEGER PRIMARY KEY, gangname TEXT NOT NULL, gangerid INTEGER, vanplate TEXT);
CREATE TABLE shedhand (handid INTEGER PRIMARY KEY, handname TEXT NOT NULL, roletype TEXT NOT NULL, gangid INTEGER, homecountry TEXT, visauntil TEXT, finishedon TEXT);
CREATE TABLE breed (breedcode TEXT PRIMARY KEY, breedname TEXT NOT NULL, micronlow REAL, micronhigh REAL);
CREATE TABLE shedbooking (bookingid INTEGER PRIMARY KEY, farmid INTEGER NOT NULL, gangid INTEGER, startdate TEXT NOT NULL, daysplanned INTEGER, breedcode TEXT, sheepexpected INTEGER, bookingstate TEXT NOT NULL);
CREATE TABLE tally (tallyid INTEGER PRIMARY KEY, bookingid INTEGER NOT NULL, handid INTEGER NOT NULL, workdate TEXT NOT NULL, runno INTEGER NOT NULL, sheepshorn INTEGER NOT NULL, secondcuts INTEGER);
CREATE TABLE payrate (ratecode TEXT PRIMARY KEY, ratetext TEXT NOT NULL, centspersheep INTEGER, validfrom TEXT);
CREATE TABLE bale (baleno INTEGER PRIMARY KEY, bookingid INTEGER NOT NULL, woolline TEXT NOT NULL, netkg REAL NOT NULL, micron REAL, yieldpct REAL, classedby INTEGER, storeshed TEXT);
CREATE TABLE auctionsale (saleid INTEGER PRIMARY KEY, saledate TEXT NOT NULL, centre TEXT NOT NULL);
CREATE TABLE salelot (saleid INTEGER NOT NULL, baleno INTEGER NOT NULL, reservecents INTEGER, soldcents INTEGER, buyername TEXT, PRIMARY KEY (saleid, baleno));
CREATE TABLE farminvoice (invoiceno INTEGER PRIMARY KEY, bookingid INTEGER NOT NULL, invoicedate TEXT NOT NULL, amountcents INTEGER NOT NULL, paiddate TEXT);
CREATE TABLE injury (injuryid INTEGER PRIMARY KEY, handid INTEGER NOT NULL, injurydate TEXT NOT NULL, bodypart TEXT, daysoff INTEGER);
CREATE TABLE combcutter (itemid INTEGER PRIMARY KEY, handid INTEGER, itemkind TEXT NOT NULL, issuedon TEXT NOT NULL, returnedon TEXT);
CREATE TABLE fuelcard (cardno TEXT PRIMARY KEY, gangid INTEGER, monthlimit INTEGER, stopped TEXT NOT NULL);
CREATE TABLE smsmessage (msgid INTEGER PRIMARY KEY, farmid INTEGER, senton TEXT, msgtext TEXT);
CREATE VIEW gangtally AS SELECT shedbooking.gangid, strftime('%Y', tally.workdate) AS workyear, sum(tally.sheepshorn) AS sheep FROM tally JOIN shedbooking ON tally.bookingid = shedbooking.bookingid GROUP BY shedbooking.gangid, strftime('%Y', tally.workdate);
