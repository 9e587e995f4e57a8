CREATE TABLE clients (clientid INTEGER PRIMARY KEY, fullname TEXT NOT NULL, postcode TEXT, phone TEXT, joinedon TEXT, keyheld TEXT, referredby INTEGER);
CREATE TABLE pets (petid INTEGER PRIMARY KEY, clientid INTEGER NOT NULL, petname TEXT, species TEXT, breed TEXT, bornon TEXT, neutered TEXT, offlead TEXT, diedon TEXT);
CREATE TABLE sitters (sitterid INTEGER PRIMARY KEY, sittername TEXT, hourlyrate REAL, startedon TEXT, lefton TEXT, hascar TEXT);
CREATE TABLE services (servicecode TEXT PRIMARY KEY, servicename TEXT, listprice REAL, minutes INTEGER);
CREATE TABLE bookings (bookingid INTEGER PRIMARY KEY, petid INTEGER NOT NULL, servicecode TEXT REFERENCES services(servicecode), sitterid INTEGER REFERENCES sitters(sitterid), backupsitterid INTEGER REFERENCES sitters(sitterid), startsat TEXT, endsat TEXT, price REAL, bookstatus TEXT, paidat TEXT);
CREATE TABLE reviews (reviewid INTEGER PRIMARY KEY, bookingid INTEGER REFERENCES bookings(bookingid), stars INTEGER, remark TEXT);
CREATE TABLE incidents (incidentid INTEGER PRIMARY KEY, bookingid INTEGER REFERENCES bookings(bookingid), kind TEXT, vetcost REAL, reportedat TEXT);
CREATE VIEW regularclients AS SELECT clients.clientid, clients.fullname FROM clients JOIN pets ON pets.clientid = clients.clientid JOIN bookings ON bookings.petid = pets.petid WHERE bookings.bookstatus = 'done' GROUP BY clients.clientid HAVING count(*) >= 5;
