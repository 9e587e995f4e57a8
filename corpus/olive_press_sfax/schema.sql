CREATE TABLE growers (growerid INTEGER PRIMARY KEY, growername TEXT NOT NULL, village TEXT NOT NULL, treecount INTEGER, organiccert TEXT, joinedyear INTEGER NOT NULL);
CREATE TABLE varieties (varietycode TEXT PRIMARY KEY, varietyname TEXT NOT NULL);
CREATE TABLE deliveries (deliveryid INTEGER PRIMARY KEY, growerid INTEGER NOT NULL, varietycode TEXT NOT NULL REFERENCES varieties(varietycode), receivedat TEXT NOT NULL, weightkg INTEGER NOT NULL, leafpct REAL, pickmethod TEXT NOT NULL, refused TEXT NOT NULL);
CREATE TABLE pressings (pressingid INTEGER PRIMARY KEY, deliveryid INTEGER NOT NULL, lineno INTEGER NOT NULL, startedat TEXT NOT NULL, endedat TEXT, oilkg REAL, tankno INTEGER);
CREATE TABLE tanks (tankno INTEGER PRIMARY KEY, capacitykg INTEGER NOT NULL, material TEXT NOT NULL, cleanedon TEXT);
CREATE TABLE analyses (analysisid INTEGER PRIMARY KEY, pressingid INTEGER NOT NULL REFERENCES pressings(pressingid), sampledon TEXT NOT NULL, acidity REAL NOT NULL, peroxide REAL, grade TEXT NOT NULL);
CREATE TABLE payouts (payoutid INTEGER PRIMARY KEY, growerid INTEGER NOT NULL REFERENCES growers(growerid), season TEXT NOT NULL, amountdt REAL NOT NULL, duedate TEXT NOT NULL, paiddate TEXT);
