CREATE TABLE oil_company (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  state_owned TEXT,
  revenue_billion REAL
);
CREATE TABLE oil_field (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  location_type TEXT,
  discovered TEXT,
  reserves_million_barrels INTEGER,
  operator_id INTEGER,
  discoverer_id INTEGER,
  FOREIGN KEY (operator_id) REFERENCES oil_company(id),
  FOREIGN KEY (discoverer_id) REFERENCES oil_company(id)
);
CREATE TABLE well (
  id INTEGER PRIMARY KEY,
  field_id INTEGER,
  name TEXT,
  depth_m INTEGER,
  status TEXT,
  FOREIGN KEY (field_id) REFERENCES oil_field(id)
);
