CREATE TABLE sponsor (
  sponsor_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  type TEXT
);
CREATE TABLE drug (
  drug_id INTEGER PRIMARY KEY,
  drug_name TEXT,
  drug_class TEXT,
  form TEXT
);
CREATE TABLE trial (
  trial_code TEXT PRIMARY KEY,
  drug_id INTEGER,
  sponsor_id INTEGER,
  condition TEXT,
  phase INTEGER,
  status TEXT,
  start_date DATE,
  FOREIGN KEY (drug_id) REFERENCES drug(drug_id),
  FOREIGN KEY (sponsor_id) REFERENCES sponsor(sponsor_id)
);
CREATE TABLE investigator (
  investigator_id INTEGER PRIMARY KEY,
  name TEXT,
  specialty TEXT,
  hospital TEXT,
  city TEXT
);
CREATE TABLE trial_site (
  trial_code TEXT,
  investigator_id INTEGER,
  participants INTEGER,
  dropouts INTEGER,
  PRIMARY KEY (trial_code, investigator_id),
  FOREIGN KEY (trial_code) REFERENCES trial(trial_code),
  FOREIGN KEY (investigator_id) REFERENCES investigator(investigator_id)
);
