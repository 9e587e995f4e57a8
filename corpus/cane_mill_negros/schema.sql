-- sugar mill, cane deliveries (Negros)
CREATE TABLE planter (pltrno INTEGER PRIMARY KEY, pltrname TEXT NOT NULL, assoccd TEXT, muni TEXT, tin TEXT, deceased TEXT);
CREATE TABLE assoc (assoccd TEXT PRIMARY KEY, assocname TEXT NOT NULL, feepct REAL);
CREATE TABLE hacienda (hcdano INTEGER PRIMARY KEY, hcdaname TEXT NOT NULL, pltrno INTEGER, kmtomill REAL, areaha REAL);
CREATE TABLE cropyr (cycd TEXT PRIMARY KEY, startdt TEXT, enddt TEXT);
CREATE TABLE truck (plateno TEXT PRIMARY KEY, ownername TEXT, capton REAL, blacklistdt TEXT);
CREATE TABLE delivery (delno INTEGER PRIMARY KEY, cycd TEXT NOT NULL, hcdano INTEGER NOT NULL, plateno TEXT, arrdttm TEXT NOT NULL, grosston REAL NOT NULL, tareton REAL NOT NULL, trashpct REAL, brix REAL, lkgtc REAL, status TEXT NOT NULL);
CREATE TABLE weekprice (weekend TEXT PRIMARY KEY, sugarlkg REAL, molasseston REAL);
CREATE TABLE settlement (setno INTEGER PRIMARY KEY, pltrno INTEGER NOT NULL, cycd TEXT NOT NULL, weekend TEXT, lkgshare REAL NOT NULL, grosspeso REAL NOT NULL, deduct REAL NOT NULL, reldt TEXT);
CREATE TABLE cashadv (advno INTEGER PRIMARY KEY, pltrno INTEGER NOT NULL, advdt TEXT NOT NULL, amt REAL NOT NULL, guarantorno INTEGER, paidoff TEXT NOT NULL);
CREATE TABLE milldown (downno INTEGER PRIMARY KEY, fromdttm TEXT NOT NULL, todttm TEXT, why TEXT);
