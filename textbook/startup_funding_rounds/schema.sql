CREATE TABLE founder (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  birth_year INTEGER,
  startup_id INTEGER,
  FOREIGN KEY (startup_id) REFERENCES startup(id)
);
CREATE TABLE startup (
  id INTEGER PRIMARY KEY,
  name TEXT,
  sector TEXT,
  city TEXT,
  country TEXT,
  founded TEXT,
  employees INTEGER
);
CREATE TABLE investor (
  id INTEGER PRIMARY KEY,
  name TEXT,
  type TEXT,
  country TEXT,
  fund_size_millions REAL
);
CREATE TABLE funding_round (
  id INTEGER PRIMARY KEY,
  startup_id INTEGER,
  stage TEXT,
  amount_millions REAL,
  year TEXT,
  FOREIGN KEY (startup_id) REFERENCES startup(id)
);
CREATE TABLE round_investor (
  round_id INTEGER,
  investor_id INTEGER,
  is_lead TEXT,
  PRIMARY KEY (round_id, investor_id),
  FOREIGN KEY (round_id) REFERENCES funding_round(id),
  FOREIGN KEY (investor_id) REFERENCES investor(id)
);
