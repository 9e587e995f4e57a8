CREATE TABLE mints (
  mint_id INTEGER PRIMARY KEY,
  mint_name TEXT,
  province TEXT,
  opened_year INTEGER
);
CREATE TABLE emperors (
  emperor_id INTEGER PRIMARY KEY,
  emperor_name TEXT,
  reign_start INTEGER,
  reign_end INTEGER
);
CREATE TABLE finders (
  finder_id INTEGER PRIMARY KEY,
  full_name TEXT,
  occupation TEXT,
  county TEXT
);
CREATE TABLE hoards (
  hoard_id INTEGER PRIMARY KEY,
  hoard_name TEXT,
  finder_id INTEGER,
  county TEXT,
  year_found INTEGER,
  container TEXT,
  valuation REAL,
  FOREIGN KEY (finder_id) REFERENCES finders(finder_id)
);
CREATE TABLE coin_types (
  coin_type_id INTEGER PRIMARY KEY,
  denomination TEXT,
  metal TEXT,
  weight_grams REAL,
  mint_id INTEGER,
  emperor_id INTEGER,
  FOREIGN KEY (mint_id) REFERENCES mints(mint_id),
  FOREIGN KEY (emperor_id) REFERENCES emperors(emperor_id)
);
CREATE TABLE hoard_coins (
  hoard_id INTEGER,
  coin_type_id INTEGER,
  quantity INTEGER,
  PRIMARY KEY (hoard_id, coin_type_id),
  FOREIGN KEY (hoard_id) REFERENCES hoards(hoard_id),
  FOREIGN KEY (coin_type_id) REFERENCES coin_types(coin_type_id)
);
