-- animal-assisted therapy riding centre, Galway
CREATE TABLE horse (horseid INTEGER PRIMARY KEY, horsename TEXT NOT NULL, breed TEXT, foaled INTEGER, heightcm INTEGER, weightlimitkg INTEGER, retiredon INTEGER, fieldname TEXT);
CREATE TABLE rider (riderid INTEGER PRIMARY KEY, ridername TEXT NOT NULL, dob INTEGER, diagnosis TEXT, weightkg INTEGER, school TEXT, waitingsince INTEGER, startedon INTEGER, stoppedon INTEGER);
CREATE TABLE helper (helperid INTEGER PRIMARY KEY, helpername TEXT NOT NULL, gardavetted TEXT NOT NULL, role TEXT NOT NULL, mobile TEXT, inactive TEXT NOT NULL);
CREATE TABLE block (blockid INTEGER PRIMARY KEY, blockname TEXT NOT NULL, fromday INTEGER NOT NULL, today INTEGER NOT NULL, feecents INTEGER NOT NULL);
CREATE TABLE session (sessionid INTEGER PRIMARY KEY, blockid INTEGER NOT NULL, sessionday INTEGER NOT NULL, starttime TEXT NOT NULL, riderid INTEGER NOT NULL, horseid INTEGER, leaderid INTEGER, sidewalkerid INTEGER, outcome TEXT NOT NULL, mins INTEGER);
CREATE TABLE goal (goalid INTEGER PRIMARY KEY, riderid INTEGER NOT NULL, goaltext TEXT NOT NULL, setday INTEGER NOT NULL, reachedday INTEGER);
CREATE TABLE payment (payid INTEGER PRIMARY KEY, riderid INTEGER NOT NULL, blockid INTEGER NOT NULL, cents INTEGER NOT NULL, payday INTEGER, grantcovered TEXT NOT NULL);
CREATE TABLE farrier (visitid INTEGER PRIMARY KEY, horseid INTEGER NOT NULL, visitday INTEGER NOT NULL, work TEXT NOT NULL, cents INTEGER);
CREATE TABLE fall (fallid INTEGER PRIMARY KEY, sessionid INTEGER NOT NULL, hurt TEXT NOT NULL, reportedto TEXT);
