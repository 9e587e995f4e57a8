-- concert piano tuning, Gothenburg; amounts in SEK
CREATE TABLE kund (kund_nr INTEGER PRIMARY KEY, kund_namn TEXT NOT NULL, kund_typ TEXT NOT NULL, ort TEXT, avtal TEXT NOT NULL);
CREATE TABLE sal (sal_nr INTEGER PRIMARY KEY, kund_nr INTEGER NOT NULL REFERENCES kund(kund_nr), sal_namn TEXT NOT NULL, platser INTEGER);
CREATE TABLE flygel (instr_nr INTEGER PRIMARY KEY, fabrikat TEXT NOT NULL, modell TEXT NOT NULL, serienr TEXT, byggar INTEGER, langd_cm INTEGER, sal_nr INTEGER REFERENCES sal(sal_nr), agare_nr INTEGER NOT NULL REFERENCES kund(kund_nr), uthyrd TEXT NOT NULL);
CREATE TABLE tekniker (tek_nr INTEGER PRIMARY KEY, tek_namn TEXT NOT NULL, certifierad TEXT, timpris INTEGER NOT NULL, slutat TEXT);
CREATE TABLE uppdrag (uppdrag_nr INTEGER PRIMARY KEY, instr_nr INTEGER NOT NULL REFERENCES flygel(instr_nr), tek_nr INTEGER REFERENCES tekniker(tek_nr), bokad_tid TEXT NOT NULL, typ TEXT NOT NULL, minuter INTEGER, hz_fore REAL, hz_efter REAL, status TEXT NOT NULL, konsert TEXT);
CREATE TABLE faktura (faktura_nr INTEGER PRIMARY KEY, kund_nr INTEGER NOT NULL REFERENCES kund(kund_nr), fakturadatum TEXT NOT NULL, belopp INTEGER NOT NULL, betald TEXT);
CREATE TABLE faktura_rad (faktura_nr INTEGER NOT NULL REFERENCES faktura(faktura_nr), uppdrag_nr INTEGER NOT NULL REFERENCES uppdrag(uppdrag_nr), rad_belopp INTEGER NOT NULL, PRIMARY KEY (faktura_nr, uppdrag_nr));
CREATE TABLE klimat (sal_nr INTEGER NOT NULL REFERENCES sal(sal_nr), matt TEXT NOT NULL, temp_c REAL, fukt_pct INTEGER, PRIMARY KEY (sal_nr, matt));
