CREATE TABLE boxer (
  boxer_id INTEGER PRIMARY KEY,
  name TEXT,
  nickname TEXT,
  nationality TEXT,
  reach_cm INTEGER,
  stance TEXT,
  birth_date DATE
);
CREATE TABLE title_bout (
  bout_id INTEGER PRIMARY KEY,
  champion_id INTEGER,
  challenger_id INTEGER,
  division TEXT,
  venue_city TEXT,
  bout_year INTEGER,
  rounds_fought INTEGER,
  method TEXT,
  title_changed TEXT,
  purse_million REAL,
  FOREIGN KEY (champion_id) REFERENCES boxer(boxer_id),
  FOREIGN KEY (challenger_id) REFERENCES boxer(boxer_id)
);
