-- admiralty division of a commercial court: ships arrested, released, sold; money in whole US dollars
CREATE TABLE flagstate (flagcode TEXT PRIMARY KEY, flagname TEXT NOT NULL);
CREATE TABLE vesseltype (typecode TEXT PRIMARY KEY, typename TEXT NOT NULL);
CREATE TABLE partykind (kindcode TEXT PRIMARY KEY, kindname TEXT NOT NULL);
CREATE TABLE claimtype (claimcode TEXT PRIMARY KEY, claimname TEXT NOT NULL, maritimelien TEXT NOT NULL); -- Y or N
CREATE TABLE casestatus (statuscode TEXT PRIMARY KEY, statusname TEXT NOT NULL);
CREATE TABLE party (partyid INTEGER PRIMARY KEY, partyname TEXT NOT NULL, kindcode TEXT NOT NULL REFERENCES partykind(kindcode), countryname TEXT NOT NULL, contactemail TEXT);
CREATE TABLE vessel (vesselid INTEGER PRIMARY KEY, vesselname TEXT NOT NULL, imono INTEGER NOT NULL, flagcode TEXT NOT NULL REFERENCES flagstate(flagcode), typecode TEXT NOT NULL REFERENCES vesseltype(typecode), grosstons INTEGER NOT NULL, builtyear INTEGER NOT NULL, ownerid INTEGER NOT NULL REFERENCES party(partyid), managerid INTEGER REFERENCES party(partyid));
CREATE TABLE lawfirm (firmid INTEGER PRIMARY KEY, firmname TEXT NOT NULL, cityname TEXT NOT NULL, isdeleted TEXT NOT NULL); -- Y = firm closed
CREATE TABLE advocate (advocateid INTEGER PRIMARY KEY, advocatename TEXT NOT NULL, firmid INTEGER NOT NULL, calledyear INTEGER NOT NULL, struckoffdate DATE);
CREATE TABLE judge (judgeid INTEGER PRIMARY KEY, judgename TEXT NOT NULL, sworndate DATE NOT NULL, retireddate DATE);
CREATE TABLE berth (berthid INTEGER PRIMARY KEY, berthname TEXT NOT NULL, isanchorage TEXT NOT NULL, maxdraughtm REAL NOT NULL);
CREATE TABLE courtcase (caseno TEXT PRIMARY KEY, vesselid INTEGER NOT NULL REFERENCES vessel(vesselid), claimantid INTEGER NOT NULL REFERENCES party(partyid), defendantid INTEGER NOT NULL REFERENCES party(partyid), claimcode TEXT NOT NULL REFERENCES claimtype(claimcode), judgeid INTEGER REFERENCES judge(judgeid), claimantadvid INTEGER NOT NULL REFERENCES advocate(advocateid), defenceadvid INTEGER REFERENCES advocate(advocateid), fileddate DATE NOT NULL, claimamount INTEGER NOT NULL, statuscode TEXT NOT NULL REFERENCES casestatus(statuscode), closeddate DATE);
CREATE TABLE warrant (warrantid INTEGER PRIMARY KEY, caseno TEXT NOT NULL, issueddate DATE NOT NULL, executeddate DATE, berthid INTEGER, releaseddate DATE, iscancelled TEXT NOT NULL); -- executeddate = day the ship was arrested
CREATE TABLE bailsecurity (securityid INTEGER PRIMARY KEY, caseno TEXT NOT NULL, securitykind TEXT NOT NULL, providerid INTEGER NOT NULL REFERENCES party(partyid), amount INTEGER NOT NULL, lodgeddate DATE NOT NULL, returneddate DATE); -- securitykind BG bank guarantee, CL club letter, CA cash
CREATE TABLE hearing (hearingid INTEGER PRIMARY KEY, caseno TEXT NOT NULL, judgeid INTEGER NOT NULL REFERENCES judge(judgeid), hearingdate DATE NOT NULL, courtroom TEXT NOT NULL, isadjourned TEXT NOT NULL, minuteslong INTEGER); -- an adjourned hearing did not take place
CREATE TABLE judicialsale (saleid INTEGER PRIMARY KEY, warrantid INTEGER NOT NULL REFERENCES warrant(warrantid), ordereddate DATE NOT NULL, appraisedvalue INTEGER NOT NULL, solddate DATE, soldprice INTEGER, buyerid INTEGER REFERENCES party(partyid));
CREATE TABLE custodycost (costid INTEGER PRIMARY KEY, warrantid INTEGER NOT NULL, costdate DATE NOT NULL, costtype TEXT NOT NULL, amount INTEGER NOT NULL);
CREATE TABLE changelog (changeid INTEGER PRIMARY KEY, tablename TEXT NOT NULL, rowkey TEXT NOT NULL, changedby TEXT NOT NULL, changedat DATETIME NOT NULL);
CREATE VIEW shipsunderarrest AS SELECT warrantid, caseno, executeddate FROM warrant WHERE releaseddate IS NULL AND issueddate >= '2025-01-01';
CREATE VIEW hearinglist AS SELECT hearingid, caseno, hearingdate, courtroom FROM hearing;
