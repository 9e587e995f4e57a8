CREATE TABLE departments (deptcode TEXT PRIMARY KEY, deptname TEXT NOT NULL, costcentre INTEGER);
CREATE TABLE gaugetypes (typeid INTEGER PRIMARY KEY, typename TEXT NOT NULL, intervalmonths INTEGER NOT NULL);
CREATE TABLE gauges (gaugeno TEXT PRIMARY KEY, typeid INTEGER NOT NULL REFERENCES gaugetypes(typeid), deptcode TEXT REFERENCES departments(deptcode), maker TEXT, rangemm REAL, purchasedate TEXT NOT NULL, price REAL, scrapdate TEXT);
CREATE TABLE labs (labid INTEGER PRIMARY KEY, labname TEXT NOT NULL, accredited TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE calibrations (calid INTEGER PRIMARY KEY, gaugeno TEXT NOT NULL REFERENCES gauges(gaugeno), labid INTEGER NOT NULL REFERENCES labs(labid), caldate TEXT NOT NULL, nextdue TEXT, verdict TEXT NOT NULL, deviationum REAL, cost REAL NOT NULL, techid INTEGER);
CREATE TABLE technicians (techid INTEGER PRIMARY KEY, firstname TEXT NOT NULL, lastname TEXT NOT NULL, certlevel INTEGER NOT NULL);
CREATE TABLE loans (loanid INTEGER PRIMARY KEY, gaugeno TEXT NOT NULL, borrower TEXT NOT NULL, loandate TEXT NOT NULL, returndate TEXT, damaged INTEGER NOT NULL);
