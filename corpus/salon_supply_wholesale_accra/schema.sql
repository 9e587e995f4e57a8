-- wholesaler of hair and beauty products to salons and shops, amounts in cedi
CREATE TABLE salesrep (repid INTEGER PRIMARY KEY, repname TEXT NOT NULL, region TEXT NOT NULL, startdate DATE NOT NULL, enddate DATE);
CREATE TABLE salesquota (repid INTEGER NOT NULL REFERENCES salesrep(repid), quotayear INTEGER NOT NULL, quotaamount NUMERIC NOT NULL, PRIMARY KEY (repid, quotayear));
CREATE TABLE buyer (buyerid INTEGER PRIMARY KEY, buyername TEXT NOT NULL, buyertype TEXT NOT NULL, hometown TEXT NOT NULL, phoneno TEXT, repid INTEGER, creditdays INTEGER NOT NULL, blocked TEXT NOT NULL, sincedate DATE NOT NULL);
CREATE TABLE address (addressid INTEGER PRIMARY KEY, buyerid INTEGER NOT NULL REFERENCES buyer(buyerid), streetline TEXT NOT NULL, town TEXT NOT NULL);
CREATE TABLE item (itemcode TEXT PRIMARY KEY, itemname TEXT NOT NULL, brandname TEXT NOT NULL, itemgroup TEXT NOT NULL, costprice NUMERIC NOT NULL, sellprice NUMERIC NOT NULL, onhand INTEGER NOT NULL, minlevel INTEGER NOT NULL, delisted TEXT NOT NULL);
CREATE TABLE salesorder (orderno INTEGER PRIMARY KEY, buyerid INTEGER NOT NULL REFERENCES buyer(buyerid), orderdate DATE NOT NULL, wanteddate DATE, shipdate DATE, billtoid INTEGER NOT NULL, shiptoid INTEGER NOT NULL, orderstatus TEXT NOT NULL, paiddate DATE);
CREATE TABLE orderitem (orderno INTEGER NOT NULL REFERENCES salesorder(orderno), itemcode TEXT NOT NULL REFERENCES item(itemcode), orderedqty INTEGER NOT NULL, shippedqty INTEGER NOT NULL, unitprice NUMERIC NOT NULL, PRIMARY KEY (orderno, itemcode));
CREATE TABLE returnnote (returnno INTEGER PRIMARY KEY, orderno INTEGER NOT NULL REFERENCES salesorder(orderno), itemcode TEXT NOT NULL REFERENCES item(itemcode), returndate DATE NOT NULL, qty INTEGER NOT NULL, creditamount NUMERIC NOT NULL, returnreason TEXT);
