-- tool library, Utrecht
CREATE TABLE lid (lidnr INTEGER PRIMARY KEY, naam TEXT NOT NULL, wijk TEXT, email TEXT, lid_sinds INTEGER NOT NULL, opgezegd INTEGER, borg_betaald TEXT NOT NULL);
CREATE TABLE soort (soortcode TEXT PRIMARY KEY, soortnaam TEXT NOT NULL, groep TEXT, gevaarlijk TEXT NOT NULL);
CREATE TABLE gereedschap (stuknr INTEGER PRIMARY KEY, soortcode TEXT NOT NULL REFERENCES soort(soortcode), merk TEXT, gekocht INTEGER, nieuwprijs REAL, gedoneerd_door INTEGER REFERENCES lid(lidnr), toestand TEXT NOT NULL);
CREATE TABLE uitleen (uitleennr INTEGER PRIMARY KEY, lidnr INTEGER NOT NULL REFERENCES lid(lidnr), stuknr INTEGER NOT NULL REFERENCES gereedschap(stuknr), uit INTEGER NOT NULL, terug_voor INTEGER NOT NULL, terug INTEGER, boete REAL NOT NULL, uitgegeven_door INTEGER REFERENCES lid(lidnr));
CREATE TABLE reparatie (repnr INTEGER PRIMARY KEY, stuknr INTEGER NOT NULL REFERENCES gereedschap(stuknr), gemeld INTEGER NOT NULL, klaar INTEGER, kosten REAL, defect TEXT);
CREATE TABLE workshop (wsnr INTEGER PRIMARY KEY, titel TEXT NOT NULL, datum INTEGER NOT NULL, plaatsen INTEGER NOT NULL, leider INTEGER REFERENCES lid(lidnr), afgelast TEXT NOT NULL);
CREATE TABLE deelname (wsnr INTEGER NOT NULL REFERENCES workshop(wsnr), lidnr INTEGER NOT NULL REFERENCES lid(lidnr), aanwezig TEXT, PRIMARY KEY (wsnr, lidnr));
