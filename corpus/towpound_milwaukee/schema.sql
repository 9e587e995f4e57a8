CREATE TABLE lot (lotid INTEGER PRIMARY KEY, lotname TEXT, streetaddress TEXT, capacity INTEGER, dailyfee REAL);
CREATE TABLE towtruck (truckid INTEGER PRIMARY KEY, trucknumber TEXT, company TEXT, flatbed TEXT, active TEXT);
CREATE TABLE towreason (reasoncode TEXT PRIMARY KEY, reasontext TEXT, towfee REAL);
CREATE TABLE impound (impoundid INTEGER PRIMARY KEY, plate TEXT, platestate TEXT, make TEXT, model TEXT, vehicleyear INTEGER, color TEXT, reasoncode TEXT REFERENCES towreason(reasoncode), truckid INTEGER REFERENCES towtruck(truckid), lotid INTEGER REFERENCES lot(lotid), towedat TEXT, releasedat TEXT, disposition TEXT);
CREATE TABLE charge (chargeid INTEGER PRIMARY KEY, impoundid INTEGER REFERENCES impound(impoundid), chargetype TEXT, amount REAL, waived TEXT);
CREATE TABLE auctionsale (saleid INTEGER PRIMARY KEY, impoundid INTEGER REFERENCES impound(impoundid), saledate TEXT, winningbid REAL, bidders INTEGER);
