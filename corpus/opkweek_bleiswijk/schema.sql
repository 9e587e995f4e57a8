CREATE TABLE ras (
  ras_code TEXT PRIMARY KEY,
  rasnaam TEXT,
  soort TEXT,
  veredelaar TEXT,
  zaadprijs_cent INTEGER
);
CREATE TABLE klant (
  klant_nr INTEGER PRIMARY KEY,
  bedrijfsnaam TEXT,
  plaats TEXT,
  land TEXT,
  glas_ha REAL,
  klant_sinds INTEGER,
  gestopt_op INTEGER
);
CREATE TABLE medewerker (
  mw_nr INTEGER PRIMARY KEY,
  voornaam TEXT,
  achternaam TEXT,
  functie TEXT,
  in_dienst INTEGER,
  uit_dienst INTEGER,
  leidinggevende_nr INTEGER REFERENCES medewerker(mw_nr)
);
CREATE TABLE afdeling (
  afd_code TEXT PRIMARY KEY,
  afd_naam TEXT,
  oppervlak_m2 INTEGER,
  belicht TEXT
);
CREATE TABLE opdracht (
  opdracht_nr INTEGER PRIMARY KEY,
  klant_nr INTEGER REFERENCES klant(klant_nr),
  factuur_klant_nr INTEGER REFERENCES klant(klant_nr),
  ras_code TEXT REFERENCES ras(ras_code),
  onderstam_code TEXT REFERENCES ras(ras_code),
  aantal_planten INTEGER,
  prijs_per_plant REAL,
  besteld_op INTEGER,
  geannuleerd TEXT
);
CREATE TABLE zaaipartij (
  partij_nr INTEGER PRIMARY KEY,
  opdracht_nr INTEGER REFERENCES opdracht(opdracht_nr),
  afd_code TEXT REFERENCES afdeling(afd_code),
  gezaaid_op INTEGER,
  zaden INTEGER,
  gekiemd INTEGER,
  geent_op INTEGER,
  enter_nr INTEGER REFERENCES medewerker(mw_nr),
  ent_geslaagd INTEGER
);
CREATE TABLE levering (
  levering_nr INTEGER PRIMARY KEY,
  opdracht_nr INTEGER REFERENCES opdracht(opdracht_nr),
  geleverd_op INTEGER,
  planten INTEGER,
  chauffeur_nr INTEGER REFERENCES medewerker(mw_nr),
  betaald_op INTEGER
);
CREATE TABLE klacht (
  klacht_nr INTEGER PRIMARY KEY,
  levering_nr INTEGER REFERENCES levering(levering_nr),
  gemeld_op INTEGER,
  reden TEXT,
  vergoeding REAL,
  afgehandeld TEXT
);
