-- facturation du gaz; montants en centimes de dinar
CREATE TABLE secteur (code_sect TEXT PRIMARY KEY, nom_sect TEXT NOT NULL);
CREATE TABLE agent (id_agent INTEGER PRIMARY KEY, nom_agent TEXT NOT NULL, fonction TEXT NOT NULL, id_chef INTEGER, date_embauche DATE NOT NULL, date_depart DATE);
CREATE TABLE tournee (id_tour INTEGER PRIMARY KEY, lib_tour TEXT NOT NULL, code_sect TEXT NOT NULL, id_agent_tit INTEGER);
CREATE TABLE cat_client (code_cat TEXT PRIMARY KEY, lib_cat TEXT NOT NULL);
CREATE TABLE abonne (id_abo INTEGER PRIMARY KEY, nom_abo TEXT NOT NULL, code_cat TEXT NOT NULL, date_contrat DATE NOT NULL, date_resil DATE, tel TEXT, mail TEXT, prelevement TEXT NOT NULL); -- prelevement O/N
CREATE TABLE pt_livr (id_pt INTEGER PRIMARY KEY, adresse TEXT NOT NULL, id_tour INTEGER NOT NULL, id_abo_util INTEGER, id_abo_pay INTEGER, debit_max INTEGER);
CREATE TABLE compteur (no_serie TEXT PRIMARY KEY, marque TEXT NOT NULL, calibre TEXT, annee_fab INTEGER NOT NULL, type_cpt TEXT NOT NULL, date_rebut DATE); -- type_cpt M mecanique, C communicant
CREATE TABLE pose (id_pose INTEGER PRIMARY KEY, no_serie TEXT NOT NULL, id_pt INTEGER NOT NULL, date_pose DATE NOT NULL, date_depose DATE, index_pose INTEGER NOT NULL, index_depose INTEGER);
CREATE TABLE releve (id_rel INTEGER PRIMARY KEY, id_pose INTEGER NOT NULL, date_rel DATE NOT NULL, idx INTEGER NOT NULL, nature TEXT NOT NULL, id_agent INTEGER); -- nature R reel, E estime, A auto-releve
CREATE TABLE tarif (code_tar TEXT PRIMARY KEY, lib_tar TEXT NOT NULL, code_cat TEXT NOT NULL, prix_m3 INTEGER NOT NULL, abo_trim INTEGER NOT NULL, date_debut DATE NOT NULL, date_fin DATE);
CREATE TABLE stat_fact (code_stat TEXT PRIMARY KEY, lib_stat TEXT NOT NULL);
CREATE TABLE facture (no_fact INTEGER PRIMARY KEY, id_pt INTEGER NOT NULL, id_abo_pay INTEGER NOT NULL, date_fact DATE NOT NULL, date_ech DATE NOT NULL, conso_m3 INTEGER NOT NULL, mnt_ht INTEGER NOT NULL, mnt_tva INTEGER NOT NULL, code_stat TEXT NOT NULL);
CREATE TABLE mode_reg (code_mode TEXT PRIMARY KEY, lib_mode TEXT NOT NULL);
CREATE TABLE reglement (id_reg INTEGER PRIMARY KEY, no_fact INTEGER NOT NULL, date_reg DATE NOT NULL, montant INTEGER NOT NULL, code_mode TEXT NOT NULL, rejete TEXT NOT NULL);
CREATE TABLE motif_coup (code_motif TEXT PRIMARY KEY, lib_motif TEXT NOT NULL);
CREATE TABLE coupure (id_coup INTEGER PRIMARY KEY, id_pt INTEGER NOT NULL, code_motif TEXT NOT NULL, date_coup DATE NOT NULL, date_retab DATE, id_agent_ordre INTEGER NOT NULL, id_agent_exec INTEGER);
CREATE TABLE reclam (id_recl INTEGER PRIMARY KEY, id_abo INTEGER NOT NULL, no_fact INTEGER, date_recl DATE NOT NULL, objet TEXT NOT NULL, date_clot DATE, id_agent INTEGER);
CREATE VIEW v_impayes AS SELECT no_fact, id_abo_pay, date_ech, mnt_ht FROM facture WHERE code_stat = 'R';
