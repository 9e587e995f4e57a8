CREATE TABLE liefhebber (lidnr INTEGER PRIMARY KEY, naam TEXT NOT NULL, woonplaats TEXT NOT NULL, lidsinds INTEGER NOT NULL, opgezegdop DATE, jeugdlid TEXT NOT NULL);
CREATE TABLE hok (hoknr INTEGER PRIMARY KEY, lidnr INTEGER NOT NULL REFERENCES liefhebber(lidnr), straat TEXT NOT NULL, plaats TEXT NOT NULL, capaciteit INTEGER NOT NULL);
CREATE TABLE duif (ringnr TEXT PRIMARY KEY, hoknr INTEGER NOT NULL REFERENCES hok(hoknr), geslacht TEXT NOT NULL, kleur TEXT NOT NULL, geboortejaar INTEGER NOT NULL, vaderring TEXT, moederring TEXT, uitval TEXT);
CREATE TABLE lossingsplaats (plaatsnr INTEGER PRIMARY KEY, plaatsnaam TEXT NOT NULL, land TEXT NOT NULL, afstandkm INTEGER NOT NULL);
CREATE TABLE vlucht (vluchtnr INTEGER PRIMARY KEY, plaatsnr INTEGER NOT NULL REFERENCES lossingsplaats(plaatsnr), vluchtdatum DATE NOT NULL, soort TEXT NOT NULL, lostijd DATETIME, afgelast TEXT NOT NULL, temperatuur REAL, windrichting TEXT);
CREATE TABLE inkorving (vluchtnr INTEGER NOT NULL REFERENCES vlucht(vluchtnr), ringnr TEXT NOT NULL, volgnr INTEGER NOT NULL, inleg REAL NOT NULL, PRIMARY KEY (vluchtnr, ringnr));
CREATE TABLE aankomst (vluchtnr INTEGER NOT NULL, ringnr TEXT NOT NULL, aankomsttijd DATETIME NOT NULL, snelheid REAL NOT NULL, PRIMARY KEY (vluchtnr, ringnr));
CREATE TABLE prijs (vluchtnr INTEGER NOT NULL, ringnr TEXT NOT NULL, plaatsing INTEGER NOT NULL, punten REAL NOT NULL, prijsgeld REAL NOT NULL, PRIMARY KEY (vluchtnr, ringnr));
CREATE TABLE behandeling (behandelnr INTEGER PRIMARY KEY, hoknr INTEGER NOT NULL REFERENCES hok(hoknr), datum DATE NOT NULL, middel TEXT NOT NULL, kosten REAL);
