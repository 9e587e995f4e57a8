CREATE TABLE pilots (
  id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  licence_year INTEGER,
  hours_flown INTEGER
);
CREATE TABLE balloons (
  id INTEGER PRIMARY KEY,
  name TEXT,
  shape TEXT,
  volume INTEGER,
  sponsor TEXT,
  pilot_id INTEGER,
  FOREIGN KEY (pilot_id) REFERENCES pilots(id)
);
CREATE TABLE flights (
  id INTEGER PRIMARY KEY,
  balloon_id INTEGER,
  launch_field TEXT,
  flight_day TEXT,
  distance_km REAL,
  max_altitude INTEGER,
  passengers INTEGER,
  FOREIGN KEY (balloon_id) REFERENCES balloons(id)
);
