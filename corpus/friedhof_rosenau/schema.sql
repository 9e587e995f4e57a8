-- cemetery administration, town of Rosenau
CREATE TABLE friedhof (fh_id INTEGER PRIMARY KEY, fh_name TEXT NOT NULL, fh_ortsteil TEXT, fh_eroeffnet INTEGER, fh_geschlossen INTEGER);
CREATE TABLE grabart (ga_kuerzel TEXT PRIMARY KEY, ga_bezeichnung TEXT NOT NULL, ga_ruhezeit_jahre INTEGER NOT NULL, ga_gebuehr INTEGER NOT NULL, ga_stellen INTEGER);
CREATE TABLE grab (gr_id INTEGER PRIMARY KEY, fh_id INTEGER NOT NULL REFERENCES friedhof(fh_id), gr_feld TEXT, gr_nummer INTEGER, ga_kuerzel TEXT NOT NULL REFERENCES grabart(ga_kuerzel), gr_denkmalschutz TEXT NOT NULL);
CREATE TABLE person (pe_id INTEGER PRIMARY KEY, pe_name TEXT NOT NULL, pe_vorname TEXT, pe_strasse TEXT, pe_ort TEXT, pe_telefon TEXT, pe_verstorben TEXT);
CREATE TABLE nutzungsrecht (nr_id INTEGER PRIMARY KEY, gr_id INTEGER NOT NULL REFERENCES grab(gr_id), pe_id INTEGER NOT NULL REFERENCES person(pe_id), nr_beginn TEXT NOT NULL, nr_ende TEXT NOT NULL, nr_verlaengert INTEGER, nr_aufgegeben TEXT);
CREATE TABLE bestattung (be_id INTEGER PRIMARY KEY, gr_id INTEGER NOT NULL REFERENCES grab(gr_id), be_name TEXT NOT NULL, be_vorname TEXT, be_geboren TEXT, be_gestorben TEXT NOT NULL, be_datum TEXT NOT NULL, be_art TEXT NOT NULL, be_konfession TEXT, bu_id INTEGER REFERENCES bestatter(bu_id));
CREATE TABLE bestatter (bu_id INTEGER PRIMARY KEY, bu_firma TEXT NOT NULL, bu_ort TEXT);
CREATE TABLE rechnung (re_nr INTEGER PRIMARY KEY, pe_id INTEGER NOT NULL REFERENCES person(pe_id), gr_id INTEGER REFERENCES grab(gr_id), re_datum TEXT NOT NULL, re_zweck TEXT NOT NULL, re_betrag INTEGER NOT NULL, re_bezahlt TEXT, re_mahnstufe INTEGER NOT NULL);
CREATE TABLE pruefung (pr_id INTEGER PRIMARY KEY, gr_id INTEGER NOT NULL REFERENCES grab(gr_id), pr_datum TEXT NOT NULL, pr_standfest TEXT NOT NULL, pr_bemerkung TEXT);
CREATE TABLE baum (ba_id INTEGER PRIMARY KEY, fh_id INTEGER REFERENCES friedhof(fh_id), ba_art TEXT, ba_gepflanzt INTEGER);
