-- import letters of credit, trade finance desk of a Karachi bank
CREATE TABLE tfparty (tfptid INTEGER PRIMARY KEY, tfptname TEXT NOT NULL, tfptcity TEXT, tfptcountry TEXT NOT NULL, tfptsince DATE);
CREATE TABLE tfbank (tfbkswift TEXT PRIMARY KEY, tfbkname TEXT NOT NULL, tfbkcountry TEXT NOT NULL, tfbksanctioned TEXT NOT NULL);
CREATE TABLE tfofficer (tfofid INTEGER PRIMARY KEY, tfofname TEXT NOT NULL, tfofdesk TEXT NOT NULL, tfofbossid INTEGER);
CREATE TABLE tfcredit (tfcrno TEXT PRIMARY KEY, tfcrapplicantid INTEGER NOT NULL, tfcrbeneficiaryid INTEGER NOT NULL, tfcradvisingbank TEXT, tfofid INTEGER, tfcrcurrency TEXT NOT NULL, tfcramount NUMERIC NOT NULL, tfcrmarginpct REAL, tfcrgoods TEXT, tfcrissued DATE, tfcrlatestship DATE, tfcrexpiry DATE, tfcrstate TEXT NOT NULL,
 FOREIGN KEY (tfcrapplicantid) REFERENCES tfparty(tfptid), FOREIGN KEY (tfcrbeneficiaryid) REFERENCES tfparty(tfptid), FOREIGN KEY (tfcradvisingbank) REFERENCES tfbank(tfbkswift));
-- tfcrstate: DRF draft, ISS issued, UTL fully used, EXP expired, CAN cancelled
CREATE TABLE tfamendment (tfcrno TEXT NOT NULL, tfamseq INTEGER NOT NULL, tfamdate DATE NOT NULL, tfamkind TEXT NOT NULL, tfamdelta NUMERIC, tfamaccepted TEXT, PRIMARY KEY (tfcrno, tfamseq));
CREATE TABLE tfdrawing (tfdrid INTEGER PRIMARY KEY, tfcrno TEXT NOT NULL, tfdrpresented DATE NOT NULL, tfdramount NUMERIC NOT NULL, tfdrdiscrepant TEXT NOT NULL, tfdrpaid DATE, tfdrrefused DATE);
CREATE TABLE tfcharge (tfchid INTEGER PRIMARY KEY, tfcrno TEXT NOT NULL, tfchkind TEXT NOT NULL, tfchamountpkr NUMERIC NOT NULL, tfchbooked DATE NOT NULL, tfchwaived TEXT NOT NULL);
CREATE TABLE tfrate (tfrtcurrency TEXT NOT NULL, tfrtdate DATE NOT NULL, tfrtpkr REAL NOT NULL, PRIMARY KEY (tfrtcurrency, tfrtdate));
