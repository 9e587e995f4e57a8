-- family taverna: bookings, bills, menu, kitchen stock; prices in cents
CREATE TABLE diningtable (tableno INTEGER PRIMARY KEY, area TEXT NOT NULL, seats INTEGER NOT NULL);
CREATE TABLE waiter (waiterid INTEGER PRIMARY KEY, waitername TEXT NOT NULL, hiredate DATE NOT NULL, leavedate DATE, mobile TEXT);
CREATE TABLE dish (dishid INTEGER PRIMARY KEY, dishname TEXT NOT NULL, course TEXT NOT NULL, pricecents INTEGER NOT NULL, vegetarian INTEGER NOT NULL, onmenu INTEGER NOT NULL);
CREATE TABLE vendor (vendorid INTEGER PRIMARY KEY, vendorname TEXT NOT NULL, village TEXT, phonenumber TEXT, deliveryday TEXT);
CREATE TABLE ingredient (ingredientid INTEGER PRIMARY KEY, ingredientname TEXT NOT NULL, centsperkilo INTEGER NOT NULL, stockkilos REAL NOT NULL, minkilos REAL NOT NULL, vendorid INTEGER REFERENCES vendor(vendorid));
CREATE TABLE recipe (dishid INTEGER NOT NULL REFERENCES dish(dishid), ingredientid INTEGER NOT NULL REFERENCES ingredient(ingredientid), grams INTEGER NOT NULL, PRIMARY KEY (dishid, ingredientid));
CREATE TABLE booking (bookingid INTEGER PRIMARY KEY, bookedfor DATETIME NOT NULL, guestname TEXT NOT NULL, guestphone TEXT, partysize INTEGER NOT NULL, tableno INTEGER REFERENCES diningtable(tableno), bookingstatus TEXT NOT NULL, bookedvia TEXT);
CREATE TABLE bill (billid INTEGER PRIMARY KEY, tableno INTEGER REFERENCES diningtable(tableno), waiterid INTEGER NOT NULL REFERENCES waiter(waiterid), bookingid INTEGER REFERENCES booking(bookingid), openedat DATETIME NOT NULL, closedat DATETIME, covers INTEGER NOT NULL, tipcents INTEGER, paidby TEXT);
CREATE TABLE billitem (billid INTEGER NOT NULL REFERENCES bill(billid), itemno INTEGER NOT NULL, dishid INTEGER NOT NULL REFERENCES dish(dishid), quantity INTEGER NOT NULL, unitcents INTEGER NOT NULL, PRIMARY KEY (billid, itemno));
