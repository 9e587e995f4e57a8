CREATE TABLE perfumers (
  perfumer_id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  date_of_birth TEXT,
  home_town TEXT
);
CREATE TABLE houses (
  house_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  year_founded INTEGER,
  founder TEXT
);
CREATE TABLE perfumes (
  perfume_id INTEGER PRIMARY KEY,
  name TEXT,
  house_id INTEGER,
  year INTEGER,
  scent_family TEXT,
  price_per_bottle REAL,
  FOREIGN KEY (house_id) REFERENCES houses(house_id)
);
CREATE TABLE creations (
  perfume_id INTEGER,
  perfumer_id INTEGER,
  role TEXT,
  PRIMARY KEY (perfume_id, perfumer_id),
  FOREIGN KEY (perfume_id) REFERENCES perfumes(perfume_id),
  FOREIGN KEY (perfumer_id) REFERENCES perfumers(perfumer_id)
);
