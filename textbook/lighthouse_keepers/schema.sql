CREATE TABLE lighthouse (
  lighthouse_id INTEGER PRIMARY KEY,
  name TEXT,
  coast TEXT,
  year_built INTEGER,
  height_m REAL,
  range_miles INTEGER,
  tower_shape TEXT
);
CREATE TABLE keeper (
  keeper_id INTEGER PRIMARY KEY,
  name TEXT,
  birth_year INTEGER,
  hometown TEXT,
  rank TEXT
);
CREATE TABLE posting (
  posting_id INTEGER PRIMARY KEY,
  keeper_id INTEGER,
  lighthouse_id INTEGER,
  start_year INTEGER,
  end_year INTEGER,
  FOREIGN KEY (keeper_id) REFERENCES keeper(keeper_id),
  FOREIGN KEY (lighthouse_id) REFERENCES lighthouse(lighthouse_id)
);
CREATE TABLE rescue (
  rescue_id INTEGER PRIMARY KEY,
  lighthouse_id INTEGER,
  rescue_date DATE,
  persons_saved INTEGER,
  weather TEXT,
  FOREIGN KEY (lighthouse_id) REFERENCES lighthouse(lighthouse_id)
);
