-- mobile wallets and cash agents, Sierra Leone
CREATE TABLE wlkyclevel (wlkylevel INTEGER PRIMARY KEY, wlkyname TEXT NOT NULL, wlkydailymax NUMERIC NOT NULL, wlkybalancemax NUMERIC);
CREATE TABLE wlcustomer (wlcuid INTEGER PRIMARY KEY, wlcufullname TEXT NOT NULL, wlcumsisdn TEXT NOT NULL, wlcudistrict TEXT NOT NULL, wlcukylevel INTEGER NOT NULL REFERENCES wlkyclevel(wlkylevel), wlcusignupdate DATE NOT NULL, wlcubirthdate DATE, wlcustatus TEXT NOT NULL);
CREATE TABLE wlwallet (wlwaid INTEGER PRIMARY KEY, wlwacuid INTEGER NOT NULL REFERENCES wlcustomer(wlcuid), wlwacurrency TEXT NOT NULL, wlwabalance NUMERIC NOT NULL, wlwaprimary TEXT NOT NULL);
CREATE TABLE wlagent (wlagid INTEGER PRIMARY KEY, wlagname TEXT NOT NULL, wlagdistrict TEXT NOT NULL, wlagsuperid INTEGER REFERENCES wlagent(wlagid), wlagfloatlimit NUMERIC NOT NULL, wlagsince DATE NOT NULL, wlagterminated DATE);
CREATE TABLE wltxtype (wlttcode TEXT PRIMARY KEY, wlttname TEXT NOT NULL);
CREATE TABLE wltx (wltxid INTEGER PRIMARY KEY, wltxtypecode TEXT NOT NULL REFERENCES wltxtype(wlttcode), wltxsenderid INTEGER REFERENCES wlwallet(wlwaid), wltxreceiverid INTEGER REFERENCES wlwallet(wlwaid), wltxagentid INTEGER REFERENCES wlagent(wlagid), wltxcurrency TEXT NOT NULL, wltxamount NUMERIC NOT NULL, wltxfee NUMERIC NOT NULL, wltxcreated DATETIME NOT NULL, wltxcompleted DATETIME, wltxstatus TEXT NOT NULL, wltxfailreason TEXT);
CREATE TABLE wlcommission (wlcoagentid INTEGER NOT NULL REFERENCES wlagent(wlagid), wlcomonth TEXT NOT NULL, wlcoamount NUMERIC NOT NULL, wlcopaidon DATE, PRIMARY KEY (wlcoagentid, wlcomonth));
CREATE TABLE wlcomplaint (wlcpid INTEGER PRIMARY KEY, wlcptxid INTEGER NOT NULL REFERENCES wltx(wltxid), wlcpkind TEXT NOT NULL, wlcpopened DATE NOT NULL, wlcpclosed DATE, wlcprefund NUMERIC);
