-- travel insurance: policies, claims, payouts (euro)
CREATE TABLE tcholder (tchoid INTEGER PRIMARY KEY, tchoname TEXT NOT NULL, tchobirthdate DATE, tchocounty TEXT NOT NULL, tchoemail TEXT, tchonewsletter BOOLEAN NOT NULL);
CREATE TABLE tcproduct (tcprcode TEXT PRIMARY KEY, tcprname TEXT NOT NULL, tcprmedicallimit INTEGER NOT NULL, tcprbaggagelimit INTEGER, tcprexcess INTEGER NOT NULL);
CREATE TABLE tcpolicy (tcpono INTEGER PRIMARY KEY, tchoid INTEGER NOT NULL REFERENCES tcholder(tchoid), tcprcode TEXT NOT NULL REFERENCES tcproduct(tcprcode), tcpobought DATE NOT NULL, tcpotripfrom DATE NOT NULL, tcpotripto DATE NOT NULL, tcpodestination TEXT NOT NULL, tcpopremium NUMERIC NOT NULL, tcpocancelled DATE);
CREATE TABLE tcadjuster (tcadid INTEGER PRIMARY KEY, tcadname TEXT NOT NULL, tcadlevel TEXT NOT NULL, tcadactive BOOLEAN NOT NULL);
CREATE TABLE tcclaim (tcclno INTEGER PRIMARY KEY, tcpono INTEGER NOT NULL REFERENCES tcpolicy(tcpono), tcadid INTEGER REFERENCES tcadjuster(tcadid), tccltype TEXT NOT NULL, tccllossdate DATE NOT NULL, tcclreported DATE NOT NULL, tcclclaimed NUMERIC NOT NULL, tcclapproved NUMERIC, tccldecided DATE, tcclstatus TEXT NOT NULL);
-- tcclstatus: O open, A approved and awaiting payment, P paid, D declined, W withdrawn by the customer
CREATE TABLE tcpayment (tcpyid INTEGER PRIMARY KEY, tcclno INTEGER NOT NULL REFERENCES tcclaim(tcclno), tcpydate DATE NOT NULL, tcpyamount NUMERIC NOT NULL, tcpypayee TEXT NOT NULL);
CREATE TABLE tcdocument (tcdoid INTEGER PRIMARY KEY, tcclno INTEGER NOT NULL REFERENCES tcclaim(tcclno), tcdokind TEXT NOT NULL, tcdoasked DATE NOT NULL, tcdoreceived DATE);
CREATE VIEW tcpaidclaims AS SELECT tcclno, tcpono, tcclapproved FROM tcclaim WHERE tcclstatus IN ('P', 'A');
