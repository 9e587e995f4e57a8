CREATE TABLE dig_site (
  site_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  rock_type TEXT,
  opened_year INTEGER,
  area_hectares REAL
);
CREATE TABLE paleontologist (
  paleontologist_id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  birth_year INTEGER,
  employer TEXT
);
CREATE TABLE fossil (
  fossil_id INTEGER PRIMARY KEY,
  species TEXT,
  period TEXT,
  length_cm REAL,
  found_year INTEGER,
  complete TEXT,
  site_id INTEGER,
  finder_id INTEGER,
  FOREIGN KEY (site_id) REFERENCES dig_site(site_id),
  FOREIGN KEY (finder_id) REFERENCES paleontologist(paleontologist_id)
);
CREATE TABLE site_team (
  site_id INTEGER,
  paleontologist_id INTEGER,
  role TEXT,
  start_year INTEGER,
  PRIMARY KEY (site_id, paleontologist_id),
  FOREIGN KEY (site_id) REFERENCES dig_site(site_id),
  FOREIGN KEY (paleontologist_id) REFERENCES paleontologist(paleontologist_id)
);
