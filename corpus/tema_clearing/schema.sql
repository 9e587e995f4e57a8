-- customs broker, port of Tema (Ghana); GHS amounts in pesewas
CREATE TABLE tradeparty (partyid INTEGER PRIMARY KEY, partyname TEXT NOT NULL, partytin TEXT, partyrole TEXT NOT NULL, partycity TEXT, partycountry TEXT, blacklisted TEXT NOT NULL);
CREATE TABLE hscode (hs TEXT PRIMARY KEY, hstext TEXT NOT NULL, dutyrate REAL NOT NULL, vatrate REAL NOT NULL, restricted TEXT NOT NULL);
CREATE TABLE regime (regimecode TEXT PRIMARY KEY, regimetext TEXT NOT NULL);
CREATE TABLE vessel (vesselid INTEGER PRIMARY KEY, vesselname TEXT NOT NULL, vesselflag TEXT, lineowner TEXT);
CREATE TABLE declarant (declarantid INTEGER PRIMARY KEY, declarantname TEXT NOT NULL, licenceno TEXT, licenceuntil INTEGER, leftfirm INTEGER);
CREATE TABLE declaration (declno TEXT PRIMARY KEY, importerid INTEGER NOT NULL, exporterid INTEGER NOT NULL, regimecode TEXT NOT NULL, vesselid INTEGER, declarantid INTEGER NOT NULL, lodgedat INTEGER NOT NULL, channel TEXT, releasedat INTEGER, declstatus TEXT NOT NULL, origincountry TEXT);
CREATE TABLE declitem (declno TEXT NOT NULL, itemno INTEGER NOT NULL, hs TEXT NOT NULL, netkg REAL, cifvalue INTEGER NOT NULL, dutyamount INTEGER, vatamount INTEGER, PRIMARY KEY (declno, itemno));
CREATE TABLE container (contno TEXT NOT NULL, declno TEXT NOT NULL, contsize INTEGER NOT NULL, sealbroken TEXT NOT NULL, gateoutat INTEGER, PRIMARY KEY (contno, declno));
CREATE TABLE customsquery (queryid INTEGER PRIMARY KEY, declno TEXT NOT NULL, raisedat INTEGER NOT NULL, querytype TEXT NOT NULL, answeredat INTEGER, upliftvalue INTEGER);
CREATE TABLE permit (permitid INTEGER PRIMARY KEY, partyid INTEGER NOT NULL, hs TEXT NOT NULL, agency TEXT, validfrom INTEGER, validto INTEGER);
CREATE TABLE brokerinvoice (invno INTEGER PRIMARY KEY, declno TEXT NOT NULL, billtoid INTEGER NOT NULL, invat INTEGER NOT NULL, feeamount INTEGER NOT NULL, disbursed INTEGER NOT NULL, paidat INTEGER);
CREATE TABLE fxrate (ccy TEXT NOT NULL, ratedate INTEGER NOT NULL, ratetoghs REAL NOT NULL, PRIMARY KEY (ccy, ratedate));
CREATE TABLE userlog (logid INTEGER PRIMARY KEY, declarantid INTEGER, at INTEGER, what TEXT);
CREATE VIEW dutysummary AS SELECT declno, sum(dutyamount) AS duty, sum(vatamount) AS vat FROM declitem GROUP BY declno;
