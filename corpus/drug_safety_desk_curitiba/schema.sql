-- pharmacovigilance of a medicines maker: reports of side effects, their assessment and reporting to authorities
CREATE TABLE country (countrycode TEXT PRIMARY KEY, countryname TEXT NOT NULL, isexportmarket INTEGER NOT NULL);
CREATE TABLE substance (substanceid INTEGER PRIMARY KEY, substancename TEXT NOT NULL, atccode TEXT);
CREATE TABLE doseform (formcode TEXT PRIMARY KEY, formname TEXT NOT NULL);
CREATE TABLE product (productid INTEGER PRIMARY KEY, brandname TEXT NOT NULL, substanceid INTEGER NOT NULL REFERENCES substance(substanceid), formcode TEXT NOT NULL REFERENCES doseform(formcode), strengthmg REAL, launchdate DATE NOT NULL, withdrawndate DATE);
CREATE TABLE marketsales (salesid INTEGER PRIMARY KEY, productid INTEGER NOT NULL REFERENCES product(productid), countrycode TEXT NOT NULL REFERENCES country(countrycode), salesyear INTEGER NOT NULL, packssold INTEGER NOT NULL);
CREATE TABLE reporterkind (kindcode TEXT PRIMARY KEY, kindname TEXT NOT NULL, ishealthpro INTEGER NOT NULL);
CREATE TABLE assessor (assessorid INTEGER PRIMARY KEY, assessorname TEXT NOT NULL, isphysician INTEGER NOT NULL, startdate DATE NOT NULL, enddate DATE);
CREATE TABLE outcome (outcomecode TEXT PRIMARY KEY, outcomename TEXT NOT NULL);
CREATE TABLE bodysystem (systemid INTEGER PRIMARY KEY, systemname TEXT NOT NULL);
CREATE TABLE reactionterm (termid INTEGER PRIMARY KEY, termname TEXT NOT NULL, systemid INTEGER NOT NULL REFERENCES bodysystem(systemid), islisted INTEGER NOT NULL); -- islisted 1 = stands in the leaflet
CREATE TABLE casereport (caseid INTEGER PRIMARY KEY, receiveddate DATE NOT NULL, occurcountry TEXT NOT NULL REFERENCES country(countrycode), reportcountry TEXT NOT NULL REFERENCES country(countrycode), reporterkind TEXT NOT NULL REFERENCES reporterkind(kindcode), patientsex TEXT, patientage INTEGER, isserious INTEGER NOT NULL, outcomecode TEXT NOT NULL REFERENCES outcome(outcomecode), assessedby INTEGER REFERENCES assessor(assessorid), reviewedby INTEGER REFERENCES assessor(assessorid), closeddate DATE, nullifieddate DATE, duplicateof INTEGER); -- nullified = withdrawn as no real case; duplicateof = number of the earlier case
CREATE TABLE casedrug (casedrugid INTEGER PRIMARY KEY, caseid INTEGER NOT NULL REFERENCES casereport(caseid), productid INTEGER NOT NULL REFERENCES product(productid), drugrole TEXT NOT NULL, batchno TEXT, dailydosemg REAL, startdate DATE, stopdate DATE); -- drugrole S suspect, C taken along, I interacting
CREATE TABLE casereaction (casereactionid INTEGER PRIMARY KEY, caseid INTEGER NOT NULL REFERENCES casereport(caseid), termid INTEGER NOT NULL REFERENCES reactionterm(termid), onsetdate DATE, causality TEXT); -- causality P probable, O possible, U unlikely
CREATE TABLE authority (authorityid INTEGER PRIMARY KEY, authorityname TEXT NOT NULL, countrycode TEXT NOT NULL REFERENCES country(countrycode), deadlinedays INTEGER NOT NULL);
CREATE TABLE submission (submissionid INTEGER PRIMARY KEY, caseid INTEGER NOT NULL, authorityid INTEGER NOT NULL, sentdate DATE, acknowledgeddate DATE, isrejected INTEGER NOT NULL); -- no sentdate = waiting
CREATE TABLE followup (followupid INTEGER PRIMARY KEY, caseid INTEGER NOT NULL, askeddate DATE NOT NULL, answereddate DATE, channel TEXT NOT NULL);
CREATE TABLE safetysignal (signalid INTEGER PRIMARY KEY, productid INTEGER NOT NULL, termid INTEGER NOT NULL, raiseddate DATE NOT NULL, raisedby INTEGER NOT NULL, confirmedby INTEGER, closeddate DATE, verdict TEXT); -- verdict confirmed, refuted
CREATE TABLE accesslog (accessid INTEGER PRIMARY KEY, username TEXT NOT NULL, caseid INTEGER NOT NULL, accessedat DATETIME NOT NULL);
CREATE VIEW opencases AS SELECT caseid, receiveddate, isserious FROM casereport WHERE closeddate IS NULL;
CREATE VIEW seriousbyproduct AS SELECT casedrug.productid, count(*) AS seriouscount FROM casereport JOIN casedrug ON casereport.caseid = casedrug.caseid WHERE casereport.isserious = 1 GROUP BY casedrug.productid;
