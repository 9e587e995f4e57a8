CREATE TABLE whale (
  whale_id TEXT PRIMARY KEY,
  nickname TEXT,
  species TEXT,
  sex TEXT,
  birth_year INTEGER,
  mother_id TEXT,
  FOREIGN KEY (mother_id) REFERENCES whale (whale_id)
);
CREATE TABLE boat (
  boat_id INTEGER PRIMARY KEY,
  boat_name TEXT,
  home_port TEXT,
  length_m REAL
);
CREATE TABLE observer (
  observer_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  volunteer TEXT
);
CREATE TABLE sighting (
  sighting_id INTEGER PRIMARY KEY,
  whale_id TEXT,
  boat_id INTEGER,
  observer_id INTEGER,
  sighting_date DATE,
  bay TEXT,
  behaviour TEXT,
  photos INTEGER,
  FOREIGN KEY (whale_id) REFERENCES whale (whale_id),
  FOREIGN KEY (boat_id) REFERENCES boat (boat_id),
  FOREIGN KEY (observer_id) REFERENCES observer (observer_id)
);
