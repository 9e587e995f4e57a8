-- hospital laundry service
CREATE TABLE hosp (hospcd TEXT PRIMARY KEY, hospnm TEXT NOT NULL, province TEXT, beds INTEGER, contractend TEXT);
CREATE TABLE ward (wardid INTEGER PRIMARY KEY, hospcd TEXT NOT NULL, wardnm TEXT NOT NULL, wardtype TEXT, infectious TEXT NOT NULL);
CREATE TABLE linentype (ltcd TEXT PRIMARY KEY, ltname TEXT NOT NULL, stdweightg INTEGER, replcostc INTEGER, maxwashes INTEGER);
CREATE TABLE washprog (progcd TEXT PRIMARY KEY, progname TEXT NOT NULL, tempc INTEGER, mins INTEGER);
CREATE TABLE washer (washerid INTEGER PRIMARY KEY, washernm TEXT NOT NULL, kgcap INTEGER NOT NULL, instyr INTEGER, outofuse TEXT NOT NULL);
CREATE TABLE emp (empno INTEGER PRIMARY KEY, empname TEXT NOT NULL, shiftcd TEXT, jobtitle TEXT, supno INTEGER, exitdt TEXT);
CREATE TABLE collection (collid INTEGER PRIMARY KEY, wardid INTEGER NOT NULL, colldt TEXT NOT NULL, bags INTEGER NOT NULL, soiledkg REAL NOT NULL, driverno INTEGER, lateflag TEXT NOT NULL);
CREATE TABLE washload (loadid INTEGER PRIMARY KEY, washerid INTEGER NOT NULL, progcd TEXT NOT NULL, startdttm TEXT NOT NULL, loadkg REAL NOT NULL, operatorno INTEGER, checkerno INTEGER, rewash TEXT NOT NULL);
CREATE TABLE delivery (dlvid INTEGER PRIMARY KEY, wardid INTEGER NOT NULL, dlvdt TEXT NOT NULL, signedby TEXT);
CREATE TABLE dlvline (dlvid INTEGER NOT NULL, ltcd TEXT NOT NULL, qtyasked INTEGER NOT NULL, qtysent INTEGER NOT NULL, PRIMARY KEY (dlvid, ltcd));
CREATE TABLE lossclaim (claimid INTEGER PRIMARY KEY, hospcd TEXT NOT NULL, ltcd TEXT NOT NULL, qty INTEGER NOT NULL, claimdt TEXT NOT NULL, settleddt TEXT);
CREATE TABLE chemical (chemid INTEGER PRIMARY KEY, chemname TEXT NOT NULL, litresleft REAL, reorderat REAL);
CREATE TABLE watermeter (readdt TEXT PRIMARY KEY, kilolitres REAL NOT NULL);
CREATE TABLE invoice (invno INTEGER PRIMARY KEY, hospcd TEXT NOT NULL, invmonth TEXT NOT NULL, kg REAL NOT NULL, randc INTEGER NOT NULL, paiddt TEXT);
CREATE TABLE injury (injid INTEGER PRIMARY KEY, empno INTEGER NOT NULL, injdt TEXT NOT NULL, needle TEXT NOT NULL);
CREATE TABLE chglog (logid INTEGER PRIMARY KEY, tbl TEXT, atdt TEXT);
CREATE VIEW hospkg AS SELECT ward.hospcd, sum(collection.soiledkg) AS kg FROM collection JOIN ward ON collection.wardid = ward.wardid GROUP BY ward.hospcd;
