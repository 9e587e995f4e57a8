CREATE TABLE river (
  river_id INTEGER PRIMARY KEY,
  name TEXT,
  length_km REAL,
  flows_into INTEGER,
  FOREIGN KEY (flows_into) REFERENCES river(river_id)
);
CREATE TABLE town (
  town_id INTEGER PRIMARY KEY,
  name TEXT,
  river_id INTEGER,
  population INTEGER,
  has_levee TEXT,
  FOREIGN KEY (river_id) REFERENCES river(river_id)
);
CREATE TABLE flood (
  flood_id INTEGER PRIMARY KEY,
  name TEXT,
  year INTEGER,
  cause TEXT,
  deaths INTEGER
);
CREATE TABLE flood_mark (
  mark_id INTEGER PRIMARY KEY,
  flood_id INTEGER,
  town_id INTEGER,
  building TEXT,
  height_m REAL,
  FOREIGN KEY (flood_id) REFERENCES flood(flood_id),
  FOREIGN KEY (town_id) REFERENCES town(town_id)
);
