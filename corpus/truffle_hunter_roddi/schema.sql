-- quaderno di un tartufaio: cani, boschi, uscite, ritrovamenti, vendite
CREATE TABLE cane (id_cane INTEGER PRIMARY KEY, nome TEXT NOT NULL, razza TEXT, nato INTEGER, sesso TEXT NOT NULL, in_pensione TEXT NOT NULL);
CREATE TABLE bosco (id_bosco INTEGER PRIMARY KEY, nome TEXT NOT NULL, comune TEXT NOT NULL, albero TEXT, ettari REAL, recintato TEXT NOT NULL, permesso_fino DATE);
CREATE TABLE uscita (id_uscita INTEGER PRIMARY KEY, giorno DATE NOT NULL, id_cane INTEGER NOT NULL REFERENCES cane(id_cane), id_bosco INTEGER NOT NULL REFERENCES bosco(id_bosco), minuti INTEGER, di_notte TEXT NOT NULL, compagno TEXT);
CREATE TABLE ritrovamento (id_rit INTEGER PRIMARY KEY, id_uscita INTEGER NOT NULL REFERENCES uscita(id_uscita), tipo TEXT NOT NULL, grammi INTEGER NOT NULL, profondita_cm INTEGER, rovinato TEXT NOT NULL);
CREATE TABLE cliente (id_cliente INTEGER PRIMARY KEY, nome TEXT NOT NULL, genere TEXT NOT NULL, citta TEXT, telefono TEXT);
CREATE TABLE vendita (id_vendita INTEGER PRIMARY KEY, id_cliente INTEGER NOT NULL REFERENCES cliente(id_cliente), giorno DATE NOT NULL, tipo TEXT NOT NULL, grammi INTEGER NOT NULL, euro_etto NUMERIC NOT NULL, pagata TEXT NOT NULL, annullata TEXT NOT NULL);
