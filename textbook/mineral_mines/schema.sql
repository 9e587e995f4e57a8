CREATE TABLE mining_company (
  company_id INTEGER PRIMARY KEY,
  company_name TEXT,
  headquarters_city TEXT,
  founded_year INTEGER,
  parent_company_id INTEGER,
  FOREIGN KEY (parent_company_id) REFERENCES mining_company(company_id)
);
CREATE TABLE mine (
  mine_id INTEGER PRIMARY KEY,
  mine_name TEXT,
  province TEXT,
  depth_metres INTEGER,
  method TEXT,
  workers INTEGER,
  company_id INTEGER,
  FOREIGN KEY (company_id) REFERENCES mining_company(company_id)
);
CREATE TABLE mineral (
  mineral_code TEXT PRIMARY KEY,
  mineral_name TEXT,
  colour TEXT,
  price_per_ton REAL
);
CREATE TABLE production (
  mine_id INTEGER,
  mineral_code TEXT,
  year INTEGER,
  tons INTEGER,
  PRIMARY KEY (mine_id, mineral_code, year),
  FOREIGN KEY (mine_id) REFERENCES mine(mine_id),
  FOREIGN KEY (mineral_code) REFERENCES mineral(mineral_code)
);
