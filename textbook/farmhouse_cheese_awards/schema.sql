CREATE TABLE dairy (
  id INTEGER PRIMARY KEY,
  name TEXT,
  county TEXT,
  established INTEGER,
  herd_size INTEGER
);
CREATE TABLE cheese (
  id INTEGER PRIMARY KEY,
  name TEXT,
  dairy_id INTEGER,
  milk TEXT,
  texture TEXT,
  ripening_days INTEGER,
  fat_percent REAL,
  FOREIGN KEY (dairy_id) REFERENCES dairy(id)
);
CREATE TABLE show (
  id INTEGER PRIMARY KEY,
  name TEXT,
  year INTEGER,
  venue TEXT
);
CREATE TABLE judge (
  id INTEGER PRIMARY KEY,
  name TEXT,
  county TEXT,
  years_of_experience INTEGER
);
CREATE TABLE entry (
  show_id INTEGER,
  cheese_id INTEGER,
  judge_id INTEGER,
  points INTEGER,
  medal TEXT,
  PRIMARY KEY (show_id, cheese_id),
  FOREIGN KEY (show_id) REFERENCES show(id),
  FOREIGN KEY (cheese_id) REFERENCES cheese(id),
  FOREIGN KEY (judge_id) REFERENCES judge(id)
);
