CREATE TABLE county (countyid INTEGER PRIMARY KEY, countyname TEXT);
CREATE TABLE bog (bogid INTEGER PRIMARY KEY, bogname TEXT, countyid INTEGER REFERENCES county(countyid), areaha REAL, drainedyear INTEGER, protectedsince INTEGER);
CREATE TABLE restoration (restorationid INTEGER PRIMARY KEY, bogid INTEGER REFERENCES bog(bogid), startyear INTEGER, endyear INTEGER, funder TEXT, budgeteur INTEGER, spenteur INTEGER);
CREATE TABLE dam (damid INTEGER PRIMARY KEY, restorationid INTEGER REFERENCES restoration(restorationid), material TEXT, builtyear INTEGER, failedyear INTEGER, heightcm INTEGER);
CREATE TABLE waterlevel (readingid INTEGER PRIMARY KEY, bogid INTEGER REFERENCES bog(bogid), readyear INTEGER, readmonth INTEGER, cmbelowsurface REAL);
CREATE TABLE plotcover (plotid INTEGER PRIMARY KEY, bogid INTEGER REFERENCES bog(bogid), surveyyear INTEGER, sphagnumpct REAL, pinepct REAL, surveyor TEXT);
