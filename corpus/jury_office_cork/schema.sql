CREATE TABLE electoraldivision (divisioncode TEXT PRIMARY KEY, divisionname TEXT, county TEXT, electorcount INTEGER);
CREATE TABLE juror (jurorid INTEGER PRIMARY KEY, forename TEXT, surname TEXT, birthyear INTEGER, occupation TEXT, divisioncode TEXT, phone TEXT, exemptuntil TEXT);
CREATE TABLE courtsession (sessionid INTEGER PRIMARY KEY, courtroom TEXT, startdate TEXT, enddate TEXT, judgename TEXT, sessiontype TEXT);
CREATE TABLE summons (summonsid INTEGER PRIMARY KEY, jurorid INTEGER, sessionid INTEGER, issueddate TEXT, replydate TEXT, replycode TEXT, reminded INTEGER);
CREATE TABLE replycode (replycode TEXT PRIMARY KEY, meaning TEXT);
CREATE TABLE attendance (attendanceid INTEGER PRIMARY KEY, summonsid INTEGER, attenddate TEXT, empanelled TEXT, hourspresent REAL, mealvoucher INTEGER);
CREATE VIEW activejuror AS SELECT jurorid, forename, surname FROM juror WHERE exemptuntil IS NULL;
