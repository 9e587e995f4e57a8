CREATE TABLE curler (
  curler_id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  sex TEXT,                       -- M / F
  born DATE,
  joined DATE NOT NULL,
  resigned DATE,
  village TEXT,
  email TEXT,
  is_junior TEXT NOT NULL         -- Y / N
);
CREATE TABLE rink (
  rink_id INTEGER PRIMARY KEY,
  rink_name TEXT NOT NULL,
  skip_id INTEGER NOT NULL REFERENCES curler(curler_id),
  vice_id INTEGER REFERENCES curler(curler_id),
  season TEXT NOT NULL            -- 2024/25
);
CREATE TABLE rink_player (rink_id INTEGER NOT NULL REFERENCES rink(rink_id), curler_id INTEGER NOT NULL REFERENCES curler(curler_id), position TEXT NOT NULL, PRIMARY KEY (rink_id, curler_id));
CREATE TABLE competition (comp_code TEXT PRIMARY KEY, title TEXT NOT NULL, trophy_donor TEXT, entry_fee REAL NOT NULL, first_played INTEGER);
CREATE TABLE game (
  game_id INTEGER PRIMARY KEY,
  comp_code TEXT NOT NULL REFERENCES competition(comp_code),
  played_on DATE NOT NULL,
  sheet INTEGER NOT NULL,
  home_rink INTEGER NOT NULL REFERENCES rink(rink_id),
  away_rink INTEGER NOT NULL REFERENCES rink(rink_id),
  home_shots INTEGER,             -- NULL until the card is in
  away_shots INTEGER,
  ends_played INTEGER,
  outdoor INTEGER NOT NULL
);
CREATE TABLE ice_fee (fee_id INTEGER PRIMARY KEY, curler_id INTEGER NOT NULL REFERENCES curler(curler_id), season TEXT NOT NULL, due_amount REAL NOT NULL, paid_on DATE, paid_by TEXT);
