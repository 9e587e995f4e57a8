CREATE TABLE rivers (
  river_name TEXT PRIMARY KEY,
  source TEXT,
  mouth TEXT,
  length INTEGER,
  basin_area INTEGER
);
CREATE TABLE dams (
  dam_no INTEGER PRIMARY KEY,
  dam_name TEXT,
  river_name TEXT,
  state TEXT,
  material TEXT,
  height INTEGER,
  completed INTEGER,
  power_mw INTEGER,
  purpose TEXT,
  FOREIGN KEY (river_name) REFERENCES rivers(river_name)
);
