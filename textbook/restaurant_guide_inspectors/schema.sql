CREATE TABLE restaurant (
  id INTEGER PRIMARY KEY,
  name TEXT,
  town TEXT,
  cuisine TEXT,
  seats INTEGER,
  chef_id INTEGER,
  FOREIGN KEY (chef_id) REFERENCES chef(id)
);
CREATE TABLE chef (
  id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  birth_year INTEGER,
  trained_at INTEGER,
  FOREIGN KEY (trained_at) REFERENCES restaurant(id)
);
CREATE TABLE inspector (
  id INTEGER PRIMARY KEY,
  name TEXT,
  home_town TEXT,
  speciality TEXT
);
CREATE TABLE visit (
  id INTEGER PRIMARY KEY,
  restaurant_id INTEGER,
  inspector_id INTEGER,
  year INTEGER,
  food_score INTEGER,
  service_score INTEGER,
  bill REAL,
  FOREIGN KEY (restaurant_id) REFERENCES restaurant(id),
  FOREIGN KEY (inspector_id) REFERENCES inspector(id)
);
CREATE TABLE award (
  restaurant_id INTEGER,
  year INTEGER,
  title TEXT,
  PRIMARY KEY (restaurant_id, year, title),
  FOREIGN KEY (restaurant_id) REFERENCES restaurant(id)
);
