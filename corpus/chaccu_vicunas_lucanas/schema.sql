-- chaccu de vicuñas, Ayacucho sur
CREATE TABLE prov (cod_prov TEXT PRIMARY KEY, nom_prov TEXT NOT NULL);
CREATE TABLE com (cod_com INTEGER PRIMARY KEY, nom_com TEXT NOT NULL, cod_prov TEXT NOT NULL, alt_msnm INTEGER, ha_cerco NUMERIC, fec_baja DATE, FOREIGN KEY (cod_prov) REFERENCES prov(cod_prov));
CREATE TABLE pers (id_pers INTEGER PRIMARY KEY, nom_pers TEXT NOT NULL, sexo TEXT NOT NULL, cod_com INTEGER NOT NULL, cargo TEXT NOT NULL, tel TEXT, fec_ing DATE NOT NULL, fec_baja DATE, FOREIGN KEY (cod_com) REFERENCES com(cod_com));
CREATE TABLE est (cod_est INTEGER PRIMARY KEY, des_est TEXT NOT NULL);
CREATE TABLE edad (cod_edad TEXT PRIMARY KEY, des_edad TEXT NOT NULL);
CREATE TABLE chac (id_chac INTEGER PRIMARY KEY, cod_com INTEGER NOT NULL, fec_chac DATE NOT NULL, id_jefe INTEGER NOT NULL, id_vet INTEGER, num_part INTEGER, cod_est INTEGER NOT NULL, FOREIGN KEY (cod_com) REFERENCES com(cod_com), FOREIGN KEY (id_jefe) REFERENCES pers(id_pers), FOREIGN KEY (id_vet) REFERENCES pers(id_pers), FOREIGN KEY (cod_est) REFERENCES est(cod_est));
CREATE TABLE capt (id_capt INTEGER PRIMARY KEY, id_chac INTEGER NOT NULL, arete TEXT, sexo TEXT NOT NULL, cod_edad TEXT NOT NULL, sarna TEXT NOT NULL, esq TEXT NOT NULL, gr_fibra INTEGER, id_esq INTEGER, FOREIGN KEY (id_chac) REFERENCES chac(id_chac), FOREIGN KEY (cod_edad) REFERENCES edad(cod_edad), FOREIGN KEY (id_esq) REFERENCES pers(id_pers));
CREATE TABLE trat (id_trat INTEGER PRIMARY KEY, id_capt INTEGER NOT NULL, prod TEXT NOT NULL, dosis_ml REAL NOT NULL, FOREIGN KEY (id_capt) REFERENCES capt(id_capt));
CREATE TABLE cpdor (id_cpdor INTEGER PRIMARY KEY, raz_soc TEXT NOT NULL, pais TEXT NOT NULL, correo TEXT, fec_baja DATE);
CREATE TABLE vta (id_vta INTEGER PRIMARY KEY, cod_com INTEGER NOT NULL, id_cpdor INTEGER NOT NULL, fec_vta DATE NOT NULL, kg NUMERIC NOT NULL, usd_kg NUMERIC NOT NULL, fec_pago DATE, anul TEXT NOT NULL, FOREIGN KEY (cod_com) REFERENCES com(cod_com), FOREIGN KEY (id_cpdor) REFERENCES cpdor(id_cpdor));
CREATE TABLE furt (id_furt INTEGER PRIMARY KEY, cod_com INTEGER NOT NULL, fec_furt DATE NOT NULL, num_anim INTEGER NOT NULL, id_den INTEGER, parte_pol TEXT, FOREIGN KEY (cod_com) REFERENCES com(cod_com), FOREIGN KEY (id_den) REFERENCES pers(id_pers));
CREATE VIEW v_chac AS SELECT id_chac, cod_com, fec_chac FROM chac WHERE cod_est = 2 AND fec_chac >= '2025-01-01';
