-- subtitling and dubbing studio, Brno
CREATE TABLE klient (klient_id INTEGER PRIMARY KEY, nazev TEXT NOT NULL, stat TEXT, splatnost_dni INTEGER);
CREATE TABLE osoba (osoba_id INTEGER PRIMARY KEY, jmeno TEXT NOT NULL, email TEXT, aktivni INTEGER NOT NULL);
CREATE TABLE jazyk_osoby (osoba_id INTEGER NOT NULL REFERENCES osoba(osoba_id), jazyk TEXT NOT NULL, sazba_min INTEGER NOT NULL, PRIMARY KEY (osoba_id, jazyk));
CREATE TABLE titul (titul_id INTEGER PRIMARY KEY, klient_id INTEGER NOT NULL REFERENCES klient(klient_id), nazev TEXT NOT NULL, druh TEXT NOT NULL, rok INTEGER, minut INTEGER NOT NULL, orig_jazyk TEXT NOT NULL, serie_titul_id INTEGER REFERENCES titul(titul_id));
CREATE TABLE zakazka (zakazka_id INTEGER PRIMARY KEY, titul_id INTEGER NOT NULL REFERENCES titul(titul_id), cil_jazyk TEXT NOT NULL, typ TEXT NOT NULL, prekladatel_id INTEGER REFERENCES osoba(osoba_id), korektor_id INTEGER REFERENCES osoba(osoba_id), prijato TEXT NOT NULL, termin TEXT NOT NULL, odevzdano TEXT, stav TEXT NOT NULL, cena_czk INTEGER, chyb INTEGER);
CREATE TABLE faktura (faktura_no INTEGER PRIMARY KEY, klient_id INTEGER NOT NULL REFERENCES klient(klient_id), vystaveno TEXT NOT NULL, castka INTEGER NOT NULL, zaplaceno TEXT);
CREATE TABLE reklamace (rekl_id INTEGER PRIMARY KEY, zakazka_id INTEGER NOT NULL REFERENCES zakazka(zakazka_id), podano TEXT NOT NULL, duvod TEXT, uznano INTEGER);
