-- gestionale atelier
CREATE TABLE sposa (id_sposa INTEGER PRIMARY KEY, nome TEXT NOT NULL, cognome TEXT NOT NULL, citta TEXT, telefono TEXT, data_nozze DATE, provenienza TEXT);
CREATE TABLE collezione (id_collezione INTEGER PRIMARY KEY, nome_collezione TEXT, anno INTEGER);
CREATE TABLE modello (cod_modello TEXT PRIMARY KEY, nome_modello TEXT, id_collezione INTEGER REFERENCES collezione(id_collezione), linea TEXT, prezzo_listino NUMERIC, fuori_produzione TEXT);
CREATE TABLE fornitore (id_fornitore INTEGER PRIMARY KEY, ragione_sociale TEXT, citta TEXT, paese TEXT);
CREATE TABLE tessuto (id_tessuto INTEGER PRIMARY KEY, nome_tessuto TEXT, id_fornitore INTEGER REFERENCES fornitore(id_fornitore), prezzo_metro REAL, colore TEXT);
CREATE TABLE modello_tessuto (cod_modello TEXT REFERENCES modello(cod_modello), id_tessuto INTEGER REFERENCES tessuto(id_tessuto), metri REAL, PRIMARY KEY (cod_modello, id_tessuto));
CREATE TABLE sarta (id_sarta INTEGER PRIMARY KEY, nome TEXT, cognome TEXT, assunta_il DATE, uscita_il DATE, maestra_id INTEGER REFERENCES sarta(id_sarta));
CREATE TABLE ordine (n_ordine INTEGER PRIMARY KEY, id_sposa INTEGER NOT NULL REFERENCES sposa(id_sposa), cod_modello TEXT REFERENCES modello(cod_modello), data_ordine DATE, consegna_prevista DATE, consegna_effettiva DATE, prezzo_finale NUMERIC, su_misura TEXT, annullato TEXT);
CREATE TABLE prova (id_prova INTEGER PRIMARY KEY, n_ordine INTEGER NOT NULL REFERENCES ordine(n_ordine), id_sarta INTEGER REFERENCES sarta(id_sarta), id_assistente INTEGER REFERENCES sarta(id_sarta), data_prova DATE, minuti INTEGER, esito TEXT);
CREATE TABLE acconto (id_acconto INTEGER PRIMARY KEY, n_ordine INTEGER NOT NULL REFERENCES ordine(n_ordine), data_pagamento DATE, importo NUMERIC, metodo TEXT);
