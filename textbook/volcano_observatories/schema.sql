CREATE TABLE volcanoes (
  volcano_id INTEGER PRIMARY KEY,
  volcano_name TEXT,
  island TEXT,
  elevation INTEGER,
  volcano_type TEXT,
  status TEXT
);
CREATE TABLE eruptions (
  eruption_id INTEGER PRIMARY KEY,
  volcano_id INTEGER REFERENCES volcanoes(volcano_id),
  start_year INTEGER,
  duration_days INTEGER,
  explosivity_index INTEGER,
  evacuated INTEGER
);
CREATE TABLE observatories (
  observatory_id INTEGER PRIMARY KEY,
  observatory_name TEXT,
  volcano_id INTEGER REFERENCES volcanoes(volcano_id),
  staff INTEGER,
  opened TEXT
);
CREATE TABLE instruments (
  instrument_id INTEGER PRIMARY KEY,
  observatory_id INTEGER REFERENCES observatories(observatory_id),
  kind TEXT,
  brand TEXT,
  price INTEGER
);
