-- chamber of commerce, Plovdiv
CREATE TABLE sector (sectorcode TEXT PRIMARY KEY, sectorname TEXT NOT NULL, parentcode TEXT);
CREATE TABLE membertier (tierid INTEGER PRIMARY KEY, tiername TEXT NOT NULL, annualfee INTEGER NOT NULL);
CREATE TABLE company (companyid INTEGER PRIMARY KEY, companyname TEXT NOT NULL, vatno TEXT, sectorcode TEXT, employees INTEGER, turnovermln REAL, foundedyear INTEGER, exporter TEXT, town TEXT, website TEXT);
CREATE TABLE membership (membershipid INTEGER PRIMARY KEY, companyid INTEGER NOT NULL, tierid INTEGER NOT NULL, joineddate TEXT NOT NULL, leftdate TEXT, leftreason TEXT, recruitedby INTEGER);
CREATE TABLE contactperson (personid INTEGER PRIMARY KEY, companyid INTEGER, firstname TEXT, lastname TEXT, jobtitle TEXT, email TEXT, gdprconsent TEXT);
CREATE TABLE duesinvoice (invoiceno INTEGER PRIMARY KEY, membershipid INTEGER NOT NULL, dueyear INTEGER NOT NULL, amount INTEGER NOT NULL, issueddate TEXT NOT NULL, paiddate TEXT);
CREATE TABLE chamberevent (eventid INTEGER PRIMARY KEY, eventtitle TEXT NOT NULL, eventtype TEXT NOT NULL, eventdate TEXT NOT NULL, venue TEXT, capacity INTEGER, memberprice INTEGER, guestprice INTEGER, cancelled TEXT NOT NULL, hostcompanyid INTEGER);
CREATE TABLE attendance (eventid INTEGER NOT NULL, personid INTEGER NOT NULL, registered TEXT NOT NULL, showedup TEXT, paidprice INTEGER, PRIMARY KEY (eventid, personid));
CREATE TABLE certificate (certno INTEGER PRIMARY KEY, companyid INTEGER NOT NULL, certtype TEXT NOT NULL, destcountry TEXT NOT NULL, issuedate TEXT NOT NULL, goodsvalue INTEGER, feecharged INTEGER, signedby INTEGER);
CREATE TABLE clerk (clerkid INTEGER PRIMARY KEY, clerkname TEXT NOT NULL, department TEXT);
CREATE TABLE committee (committeeid INTEGER PRIMARY KEY, committeename TEXT NOT NULL, chairpersonid INTEGER, deputypersonid INTEGER, dissolved TEXT);
CREATE TABLE committeemember (committeeid INTEGER NOT NULL, personid INTEGER NOT NULL, sincedate TEXT, untildate TEXT, PRIMARY KEY (committeeid, personid));
