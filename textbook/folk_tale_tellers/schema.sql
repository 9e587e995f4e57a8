CREATE TABLE collector (
  collector_id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  birth_year INTEGER
);
CREATE TABLE tale (
  tale_id INTEGER PRIMARY KEY,
  title TEXT,
  origin TEXT,
  type TEXT,
  hero TEXT,
  pages INTEGER,
  collector_id INTEGER,
  FOREIGN KEY (collector_id) REFERENCES collector(collector_id)
);
CREATE TABLE creature (
  creature_id INTEGER PRIMARY KEY,
  name TEXT,
  type TEXT,
  danger_level INTEGER
);
CREATE TABLE appearance (
  tale_id INTEGER,
  creature_id INTEGER,
  part TEXT,
  PRIMARY KEY (tale_id, creature_id),
  FOREIGN KEY (tale_id) REFERENCES tale(tale_id),
  FOREIGN KEY (creature_id) REFERENCES creature(creature_id)
);
