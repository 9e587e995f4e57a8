CREATE TABLE reefs (
  id INTEGER PRIMARY KEY,
  name TEXT,
  sea TEXT,
  protected TEXT,
  area_ha REAL
);
CREATE TABLE divers (
  id INTEGER PRIMARY KEY,
  name TEXT,
  licence_level TEXT,
  logged_dives INTEGER,
  buddy_id INTEGER,
  FOREIGN KEY (buddy_id) REFERENCES divers (id)
);
CREATE TABLE species (
  id INTEGER PRIMARY KEY,
  name TEXT,
  family TEXT,
  growth_form TEXT,
  status TEXT
);
CREATE TABLE transects (
  id INTEGER PRIMARY KEY,
  reef_id INTEGER,
  diver_id INTEGER,
  dive_date DATE,
  depth_m INTEGER,
  water_temp REAL,
  FOREIGN KEY (reef_id) REFERENCES reefs (id),
  FOREIGN KEY (diver_id) REFERENCES divers (id)
);
CREATE TABLE colonies (
  id INTEGER PRIMARY KEY,
  transect_id INTEGER,
  species_id INTEGER,
  cover_percent REAL,
  bleached TEXT,
  FOREIGN KEY (transect_id) REFERENCES transects (id),
  FOREIGN KEY (species_id) REFERENCES species (id)
);
