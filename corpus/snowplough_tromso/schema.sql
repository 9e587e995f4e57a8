-- municipal snow clearing
CREATE TABLE rode (rode_nr INTEGER PRIMARY KEY, rode_navn TEXT NOT NULL, km REAL NOT NULL, prioritet INTEGER NOT NULL, entreprenor_id INTEGER);
CREATE TABLE entreprenor (entreprenor_id INTEGER PRIMARY KEY, firma TEXT NOT NULL, orgnr TEXT, kontrakt_fra TEXT, kontrakt_til TEXT, timepris INTEGER);
CREATE TABLE kjoretoy (regnr TEXT PRIMARY KEY, entreprenor_id INTEGER, type TEXT NOT NULL, gps TEXT NOT NULL);
CREATE TABLE sjafor (sjafor_id INTEGER PRIMARY KEY, navn TEXT NOT NULL, entreprenor_id INTEGER, telefon TEXT, sluttet TEXT);
CREATE TABLE utkalling (utkall_id INTEGER PRIMARY KEY, rode_nr INTEGER NOT NULL, meldt TEXT NOT NULL, startet TEXT, ferdig TEXT, regnr TEXT, sjafor_id INTEGER, reserve_id INTEGER, sno_cm INTEGER, salt_kg INTEGER, avlyst TEXT NOT NULL);
CREATE TABLE klage (klage_id INTEGER PRIMARY KEY, rode_nr INTEGER, mottatt TEXT NOT NULL, grunn TEXT NOT NULL, medhold TEXT);
CREATE TABLE faktura (faktura_nr INTEGER PRIMARY KEY, entreprenor_id INTEGER NOT NULL, periode TEXT NOT NULL, timer REAL NOT NULL, belop INTEGER NOT NULL, godkjent TEXT);
CREATE TABLE vaer (dato TEXT PRIMARY KEY, nysno_cm REAL, temp_min REAL);
