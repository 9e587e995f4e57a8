CREATE TABLE household (hhno INTEGER PRIMARY KEY, hhname TEXT NOT NULL, postcode TEXT NOT NULL, createdon TEXT NOT NULL, closedon TEXT);
CREATE TABLE cardholder (cardno TEXT PRIMARY KEY, hhno INTEGER NOT NULL REFERENCES household(hhno), holdername TEXT NOT NULL, birthyear INTEGER, gender TEXT, mainholder TEXT NOT NULL, lostflag TEXT NOT NULL);
CREATE TABLE partner (partnercode TEXT PRIMARY KEY, partnername TEXT NOT NULL, sector TEXT NOT NULL, pointsper10eur INTEGER NOT NULL, joinedyear INTEGER NOT NULL, leftyear INTEGER);
CREATE TABLE partnersite (siteno INTEGER PRIMARY KEY, partnercode TEXT NOT NULL REFERENCES partner(partnercode), sitename TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE purchase (purchaseid INTEGER PRIMARY KEY, cardno TEXT NOT NULL REFERENCES cardholder(cardno), siteno INTEGER NOT NULL REFERENCES partnersite(siteno), boughtat TEXT NOT NULL, euros REAL NOT NULL, points INTEGER NOT NULL);
CREATE TABLE reward (rewardid INTEGER PRIMARY KEY, rewardname TEXT NOT NULL, costpoints INTEGER NOT NULL, availablefrom TEXT NOT NULL, availableuntil TEXT);
CREATE TABLE claim (claimid INTEGER PRIMARY KEY, hhno INTEGER NOT NULL REFERENCES household(hhno), rewardid INTEGER NOT NULL REFERENCES reward(rewardid), claimedon TEXT NOT NULL, handedon TEXT, claimstatus TEXT NOT NULL);
CREATE TABLE pointsexpiry (expiryid INTEGER PRIMARY KEY, hhno INTEGER NOT NULL REFERENCES household(hhno), expiredon TEXT NOT NULL, points INTEGER NOT NULL);
CREATE TABLE campaignmail (mailid INTEGER PRIMARY KEY, hhno INTEGER NOT NULL REFERENCES household(hhno), campaignname TEXT NOT NULL, senton TEXT NOT NULL, openedon TEXT);
