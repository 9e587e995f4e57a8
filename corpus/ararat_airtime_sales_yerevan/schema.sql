-- airtime sales of a television sales house, amounts in Armenian dram
CREATE TABLE agency (agencyid INTEGER PRIMARY KEY, agencyname TEXT NOT NULL, commissionpct REAL NOT NULL);
CREATE TABLE advertiser (advid INTEGER PRIMARY KEY, advname TEXT NOT NULL, sector TEXT NOT NULL, agencyid INTEGER REFERENCES agency(agencyid), clientsince DATE NOT NULL, creditstop BOOLEAN NOT NULL);
CREATE TABLE salesrep (repid INTEGER PRIMARY KEY, repname TEXT NOT NULL, teamname TEXT NOT NULL, bossid INTEGER REFERENCES salesrep(repid), yearquota INTEGER, lefton DATE);
CREATE TABLE channel (chancode TEXT PRIMARY KEY, channame TEXT NOT NULL, genre TEXT NOT NULL, launchedon DATE NOT NULL, closedon DATE);
CREATE TABLE ratecard (chancode TEXT NOT NULL REFERENCES channel(chancode), daypart TEXT NOT NULL, price30sec INTEGER NOT NULL, PRIMARY KEY (chancode, daypart));
CREATE TABLE campaign (campid INTEGER PRIMARY KEY, campname TEXT NOT NULL, advid INTEGER NOT NULL REFERENCES advertiser(advid), repid INTEGER NOT NULL REFERENCES salesrep(repid), startson DATE NOT NULL, endson DATE NOT NULL, budget INTEGER NOT NULL, campstatus TEXT NOT NULL); -- draft, booked, running, ended, cancelled
CREATE TABLE spot (spotid INTEGER PRIMARY KEY, campid INTEGER NOT NULL REFERENCES campaign(campid), chancode TEXT NOT NULL REFERENCES channel(chancode), daypart TEXT NOT NULL, plannedat DATETIME NOT NULL, airedat DATETIME, lengthsec INTEGER NOT NULL, netprice INTEGER NOT NULL, rating REAL, spotstatus TEXT NOT NULL); -- planned, aired, missed, pulled; rating only once aired and measured
CREATE TABLE makegood (makegoodid INTEGER PRIMARY KEY, missedspotid INTEGER NOT NULL REFERENCES spot(spotid), newspotid INTEGER NOT NULL REFERENCES spot(spotid), agreedon DATE NOT NULL);
CREATE TABLE invoice (invno INTEGER PRIMARY KEY, campid INTEGER NOT NULL REFERENCES campaign(campid), issuedon DATE NOT NULL, dueon DATE NOT NULL, amount INTEGER NOT NULL, paidon DATE);
