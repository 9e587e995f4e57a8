CREATE TABLE species (spcode TEXT PRIMARY KEY, englishname TEXT, latinname TEXT, redlisted INTEGER);
CREATE TABLE ringer (ringerid INTEGER PRIMARY KEY, ringername TEXT, licenceclass TEXT, licensedsince INTEGER, stopped INTEGER);
CREATE TABLE netsite (siteid INTEGER PRIMARY KEY, sitename TEXT, habitat TEXT, nets INTEGER);
CREATE TABLE bird (ringno TEXT PRIMARY KEY, spcode TEXT, sex TEXT, ringedon INTEGER, ringedage TEXT, ringerid INTEGER, siteid INTEGER);
CREATE TABLE recapture (recapid INTEGER PRIMARY KEY, ringno TEXT, capturedon INTEGER, siteid INTEGER, ringerid INTEGER, weightg REAL, wingmm INTEGER, fatscore INTEGER);
CREATE TABLE recovery (recoveryid INTEGER PRIMARY KEY, ringno TEXT, foundon INTEGER, country TEXT, distancekm INTEGER, condition TEXT);
CREATE TABLE effort (effortid INTEGER PRIMARY KEY, siteid INTEGER, effortday INTEGER, nethours REAL, windms REAL);
