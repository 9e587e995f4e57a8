CREATE TABLE quartier (id_quartier INTEGER PRIMARY KEY, nom TEXT NOT NULL, commune TEXT NOT NULL, zone_inondable INTEGER NOT NULL);
CREATE TABLE camion (immatriculation TEXT PRIMARY KEY, volume_m3 REAL NOT NULL, annee INTEGER, en_panne_depuis TEXT);
CREATE TABLE chauffeur (id_chauffeur INTEGER PRIMARY KEY, prenom TEXT NOT NULL, nom TEXT NOT NULL, telephone TEXT, date_embauche TEXT NOT NULL, date_depart TEXT);
CREATE TABLE menage (id_menage INTEGER PRIMARY KEY, nom_chef TEXT NOT NULL, id_quartier INTEGER NOT NULL REFERENCES quartier(id_quartier), nb_personnes INTEGER, type_fosse TEXT NOT NULL, abonne TEXT NOT NULL);
CREATE TABLE vidange (id_vidange INTEGER PRIMARY KEY, id_menage INTEGER NOT NULL REFERENCES menage(id_menage), date_demande TEXT NOT NULL, date_vidange TEXT, immatriculation TEXT REFERENCES camion(immatriculation), id_chauffeur INTEGER REFERENCES chauffeur(id_chauffeur), volume_m3 REAL, prix_fcfa INTEGER, paye TEXT NOT NULL, id_station INTEGER REFERENCES station(id_station));
CREATE TABLE station (id_station INTEGER PRIMARY KEY, nom TEXT NOT NULL, capacite_m3_jour INTEGER NOT NULL, fermee_le TEXT);
