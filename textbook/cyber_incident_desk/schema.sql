CREATE TABLE organisation (
  org_id INTEGER PRIMARY KEY,
  org_name TEXT,
  sector TEXT,
  headquarters TEXT,
  staff_count INTEGER
);
CREATE TABLE malware (
  malware_id INTEGER PRIMARY KEY,
  name TEXT,
  type TEXT,
  first_seen TEXT
);
CREATE TABLE analyst (
  analyst_id INTEGER PRIMARY KEY,
  name TEXT,
  grade TEXT,
  years_experience INTEGER,
  manager_id INTEGER,
  FOREIGN KEY (manager_id) REFERENCES analyst(analyst_id)
);
CREATE TABLE incident (
  incident_id INTEGER PRIMARY KEY,
  org_id INTEGER,
  malware_id INTEGER,
  lead_analyst_id INTEGER,
  reported_date DATE,
  severity TEXT,
  cost REAL,
  FOREIGN KEY (org_id) REFERENCES organisation(org_id),
  FOREIGN KEY (malware_id) REFERENCES malware(malware_id),
  FOREIGN KEY (lead_analyst_id) REFERENCES analyst(analyst_id)
);
