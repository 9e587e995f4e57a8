CREATE TABLE theatre (
  theatre_id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  country TEXT,
  year_opened INTEGER,
  seats INTEGER
);
CREATE TABLE puppet_maker (
  maker_id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  birth_year INTEGER
);
CREATE TABLE puppet (
  puppet_id INTEGER PRIMARY KEY,
  puppet_name TEXT,
  type TEXT,
  material TEXT,
  height REAL,
  maker_id INTEGER,
  theatre_id INTEGER,
  FOREIGN KEY (maker_id) REFERENCES puppet_maker(maker_id),
  FOREIGN KEY (theatre_id) REFERENCES theatre(theatre_id)
);
CREATE TABLE play (
  play_id INTEGER PRIMARY KEY,
  title TEXT,
  author TEXT,
  duration INTEGER,
  minimum_age INTEGER,
  theatre_id INTEGER,
  FOREIGN KEY (theatre_id) REFERENCES theatre(theatre_id)
);
CREATE TABLE casting (
  play_id INTEGER,
  puppet_id INTEGER,
  role TEXT,
  PRIMARY KEY (play_id, puppet_id),
  FOREIGN KEY (play_id) REFERENCES play(play_id),
  FOREIGN KEY (puppet_id) REFERENCES puppet(puppet_id)
);
