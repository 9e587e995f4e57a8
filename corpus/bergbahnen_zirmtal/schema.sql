CREATE TABLE station (
  station_nr INTEGER PRIMARY KEY,
  bezeichnung TEXT NOT NULL,
  seehoehe INTEGER,
  restaurant TEXT
);
CREATE TABLE bahn (
  bahn_nr INTEGER PRIMARY KEY,
  bahn_name TEXT NOT NULL,
  bauart TEXT,
  talstation_nr INTEGER REFERENCES station(station_nr),
  bergstation_nr INTEGER REFERENCES station(station_nr),
  baujahr INTEGER,
  laenge_m INTEGER,
  foerderleistung INTEGER,
  stillgelegt_am TEXT
);
CREATE TABLE mitarbeiter (
  mitarbeiter_nr INTEGER PRIMARY KEY,
  vorname TEXT,
  nachname TEXT,
  funktion TEXT,
  vorgesetzter_nr INTEGER REFERENCES mitarbeiter(mitarbeiter_nr),
  eintritt TEXT,
  austritt TEXT,
  saisonkraft TEXT,
  stundenlohn NUMERIC
);
CREATE TABLE schicht (
  schicht_nr INTEGER PRIMARY KEY,
  mitarbeiter_nr INTEGER REFERENCES mitarbeiter(mitarbeiter_nr),
  bahn_nr INTEGER REFERENCES bahn(bahn_nr),
  beginn DATETIME,
  ende DATETIME
);
CREATE TABLE kartenart (
  kartenart_kz TEXT PRIMARY KEY,
  beschreibung TEXT,
  preis NUMERIC,
  ermaessigt TEXT
);
CREATE TABLE verkauf (
  verkauf_nr INTEGER PRIMARY KEY,
  kartenart_kz TEXT REFERENCES kartenart(kartenart_kz),
  station_nr INTEGER REFERENCES station(station_nr),
  verkauft_am DATETIME,
  anzahl INTEGER,
  betrag NUMERIC,
  zahlart TEXT,
  storniert TEXT
);
CREATE TABLE stoerung (
  stoerung_nr INTEGER PRIMARY KEY,
  bahn_nr INTEGER REFERENCES bahn(bahn_nr),
  beginn DATETIME,
  ende DATETIME,
  ursache TEXT,
  behoben_von INTEGER REFERENCES mitarbeiter(mitarbeiter_nr),
  bergung TEXT
);
CREATE TABLE pruefung (
  pruefung_nr INTEGER PRIMARY KEY,
  bahn_nr INTEGER REFERENCES bahn(bahn_nr),
  geprueft_am TEXT,
  pruefer TEXT,
  bestanden TEXT,
  maengel INTEGER,
  kosten NUMERIC
);
