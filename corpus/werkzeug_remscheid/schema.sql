CREATE TABLE Kunde (
  KundenNr INTEGER PRIMARY KEY,
  Firma TEXT NOT NULL,
  Ort TEXT,
  Land TEXT,
  Kundengruppe TEXT,
  Betreuer INTEGER REFERENCES Mitarbeiter(PersNr)
);
CREATE TABLE Mitarbeiter (
  PersNr INTEGER PRIMARY KEY,
  Vorname TEXT,
  Nachname TEXT,
  Abteilung TEXT,
  VorgesetzterNr INTEGER REFERENCES Mitarbeiter(PersNr),
  Eintritt INTEGER,
  Austritt INTEGER
);
CREATE TABLE Artikel (
  ArtNr TEXT PRIMARY KEY,
  Bezeichnung TEXT,
  Warengruppe TEXT,
  Listenpreis NUMERIC,
  Auslauf TEXT
);
CREATE TABLE Fertigungslos (
  LosNr INTEGER PRIMARY KEY,
  ArtNr TEXT REFERENCES Artikel(ArtNr),
  Linie TEXT,
  FertigAm INTEGER,
  Stueckzahl INTEGER,
  Ausschuss INTEGER
);
CREATE TABLE Fehlerart (
  FehlerSchl TEXT PRIMARY KEY,
  Fehlertext TEXT,
  Sicherheitsrelevant TEXT
);
CREATE TABLE Reklamation (
  ReklNr INTEGER PRIMARY KEY,
  KundenNr INTEGER REFERENCES Kunde(KundenNr),
  LosNr INTEGER REFERENCES Fertigungslos(LosNr),
  FehlerSchl TEXT REFERENCES Fehlerart(FehlerSchl),
  Eingang INTEGER,
  Menge INTEGER,
  AngenommenVon INTEGER REFERENCES Mitarbeiter(PersNr),
  BearbeiterNr INTEGER REFERENCES Mitarbeiter(PersNr),
  Anerkannt TEXT,
  Abschluss INTEGER
);
CREATE TABLE Ruecksendung (
  RuecksNr INTEGER PRIMARY KEY,
  ReklNr INTEGER REFERENCES Reklamation(ReklNr),
  Eingetroffen INTEGER,
  Spediteur TEXT,
  MengeErhalten INTEGER,
  Verbleib TEXT
);
CREATE TABLE Gutschrift (
  GutschrNr INTEGER PRIMARY KEY,
  ReklNr INTEGER REFERENCES Reklamation(ReklNr),
  Datum INTEGER,
  Betrag NUMERIC,
  Freigegeben TEXT
);
CREATE TABLE Massnahme (
  MassnNr INTEGER PRIMARY KEY,
  ReklNr INTEGER REFERENCES Reklamation(ReklNr),
  Beschreibung TEXT,
  Verantwortlich INTEGER REFERENCES Mitarbeiter(PersNr),
  Termin INTEGER,
  ErledigtAm INTEGER
);
CREATE VIEW v_OffeneReklamationen AS
  SELECT ReklNr, KundenNr, Eingang FROM Reklamation WHERE Abschluss IS NULL AND Anerkannt = 'J';
