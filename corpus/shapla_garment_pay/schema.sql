CREATE TABLE floor (floorno INTEGER PRIMARY KEY, floorname TEXT NOT NULL, building TEXT NOT NULL);
CREATE TABLE sewingline (lineno INTEGER PRIMARY KEY, floorno INTEGER NOT NULL REFERENCES floor(floorno), buyer TEXT, supervisorcard INTEGER);
CREATE TABLE wagegrade (grade INTEGER PRIMARY KEY, basicwage INTEGER NOT NULL, houserent INTEGER NOT NULL, medical INTEGER NOT NULL);
CREATE TABLE worker (cardno INTEGER PRIMARY KEY, workername TEXT NOT NULL, sex TEXT NOT NULL, birthdate INTEGER NOT NULL, joindate INTEGER NOT NULL, resigndate INTEGER, lineno INTEGER REFERENCES sewingline(lineno), grade INTEGER NOT NULL REFERENCES wagegrade(grade), paymode TEXT NOT NULL, bkashno TEXT, union_member TEXT NOT NULL);
CREATE TABLE attendance (cardno INTEGER NOT NULL REFERENCES worker(cardno), workdate INTEGER NOT NULL, status TEXT NOT NULL, othours REAL NOT NULL, PRIMARY KEY (cardno, workdate));
CREATE TABLE payslip (slipid INTEGER PRIMARY KEY, cardno INTEGER NOT NULL REFERENCES worker(cardno), paymonth INTEGER NOT NULL, gross INTEGER NOT NULL, overtimepay INTEGER NOT NULL, deduction INTEGER NOT NULL, paidon INTEGER);
CREATE TABLE advance (advanceid INTEGER PRIMARY KEY, cardno INTEGER NOT NULL REFERENCES worker(cardno), takenon INTEGER NOT NULL, taka INTEGER NOT NULL, repaid TEXT NOT NULL, approvedby INTEGER REFERENCES worker(cardno));
CREATE TABLE bonus (cardno INTEGER NOT NULL REFERENCES worker(cardno), festival TEXT NOT NULL, bonusyear INTEGER NOT NULL, taka INTEGER NOT NULL, PRIMARY KEY (cardno, festival, bonusyear));
CREATE TABLE maternity (caseid INTEGER PRIMARY KEY, cardno INTEGER NOT NULL REFERENCES worker(cardno), startdate INTEGER NOT NULL, enddate INTEGER, benefit INTEGER NOT NULL);
