-- camping du Lac Bleu (Jura)
CREATE TABLE zone (zon_code TEXT PRIMARY KEY, zon_libelle TEXT NOT NULL, zon_vue_lac TEXT);
CREATE TABLE type_hebergement (typ_code TEXT PRIMARY KEY, typ_libelle TEXT NOT NULL, typ_capacite INTEGER, typ_prix_bas NUMERIC, typ_prix_haut NUMERIC);
CREATE TABLE emplacement (emp_num INTEGER PRIMARY KEY, zon_code TEXT NOT NULL REFERENCES zone(zon_code), typ_code TEXT NOT NULL REFERENCES type_hebergement(typ_code), emp_surface INTEGER, emp_ombre TEXT, emp_electricite INTEGER, emp_hors_service TEXT);
CREATE TABLE client (cli_num INTEGER PRIMARY KEY, cli_nom TEXT NOT NULL, cli_prenom TEXT, cli_pays TEXT, cli_naissance TEXT, cli_courriel TEXT, cli_parrain INTEGER REFERENCES client(cli_num));
CREATE TABLE reservation (res_num INTEGER PRIMARY KEY, cli_num INTEGER NOT NULL REFERENCES client(cli_num), emp_num INTEGER NOT NULL REFERENCES emplacement(emp_num), res_faite_le TEXT NOT NULL, res_arrivee TEXT NOT NULL, res_depart TEXT NOT NULL, res_adultes INTEGER, res_enfants INTEGER, res_chien TEXT, res_statut TEXT NOT NULL, res_montant NUMERIC, res_origine TEXT);
CREATE TABLE paiement (pai_id INTEGER PRIMARY KEY, res_num INTEGER NOT NULL REFERENCES reservation(res_num), pai_date TEXT NOT NULL, pai_montant NUMERIC NOT NULL, pai_mode TEXT);
CREATE TABLE activite (act_id INTEGER PRIMARY KEY, act_nom TEXT NOT NULL, act_jour INTEGER, act_tarif NUMERIC, act_age_min INTEGER);
CREATE TABLE inscription (res_num INTEGER NOT NULL REFERENCES reservation(res_num), act_id INTEGER NOT NULL REFERENCES activite(act_id), ins_nb INTEGER NOT NULL, PRIMARY KEY (res_num, act_id));
CREATE TABLE avis (avi_id INTEGER PRIMARY KEY, res_num INTEGER NOT NULL REFERENCES reservation(res_num), avi_note INTEGER NOT NULL, avi_texte TEXT, avi_date TEXT);
