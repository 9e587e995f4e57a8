-- custody of digital assets for institutional clients, Zug
CREATE TABLE kcstaff (kcstid INTEGER PRIMARY KEY, kcstname TEXT NOT NULL, kcstrole TEXT NOT NULL, kcststart DATE NOT NULL, kcstend DATE);
CREATE TABLE kcclient (kcclid INTEGER PRIMARY KEY, kcclname TEXT NOT NULL, kcclkind TEXT NOT NULL, kccldomicile TEXT NOT NULL, kcclonboarded DATE NOT NULL, kccloffboarded DATE, kcclkyctier INTEGER NOT NULL, kcclmanagerid INTEGER REFERENCES kcstaff(kcstid));
CREATE TABLE kccoin (kccnsymbol TEXT PRIMARY KEY, kccnname TEXT NOT NULL, kccnchain TEXT NOT NULL, kccndecimals INTEGER NOT NULL, kccnstakeable INTEGER NOT NULL);
CREATE TABLE kcvault (kcvtid INTEGER PRIMARY KEY, kcvtclid INTEGER NOT NULL REFERENCES kcclient(kcclid), kcvtlabel TEXT NOT NULL, kcvttemp TEXT NOT NULL, kcvtquorum INTEGER NOT NULL, kcvtopened DATE NOT NULL, kcvtfrozen INTEGER NOT NULL);
CREATE TABLE kcholding (kchdvtid INTEGER NOT NULL REFERENCES kcvault(kcvtid), kchdsymbol TEXT NOT NULL REFERENCES kccoin(kccnsymbol), kchdqty REAL NOT NULL, kchdlastaudit DATE, PRIMARY KEY (kchdvtid, kchdsymbol));
CREATE TABLE kcquote (kcqtsymbol TEXT NOT NULL REFERENCES kccoin(kccnsymbol), kcqtdate DATE NOT NULL, kcqtclosechf REAL NOT NULL, PRIMARY KEY (kcqtsymbol, kcqtdate));
CREATE TABLE kcmove (kcmvid INTEGER PRIMARY KEY, kcmvvtid INTEGER NOT NULL REFERENCES kcvault(kcvtid), kcmvsymbol TEXT NOT NULL REFERENCES kccoin(kccnsymbol), kcmvdirection TEXT NOT NULL, kcmvqty REAL NOT NULL, kcmvnetfee REAL, kcmvrequested DATETIME NOT NULL, kcmvsettled DATETIME, kcmvstatus TEXT NOT NULL, kcmvmemo TEXT);
-- kcmvstatus: RQ requested, AP approved, ST settled, RJ rejected, CX cancelled by the client
CREATE TABLE kcapproval (kcapmvid INTEGER NOT NULL REFERENCES kcmove(kcmvid), kcapstid INTEGER NOT NULL REFERENCES kcstaff(kcstid), kcapvotedat DATETIME NOT NULL, kcapvote TEXT NOT NULL, PRIMARY KEY (kcapmvid, kcapstid));
CREATE TABLE kcfeebill (kcfbid INTEGER PRIMARY KEY, kcfbclid INTEGER NOT NULL REFERENCES kcclient(kcclid), kcfbamountchf REAL NOT NULL, kcfbissued DATE NOT NULL, kcfbdue DATE NOT NULL, kcfbpaid DATE, kcfbwaived INTEGER NOT NULL);
