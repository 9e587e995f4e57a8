-- broadband installation contractor, Kenya
CREATE TABLE isp (ispid INTEGER PRIMARY KEY, ispname TEXT NOT NULL, payperjob INTEGER, contractend TEXT);
CREATE TABLE estate (estateid INTEGER PRIMARY KEY, estatename TEXT NOT NULL, county TEXT, homespassed INTEGER, liveon TEXT);
CREATE TABLE technician (techid INTEGER PRIMARY KEY, techname TEXT NOT NULL, techphone TEXT, hiredon TEXT, endedon TEXT, canclimb TEXT, teamleadid INTEGER);
CREATE TABLE van (vanid INTEGER PRIMARY KEY, vanplate TEXT NOT NULL, vanmake TEXT, odometerkm INTEGER, insuranceuntil TEXT);
CREATE TABLE package (packid INTEGER PRIMARY KEY, ispid INTEGER REFERENCES isp(ispid), packname TEXT, speedmbps INTEGER, monthlykes INTEGER);
CREATE TABLE subscriber (subid INTEGER PRIMARY KEY, subname TEXT NOT NULL, subphone TEXT, estateid INTEGER, housenumber TEXT, packid INTEGER, signedon TEXT, churnedon TEXT);
CREATE TABLE installjob (jobid INTEGER PRIMARY KEY, subid INTEGER, jobkind TEXT, bookedfor TEXT, arrivedat TEXT, finishedat TEXT, techid INTEGER, helperid INTEGER, vanid INTEGER, jobstatus TEXT, failcode TEXT, signaldbm REAL, rating INTEGER);
CREATE TABLE failcode (failcode TEXT PRIMARY KEY, failtext TEXT, ourfault TEXT);
CREATE TABLE stockitem (itemid INTEGER PRIMARY KEY, itemname TEXT, unitcostkes INTEGER, serialised TEXT);
CREATE TABLE jobitem (jobid INTEGER, itemid INTEGER, qty INTEGER, PRIMARY KEY (jobid, itemid));
CREATE TABLE vanstock (vanid INTEGER, itemid INTEGER, onhand INTEGER, PRIMARY KEY (vanid, itemid));
CREATE TABLE smslog (smsid INTEGER PRIMARY KEY, subid INTEGER, sentat TEXT, body TEXT);
CREATE VIEW techscore AS SELECT techid, avg(rating) AS avgrating, count(*) AS jobs FROM installjob GROUP BY techid;
