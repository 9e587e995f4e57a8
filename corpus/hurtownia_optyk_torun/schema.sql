CREATE TABLE kategoria (
  id_kat INTEGER PRIMARY KEY,
  nazwa TEXT,
  id_nadrzednej INTEGER REFERENCES kategoria(id_kat)
);
CREATE TABLE dostawca (
  id_dostawcy INTEGER PRIMARY KEY,
  nazwa TEXT,
  kraj TEXT,
  dni_dostawy INTEGER
);
CREATE TABLE towar (
  id_towaru INTEGER PRIMARY KEY,
  kod TEXT,
  nazwa TEXT,
  id_kat INTEGER REFERENCES kategoria(id_kat),
  id_dostawcy INTEGER REFERENCES dostawca(id_dostawcy),
  cena_netto NUMERIC,
  stan_magazynu INTEGER,
  stan_minimalny INTEGER,
  wycofany TEXT
);
CREATE TABLE przedstawiciel (
  id_przedst INTEGER PRIMARY KEY,
  imie TEXT,
  nazwisko TEXT,
  region TEXT,
  data_zatrudnienia DATE,
  data_odejscia DATE
);
CREATE TABLE salon (
  id_salonu INTEGER PRIMARY KEY,
  nazwa TEXT,
  miasto TEXT,
  wojewodztwo TEXT,
  nip TEXT,
  rabat_proc INTEGER,
  zablokowany TEXT,
  id_opiekuna INTEGER REFERENCES przedstawiciel(id_przedst)
);
CREATE TABLE zamowienie (
  nr_zam INTEGER PRIMARY KEY,
  id_salonu INTEGER REFERENCES salon(id_salonu),
  id_przedst INTEGER REFERENCES przedstawiciel(id_przedst),
  data_zam DATE,
  data_wysylki DATE,
  status TEXT,
  pilne TEXT
);
CREATE TABLE pozycja_zam (
  nr_zam INTEGER REFERENCES zamowienie(nr_zam),
  lp INTEGER,
  id_towaru INTEGER REFERENCES towar(id_towaru),
  ilosc INTEGER,
  cena_szt NUMERIC,
  moc_dptr REAL,
  PRIMARY KEY (nr_zam, lp)
);
CREATE TABLE faktura (
  nr_fv TEXT PRIMARY KEY,
  nr_zam INTEGER REFERENCES zamowienie(nr_zam),
  data_wystawienia DATE,
  termin_platnosci DATE,
  kwota_brutto NUMERIC,
  data_zaplaty DATE
);
CREATE TABLE reklamacja (
  nr_rekl INTEGER PRIMARY KEY,
  nr_zam INTEGER REFERENCES zamowienie(nr_zam),
  id_towaru INTEGER REFERENCES towar(id_towaru),
  data_zgloszenia DATE,
  powod TEXT,
  uznana TEXT,
  kwota_zwrotu NUMERIC
);
