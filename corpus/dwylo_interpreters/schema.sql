-- sign language interpreter bookings, Wales
CREATE TABLE interpreters (interpid INTEGER PRIMARY KEY, fullname TEXT NOT NULL, region TEXT, qualyear INTEGER, dbsexpiry TEXT, welshspeaker TEXT, active TEXT NOT NULL, hourlyrate REAL NOT NULL);
CREATE TABLE skills (interpid INTEGER NOT NULL, skill TEXT NOT NULL, PRIMARY KEY (interpid, skill));
CREATE TABLE organisations (orgid INTEGER PRIMARY KEY, orgname TEXT NOT NULL, orgtype TEXT, town TEXT, ponumberneeded TEXT);
CREATE TABLE deafclients (clientid INTEGER PRIMARY KEY, clientname TEXT NOT NULL, town TEXT, preferredid INTEGER, avoidid INTEGER, textnumber TEXT);
CREATE TABLE bookings (bookingid INTEGER PRIMARY KEY, orgid INTEGER NOT NULL, clientid INTEGER, startsat TEXT NOT NULL, durationmins INTEGER NOT NULL, setting TEXT, firstinterpid INTEGER, secondinterpid INTEGER, bookingstatus TEXT NOT NULL, cancelledat TEXT, remotevideo TEXT NOT NULL, requestedat TEXT NOT NULL);
CREATE TABLE travelclaims (claimid INTEGER PRIMARY KEY, bookingid INTEGER NOT NULL, interpid INTEGER NOT NULL, miles REAL, parking REAL, approvedon TEXT);
CREATE TABLE invoices (invoiceno INTEGER PRIMARY KEY, orgid INTEGER NOT NULL, invoicedate TEXT NOT NULL, total REAL NOT NULL, settledon TEXT);
CREATE TABLE feedback (feedbackid INTEGER PRIMARY KEY, bookingid INTEGER NOT NULL, fromwhom TEXT NOT NULL, score INTEGER NOT NULL, comment TEXT);
