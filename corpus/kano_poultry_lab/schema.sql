CREATE TABLE tbl_Farm (frmId INTEGER PRIMARY KEY, frmName TEXT NOT NULL, frmLGA TEXT NOT NULL, frmOwnerPhone TEXT, frmBirdCapacity INTEGER NOT NULL, frmVaccinated TEXT NOT NULL);
CREATE TABLE tbl_Sample (smpId INTEGER PRIMARY KEY, smpFrmId INTEGER NOT NULL REFERENCES tbl_Farm(frmId), smpReceived INTEGER NOT NULL, smpMatrix TEXT NOT NULL, smpBirdAgeWeeks INTEGER, smpDeadBirds INTEGER NOT NULL, smpStatus TEXT NOT NULL);
CREATE TABLE tbl_Assay (asyCode TEXT PRIMARY KEY, asyName TEXT NOT NULL, asyPriceNaira INTEGER NOT NULL, asyNotifiable TEXT NOT NULL);
CREATE TABLE tbl_Scientist (sciId INTEGER PRIMARY KEY, sciName TEXT NOT NULL, sciGrade TEXT NOT NULL);
CREATE TABLE tbl_Test (tstId INTEGER PRIMARY KEY, tstSmpId INTEGER NOT NULL REFERENCES tbl_Sample(smpId), tstAsyCode TEXT NOT NULL REFERENCES tbl_Assay(asyCode), tstRunBy INTEGER NOT NULL REFERENCES tbl_Scientist(sciId), tstVerifiedBy INTEGER REFERENCES tbl_Scientist(sciId), tstDone INTEGER, tstResult TEXT, tstCt REAL);
CREATE TABLE tbl_Receipt (rcpNo TEXT PRIMARY KEY, rcpSmpId INTEGER NOT NULL REFERENCES tbl_Sample(smpId), rcpDate INTEGER NOT NULL, rcpNaira INTEGER NOT NULL, rcpMode TEXT NOT NULL);
