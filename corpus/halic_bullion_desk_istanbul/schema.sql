-- wholesale precious metals desk, Istanbul; weights in grams, prices in US dollars per troy ounce
CREATE TABLE counterparty (cpcode TEXT PRIMARY KEY, cpname TEXT NOT NULL, cpkind TEXT NOT NULL, cpcity TEXT NOT NULL, openlimitgrams INTEGER, blockedsince DATE);
CREATE TABLE trader (traderid INTEGER PRIMARY KEY, tradername TEXT NOT NULL, hiredon DATE NOT NULL, lefton DATE, headid INTEGER REFERENCES trader(traderid));
CREATE TABLE metal (metalcode TEXT PRIMARY KEY, metalname TEXT NOT NULL, minimumlotgrams INTEGER NOT NULL);
CREATE TABLE introbroker (brokerid INTEGER PRIMARY KEY, brokername TEXT NOT NULL, feebps REAL NOT NULL);
CREATE TABLE deal (dealno INTEGER PRIMARY KEY, cpcode TEXT NOT NULL REFERENCES counterparty(cpcode), traderid INTEGER NOT NULL REFERENCES trader(traderid), brokerid INTEGER REFERENCES introbroker(brokerid), metalcode TEXT NOT NULL REFERENCES metal(metalcode), dealside TEXT NOT NULL, quantitygrams INTEGER NOT NULL, priceperounce REAL NOT NULL, dealtime DATETIME NOT NULL, dealstatus TEXT NOT NULL, cancelreason TEXT);
-- dealside: B we buy, S we sell; dealstatus: NEW, CNF confirmed, STL settled, CXL cancelled
CREATE TABLE settlement (settlementno INTEGER PRIMARY KEY, dealno INTEGER NOT NULL REFERENCES deal(dealno), leg TEXT NOT NULL, dueon DATE NOT NULL, doneon DATE);
CREATE TABLE fixing (metalcode TEXT NOT NULL REFERENCES metal(metalcode), fixdate DATE NOT NULL, amprice REAL NOT NULL, pmprice REAL, PRIMARY KEY (metalcode, fixdate));
CREATE TABLE vaultbar (barno TEXT PRIMARY KEY, metalcode TEXT NOT NULL REFERENCES metal(metalcode), refinercode TEXT NOT NULL REFERENCES counterparty(cpcode), buyercode TEXT REFERENCES counterparty(cpcode), weightgrams REAL NOT NULL, fineness REAL NOT NULL, receivedon DATE NOT NULL, dispatchedon DATE);
CREATE VIEW opendeals AS SELECT dealno, cpcode, metalcode, quantitygrams FROM deal WHERE dealstatus <> 'STL';
