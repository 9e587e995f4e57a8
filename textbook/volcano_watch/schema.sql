CREATE TABLE volcano (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  type TEXT,
  height_m INTEGER
);
CREATE TABLE eruption (
  id INTEGER PRIMARY KEY,
  volcano_id INTEGER,
  start_year INTEGER,
  explosivity_index INTEGER,
  deaths INTEGER,
  FOREIGN KEY (volcano_id) REFERENCES volcano(id)
);
