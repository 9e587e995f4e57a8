CREATE TABLE Site (
  site_id INTEGER PRIMARY KEY,
  site_name TEXT,
  ward TEXT,
  opened INTEGER,
  water_taps INTEGER
);
CREATE TABLE Member (
  member_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  gender TEXT,
  joined_on DATE
);
CREATE TABLE Plot (
  plot_number TEXT PRIMARY KEY,
  site_id INTEGER,
  square_metres INTEGER,
  annual_rent REAL,
  FOREIGN KEY (site_id) REFERENCES Site(site_id)
);
CREATE TABLE Tenancy (
  tenancy_id INTEGER PRIMARY KEY,
  plot_number TEXT,
  member_id INTEGER,
  start_year INTEGER,
  status TEXT,
  FOREIGN KEY (plot_number) REFERENCES Plot(plot_number),
  FOREIGN KEY (member_id) REFERENCES Member(member_id)
);
CREATE TABLE Tool (
  tool_id INTEGER PRIMARY KEY,
  tool_name TEXT,
  tool_type TEXT,
  purchase_price REAL,
  site_id INTEGER,
  FOREIGN KEY (site_id) REFERENCES Site(site_id)
);
CREATE TABLE Tool_Loan (
  loan_id INTEGER PRIMARY KEY,
  tool_id INTEGER,
  member_id INTEGER,
  loan_date DATE,
  days INTEGER,
  FOREIGN KEY (tool_id) REFERENCES Tool(tool_id),
  FOREIGN KEY (member_id) REFERENCES Member(member_id)
);
CREATE TABLE Committee_Role (
  role_name TEXT,
  member_id INTEGER,
  year INTEGER,
  PRIMARY KEY (role_name, year),
  FOREIGN KEY (member_id) REFERENCES Member(member_id)
);
