CREATE TABLE contributors (
  login TEXT PRIMARY KEY,
  full_name TEXT,
  country TEXT,
  joined_year INTEGER
);
CREATE TABLE licences (
  licence_code TEXT PRIMARY KEY,
  licence_name TEXT,
  copyleft TEXT
);
CREATE TABLE packages (
  package_id INTEGER PRIMARY KEY,
  name TEXT,
  language TEXT,
  licence_code TEXT,
  maintainer_login TEXT,
  stars INTEGER,
  description TEXT,
  FOREIGN KEY (licence_code) REFERENCES licences(licence_code),
  FOREIGN KEY (maintainer_login) REFERENCES contributors(login)
);
CREATE TABLE dependencies (
  package_id INTEGER,
  required_package_id INTEGER,
  min_version TEXT,
  PRIMARY KEY (package_id, required_package_id),
  FOREIGN KEY (package_id) REFERENCES packages(package_id),
  FOREIGN KEY (required_package_id) REFERENCES packages(package_id)
);
CREATE TABLE releases (
  release_id INTEGER PRIMARY KEY,
  package_id INTEGER,
  version TEXT,
  release_date DATE,
  downloads INTEGER,
  FOREIGN KEY (package_id) REFERENCES packages(package_id)
);
CREATE TABLE issues (
  issue_id INTEGER PRIMARY KEY,
  package_id INTEGER,
  reporter_login TEXT,
  title TEXT,
  state TEXT,
  opened_date DATE,
  FOREIGN KEY (package_id) REFERENCES packages(package_id),
  FOREIGN KEY (reporter_login) REFERENCES contributors(login)
);
