-- shelter for asylum seekers, Lesvos
CREATE TABLE site (sitecode TEXT PRIMARY KEY, sitename TEXT NOT NULL, capacity INTEGER NOT NULL, closedon TEXT);
CREATE TABLE unit (unitid INTEGER PRIMARY KEY, sitecode TEXT NOT NULL REFERENCES site(sitecode), unitlabel TEXT NOT NULL, unittype TEXT NOT NULL, places INTEGER NOT NULL, unusable TEXT NOT NULL);
CREATE TABLE household (hhid INTEGER PRIMARY KEY, hhref TEXT NOT NULL, nationality TEXT NOT NULL, arrivedon TEXT NOT NULL, lefton TEXT, leftto TEXT);
CREATE TABLE person (personid INTEGER PRIMARY KEY, hhid INTEGER NOT NULL REFERENCES household(hhid), firstname TEXT NOT NULL, sex TEXT NOT NULL, birthyear INTEGER, mothertongue TEXT, unaccompanied TEXT NOT NULL, vulnerable TEXT NOT NULL);
CREATE TABLE placement (placeid INTEGER PRIMARY KEY, hhid INTEGER NOT NULL REFERENCES household(hhid), unitid INTEGER NOT NULL REFERENCES unit(unitid), fromdate TEXT NOT NULL, todate TEXT);
CREATE TABLE asylumcase (caseid INTEGER PRIMARY KEY, personid INTEGER NOT NULL REFERENCES person(personid), lodgedon TEXT NOT NULL, interviewon TEXT, decision TEXT, decidedon TEXT, lawyerid INTEGER REFERENCES worker(workerid));
CREATE TABLE worker (workerid INTEGER PRIMARY KEY, workername TEXT NOT NULL, roles TEXT NOT NULL, languages TEXT, volunteer TEXT NOT NULL, enddate TEXT);
CREATE TABLE clinicvisit (visitid INTEGER PRIMARY KEY, personid INTEGER NOT NULL REFERENCES person(personid), visitedon TEXT NOT NULL, complaint TEXT, doctorid INTEGER REFERENCES worker(workerid), interpreterid INTEGER REFERENCES worker(workerid), referred TEXT NOT NULL);
CREATE TABLE schoolenrol (personid INTEGER PRIMARY KEY REFERENCES person(personid), schoolname TEXT NOT NULL, enrolledon TEXT NOT NULL, droppedon TEXT);
CREATE TABLE itemgiven (giveid INTEGER PRIMARY KEY, hhid INTEGER NOT NULL REFERENCES household(hhid), item TEXT NOT NULL, qty INTEGER NOT NULL, givenon TEXT NOT NULL);
