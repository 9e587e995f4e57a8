CREATE TABLE school (schoolid INTEGER PRIMARY KEY, schoolname TEXT, gradefrom INTEGER, gradeto INTEGER, bellstart TEXT, bellend TEXT);
CREATE TABLE driver (driverid INTEGER PRIMARY KEY, drivername TEXT, hiredate TEXT, licenceclass TEXT, sparedriver TEXT, terminated TEXT);
CREATE TABLE schoolbus (busno INTEGER PRIMARY KEY, busmake TEXT, modelyear INTEGER, seats INTEGER, wheelchairlift TEXT, odometerkm INTEGER);
CREATE TABLE route (routecode TEXT PRIMARY KEY, routename TEXT, schoolid INTEGER REFERENCES school(schoolid), busno INTEGER REFERENCES schoolbus(busno), regulardriver INTEGER REFERENCES driver(driverid), lengthkm REAL);
CREATE TABLE pupil (pupilid INTEGER PRIMARY KEY, pupilname TEXT, grade INTEGER, schoolid INTEGER REFERENCES school(schoolid), routecode TEXT REFERENCES route(routecode), stopname TEXT, distancekm REAL, feeexempt TEXT);
CREATE TABLE tripevent (eventid INTEGER PRIMARY KEY, routecode TEXT REFERENCES route(routecode), eventdate TEXT, period TEXT, eventtype TEXT, delayminutes INTEGER, actualdriver INTEGER REFERENCES driver(driverid));
CREATE TABLE inspection (inspectionid INTEGER PRIMARY KEY, busno INTEGER REFERENCES schoolbus(busno), inspectiondate TEXT, outcome TEXT, nextdue TEXT);
