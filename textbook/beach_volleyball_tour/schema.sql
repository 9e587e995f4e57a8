CREATE TABLE athletes (
  id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  nation TEXT,
  height_m REAL,
  home_beach TEXT
);
CREATE TABLE pairs (
  id INTEGER PRIMARY KEY,
  blocker_id INTEGER,
  defender_id INTEGER,
  formed_year INTEGER,
  world_rank INTEGER,
  FOREIGN KEY (blocker_id) REFERENCES athletes(id),
  FOREIGN KEY (defender_id) REFERENCES athletes(id)
);
CREATE TABLE tournaments (
  id INTEGER PRIMARY KEY,
  name TEXT,
  host_city TEXT,
  nation TEXT,
  level TEXT,
  prize_money INTEGER
);
CREATE TABLE entries (
  tournament_id INTEGER,
  pair_id INTEGER,
  seed INTEGER,
  final_rank INTEGER,
  sets_won INTEGER,
  sets_lost INTEGER,
  PRIMARY KEY (tournament_id, pair_id),
  FOREIGN KEY (tournament_id) REFERENCES tournaments(id),
  FOREIGN KEY (pair_id) REFERENCES pairs(id)
);
CREATE TABLE sponsors (
  id INTEGER PRIMARY KEY,
  name TEXT,
  industry TEXT,
  tournament_id INTEGER,
  amount INTEGER,
  FOREIGN KEY (tournament_id) REFERENCES tournaments(id)
);
