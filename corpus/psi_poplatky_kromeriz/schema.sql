CREATE TABLE ctvrt (id_ctvrti INTEGER PRIMARY KEY, nazev TEXT NOT NULL, pocet_kosu INTEGER);
CREATE TABLE plemeno (id_plemene INTEGER PRIMARY KEY, nazev TEXT NOT NULL, nebezpecne TEXT NOT NULL);
CREATE TABLE drzitel (id_drzitele INTEGER PRIMARY KEY, jmeno TEXT NOT NULL, prijmeni TEXT NOT NULL, rok_narozeni INTEGER, id_ctvrti INTEGER NOT NULL REFERENCES ctvrt(id_ctvrti), ulice TEXT, duchodce TEXT NOT NULL, telefon TEXT);
CREATE TABLE pes (id_psa INTEGER PRIMARY KEY, jmeno TEXT NOT NULL, id_plemene INTEGER REFERENCES plemeno(id_plemene), pohlavi TEXT NOT NULL, datum_narozeni DATE, cislo_cipu TEXT, id_drzitele INTEGER NOT NULL REFERENCES drzitel(id_drzitele), prihlasen_dne DATE NOT NULL, odhlasen_dne DATE, duvod_odhlaseni TEXT);
CREATE TABLE poplatek (id_poplatku INTEGER PRIMARY KEY, id_psa INTEGER NOT NULL REFERENCES pes(id_psa), rok INTEGER NOT NULL, castka INTEGER NOT NULL, splatnost DATE NOT NULL, osvobozeno TEXT NOT NULL);
CREATE TABLE platba (id_platby INTEGER PRIMARY KEY, id_poplatku INTEGER NOT NULL REFERENCES poplatek(id_poplatku), datum_platby DATE NOT NULL, castka INTEGER NOT NULL, zpusob TEXT NOT NULL);
CREATE TABLE straznik (id_straznika INTEGER PRIMARY KEY, jmeno TEXT NOT NULL, prijmeni TEXT NOT NULL, sluzebni_cislo TEXT);
CREATE TABLE prestupek (id_prestupku INTEGER PRIMARY KEY, id_psa INTEGER NOT NULL REFERENCES pes(id_psa), id_straznika INTEGER REFERENCES straznik(id_straznika), datum DATE NOT NULL, druh TEXT NOT NULL, pokuta INTEGER NOT NULL, zaplaceno_dne DATE);
