-- stage lighting hire, Vilnius
CREATE TABLE nuomininkas (id INTEGER PRIMARY KEY, pavadinimas TEXT NOT NULL, tipas TEXT NOT NULL, miestas TEXT, nuolaida_proc INTEGER NOT NULL, juodas_sarasas TEXT NOT NULL);
CREATE TABLE iranga (id INTEGER PRIMARY KEY, modelis TEXT NOT NULL, rusis TEXT NOT NULL, gamintojas TEXT, dienos_kaina REAL NOT NULL, galia_w INTEGER, svoris_kg REAL, vienetu INTEGER NOT NULL);
CREATE TABLE renginys (id INTEGER PRIMARY KEY, nuomininkas_id INTEGER NOT NULL REFERENCES nuomininkas(id), pavadinimas TEXT NOT NULL, vieta TEXT, nuo TEXT NOT NULL, iki TEXT NOT NULL, busena TEXT NOT NULL, atsakingas_id INTEGER REFERENCES darbuotojas(id), pultas_id INTEGER REFERENCES darbuotojas(id));
CREATE TABLE darbuotojas (id INTEGER PRIMARY KEY, vardas TEXT NOT NULL, pareigos TEXT NOT NULL, laisvai_samdomas TEXT NOT NULL, baige TEXT);
CREATE TABLE renginio_iranga (renginys_id INTEGER NOT NULL REFERENCES renginys(id), iranga_id INTEGER NOT NULL REFERENCES iranga(id), kiekis INTEGER NOT NULL, grazinta INTEGER, PRIMARY KEY (renginys_id, iranga_id));
CREATE TABLE saskaita (nr INTEGER PRIMARY KEY, renginys_id INTEGER NOT NULL REFERENCES renginys(id), israsyta TEXT NOT NULL, suma REAL NOT NULL, apmoketa TEXT);
CREATE TABLE gedimas (id INTEGER PRIMARY KEY, iranga_id INTEGER NOT NULL REFERENCES iranga(id), pastebeta TEXT NOT NULL, sutaisyta TEXT, kaina REAL);
