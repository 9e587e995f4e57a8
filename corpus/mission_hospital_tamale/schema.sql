CREATE TABLE dept (deptcode TEXT PRIMARY KEY, deptname TEXT NOT NULL);
CREATE TABLE staffgrade (gradecode TEXT PRIMARY KEY, gradename TEXT NOT NULL, isdoctor INTEGER NOT NULL);
CREATE TABLE staff (staffid INTEGER PRIMARY KEY, staffname TEXT NOT NULL, gradecode TEXT NOT NULL REFERENCES staffgrade(gradecode), deptcode TEXT NOT NULL REFERENCES dept(deptcode), startdate DATE NOT NULL, enddate DATE);
CREATE TABLE ward (wardcode TEXT PRIMARY KEY, wardname TEXT NOT NULL, wardtype TEXT NOT NULL, floorno INTEGER, headnurseid INTEGER REFERENCES staff(staffid));
CREATE TABLE bed (bedid INTEGER PRIMARY KEY, wardcode TEXT NOT NULL REFERENCES ward(wardcode), bedlabel TEXT NOT NULL, dayrate NUMERIC NOT NULL, outofuse INTEGER NOT NULL);
CREATE TABLE insurer (insurercode TEXT PRIMARY KEY, insurername TEXT NOT NULL, coverpct INTEGER NOT NULL);
CREATE TABLE patient (patno INTEGER PRIMARY KEY, surname TEXT NOT NULL, forenames TEXT NOT NULL, sex TEXT NOT NULL, birthdate DATE NOT NULL, regdate DATE NOT NULL, townname TEXT, insurercode TEXT, phoneno TEXT, deceaseddate DATE);
CREATE TABLE outcome (outcomecode TEXT PRIMARY KEY, outcomename TEXT NOT NULL);
CREATE TABLE admission (admno INTEGER PRIMARY KEY, patno INTEGER NOT NULL, admwardcode TEXT NOT NULL, lastwardcode TEXT NOT NULL, bedid INTEGER, admtype TEXT NOT NULL, admitdate DATE NOT NULL, dischargedate DATE, refdocid INTEGER, attdocid INTEGER NOT NULL, outcomecode TEXT REFERENCES outcome(outcomecode),
 FOREIGN KEY (patno) REFERENCES patient(patno), FOREIGN KEY (attdocid) REFERENCES staff(staffid)); -- admtype E emergency, P planned, M maternity
CREATE TABLE wardmove (moveid INTEGER PRIMARY KEY, admno INTEGER NOT NULL, fromwardcode TEXT NOT NULL, towardcode TEXT NOT NULL, movedate DATE NOT NULL);
CREATE TABLE diagnosis (diagcode TEXT PRIMARY KEY, diagname TEXT NOT NULL, ischronic INTEGER NOT NULL);
CREATE TABLE admdiag (admno INTEGER NOT NULL, diagcode TEXT NOT NULL, isprimary INTEGER NOT NULL, PRIMARY KEY (admno, diagcode), FOREIGN KEY (diagcode) REFERENCES diagnosis(diagcode));
CREATE TABLE procmast (proccode TEXT PRIMARY KEY, procname TEXT NOT NULL, deptcode TEXT NOT NULL, fee NUMERIC NOT NULL);
CREATE TABLE admproc (admprocid INTEGER PRIMARY KEY, admno INTEGER NOT NULL, proccode TEXT NOT NULL, procdate DATE NOT NULL, surgeonid INTEGER NOT NULL, anaesthetistid INTEGER, iscancelled INTEGER NOT NULL);
CREATE TABLE invoice (invno INTEGER PRIMARY KEY, admno INTEGER NOT NULL, invdate DATE NOT NULL, grossamt NUMERIC NOT NULL, insureramt NUMERIC NOT NULL, invstatus TEXT NOT NULL, FOREIGN KEY (admno) REFERENCES admission(admno)); -- O open, P paid, V voided
CREATE TABLE payment (payno INTEGER PRIMARY KEY, invno INTEGER NOT NULL, paydate DATE NOT NULL, payamt NUMERIC NOT NULL, paymode TEXT NOT NULL);
CREATE TABLE auditlog (logid INTEGER PRIMARY KEY, tablename TEXT, keyvalue TEXT, changedby INTEGER, changedat DATETIME);
CREATE VIEW openadmission AS SELECT admno, patno, lastwardcode, admitdate FROM admission WHERE dischargedate IS NULL;
