-- cash and risk of an industrial group run from Antwerp
CREATE TABLE trentity (trenid INTEGER PRIMARY KEY, trenname TEXT NOT NULL, trencountry TEXT NOT NULL, trencurrency TEXT NOT NULL, trenparentid INTEGER REFERENCES trentity(trenid), trendissolved DATE);
CREATE TABLE trbank (trbkid INTEGER PRIMARY KEY, trbkname TEXT NOT NULL, trbkcountry TEXT NOT NULL, trbkrating TEXT);
CREATE TABLE traccount (tracid INTEGER PRIMARY KEY, trenid INTEGER NOT NULL REFERENCES trentity(trenid), trbkid INTEGER NOT NULL REFERENCES trbank(trbkid), tracnumber TEXT NOT NULL, traccurrency TEXT NOT NULL, tracpurpose TEXT NOT NULL, tracopened DATE NOT NULL, tracclosed DATE);
CREATE TABLE trbalance (tracid INTEGER NOT NULL REFERENCES traccount(tracid), trbaday DATE NOT NULL, trbaamount NUMERIC NOT NULL, PRIMARY KEY (tracid, trbaday));
CREATE TABLE trdeposit (trdeid INTEGER PRIMARY KEY, trenid INTEGER NOT NULL REFERENCES trentity(trenid), trbkid INTEGER NOT NULL REFERENCES trbank(trbkid), trdecurrency TEXT NOT NULL, trdeprincipal NUMERIC NOT NULL, trderatepct REAL NOT NULL, trdestart DATE NOT NULL, trdematurity DATE NOT NULL, trdebroken DATE);
CREATE TABLE trforward (trfwid INTEGER PRIMARY KEY, trenid INTEGER NOT NULL REFERENCES trentity(trenid), trbkid INTEGER NOT NULL REFERENCES trbank(trbkid), trfwbuycurrency TEXT NOT NULL, trfwbuyamount NUMERIC NOT NULL, trfwsellcurrency TEXT NOT NULL, trfwsellamount NUMERIC NOT NULL, trfwtraded DATE NOT NULL, trfwvalueday DATE NOT NULL, trfwstatus TEXT NOT NULL, trfwhedge INTEGER NOT NULL);
-- trfwstatus: L live, S settled, C closed out early
CREATE TABLE trloan (trloid INTEGER PRIMARY KEY, trlolenderid INTEGER NOT NULL REFERENCES trentity(trenid), trloborrowerid INTEGER NOT NULL REFERENCES trentity(trenid), trlocurrency TEXT NOT NULL, trloamount NUMERIC NOT NULL, trloratepct REAL NOT NULL, trlostart DATE NOT NULL, trlodue DATE, trlorepaid DATE);
CREATE TABLE trfxrate (trfxcurrency TEXT NOT NULL, trfxday DATE NOT NULL, trfxtoeur REAL NOT NULL, PRIMARY KEY (trfxcurrency, trfxday));
CREATE VIEW trcashtoday AS SELECT tracid, trbaamount FROM trbalance WHERE trbaday = '2025-04-30';
