CREATE TABLE medl (medl_nr INTEGER PRIMARY KEY, f_navn TEXT NOT NULL, e_navn TEXT NOT NULL, fodt_dt DATE, korps_kd TEXT NOT NULL, inn_dt DATE NOT NULL, ut_dt DATE, allergi TEXT);
CREATE TABLE fores (fores_id INTEGER PRIMARY KEY, f_navn TEXT NOT NULL, e_navn TEXT NOT NULL, mob_nr TEXT, epost TEXT, verv TEXT);
CREATE TABLE medl_fores (medl_nr INTEGER NOT NULL REFERENCES medl(medl_nr), fores_id INTEGER NOT NULL REFERENCES fores(fores_id), fakt_mott TEXT NOT NULL, PRIMARY KEY (medl_nr, fores_id));
CREATE TABLE instr_type (type_kd TEXT PRIMARY KEY, type_navn TEXT NOT NULL, gruppe TEXT NOT NULL);
CREATE TABLE instr (instr_nr INTEGER PRIMARY KEY, type_kd TEXT NOT NULL REFERENCES instr_type(type_kd), merke TEXT, innkj_aar INTEGER, innkj_pris NUMERIC, kass_dt DATE);
CREATE TABLE utlaan (utl_id INTEGER PRIMARY KEY, instr_nr INTEGER NOT NULL, medl_nr INTEGER NOT NULL, fra_dt DATE NOT NULL, til_dt DATE, skade TEXT NOT NULL);
CREATE TABLE dugnad (dgn_id INTEGER PRIMARY KEY, tittel TEXT NOT NULL, dgn_dt DATE NOT NULL, ant_tim REAL NOT NULL, ansv_fores_id INTEGER REFERENCES fores(fores_id), inntekt NUMERIC, avlyst TEXT NOT NULL);
CREATE TABLE dgn_vakt (dgn_id INTEGER NOT NULL REFERENCES dugnad(dgn_id), fores_id INTEGER NOT NULL REFERENCES fores(fores_id), moett TEXT, PRIMARY KEY (dgn_id, fores_id));
CREATE TABLE kont (kont_id INTEGER PRIMARY KEY, medl_nr INTEGER NOT NULL REFERENCES medl(medl_nr), halvaar TEXT NOT NULL, belop NUMERIC NOT NULL, forfall DATE NOT NULL, bet_dt DATE);
