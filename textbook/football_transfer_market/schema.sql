CREATE TABLE league (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  tier INTEGER
);
CREATE TABLE club (
  id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  league_id INTEGER,
  manager TEXT,
  wage_budget REAL,
  FOREIGN KEY (league_id) REFERENCES league(id)
);
CREATE TABLE agent (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  commission_percent REAL
);
CREATE TABLE footballer (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  position TEXT,
  foot TEXT,
  birth_year INTEGER,
  agent_id INTEGER,
  market_value REAL,
  FOREIGN KEY (agent_id) REFERENCES agent(id)
);
CREATE TABLE transfer (
  id INTEGER PRIMARY KEY,
  footballer_id INTEGER,
  from_club_id INTEGER,
  to_club_id INTEGER,
  fee REAL,
  transfer_window TEXT,
  year INTEGER,
  type TEXT,
  FOREIGN KEY (footballer_id) REFERENCES footballer(id),
  FOREIGN KEY (from_club_id) REFERENCES club(id),
  FOREIGN KEY (to_club_id) REFERENCES club(id)
);
CREATE TABLE injury (
  id INTEGER PRIMARY KEY,
  footballer_id INTEGER,
  type TEXT,
  year INTEGER,
  days_out INTEGER,
  FOREIGN KEY (footballer_id) REFERENCES footballer(id)
);
CREATE TABLE scout (
  id INTEGER PRIMARY KEY,
  name TEXT,
  club_id INTEGER,
  country TEXT,
  salary INTEGER,
  FOREIGN KEY (club_id) REFERENCES club(id)
);
CREATE TABLE scout_report (
  scout_id INTEGER,
  footballer_id INTEGER,
  rating INTEGER,
  recommendation TEXT,
  PRIMARY KEY (scout_id, footballer_id),
  FOREIGN KEY (scout_id) REFERENCES scout(id),
  FOREIGN KEY (footballer_id) REFERENCES footballer(id)
);
