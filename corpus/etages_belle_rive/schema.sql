CREATE TABLE type_chambre (
  code_type TEXT PRIMARY KEY,
  libelle TEXT,
  minutes_prevues INTEGER,
  prix_nuit_cts INTEGER
);
CREATE TABLE chambre (
  num_chambre INTEGER PRIMARY KEY,
  etage INTEGER,
  code_type TEXT REFERENCES type_chambre(code_type),
  vue_lac TEXT,
  fermee_depuis INTEGER
);
CREATE TABLE employe (
  id_employe INTEGER PRIMARY KEY,
  prenom TEXT,
  nom TEXT,
  poste TEXT,
  embauche_le INTEGER,
  parti_le INTEGER,
  id_responsable INTEGER REFERENCES employe(id_employe)
);
CREATE TABLE sejour (
  id_sejour INTEGER PRIMARY KEY,
  num_chambre INTEGER REFERENCES chambre(num_chambre),
  nom_client TEXT,
  pays TEXT,
  nb_personnes INTEGER,
  arrivee INTEGER,
  depart INTEGER
);
CREATE TABLE menage (
  id_menage INTEGER PRIMARY KEY,
  num_chambre INTEGER REFERENCES chambre(num_chambre),
  id_employe INTEGER REFERENCES employe(id_employe),
  id_controleur INTEGER REFERENCES employe(id_employe),
  genre TEXT,
  debut INTEGER,
  fin INTEGER,
  conforme TEXT
);
CREATE TABLE article_minibar (
  id_article INTEGER PRIMARY KEY,
  designation TEXT,
  famille TEXT,
  prix_cts INTEGER,
  cout_cts INTEGER,
  au_catalogue TEXT
);
CREATE TABLE conso_minibar (
  id_conso INTEGER PRIMARY KEY,
  id_sejour INTEGER REFERENCES sejour(id_sejour),
  id_article INTEGER REFERENCES article_minibar(id_article),
  releve_par INTEGER REFERENCES employe(id_employe),
  releve_le INTEGER,
  quantite INTEGER,
  offert TEXT
);
CREATE TABLE signalement (
  id_signalement INTEGER PRIMARY KEY,
  num_chambre INTEGER REFERENCES chambre(num_chambre),
  signale_par INTEGER REFERENCES employe(id_employe),
  motif TEXT,
  signale_le INTEGER,
  resolu_le INTEGER
);
CREATE VIEW ca_minibar AS
  SELECT conso_minibar.id_sejour, sum(conso_minibar.quantite * article_minibar.prix_cts) / 100.0 AS total_eur
  FROM conso_minibar JOIN article_minibar ON conso_minibar.id_article = article_minibar.id_article
  GROUP BY conso_minibar.id_sejour;
