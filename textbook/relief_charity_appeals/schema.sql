CREATE TABLE ref_cause_types (
  cause_type_code TEXT PRIMARY KEY,
  cause_type_description TEXT
);
CREATE TABLE charities (
  charity_id INTEGER PRIMARY KEY,
  charity_name TEXT,
  headquarters_city TEXT,
  founded_year INTEGER,
  cause_type_code TEXT,
  FOREIGN KEY (cause_type_code) REFERENCES ref_cause_types(cause_type_code)
);
CREATE TABLE appeals (
  appeal_id INTEGER PRIMARY KEY,
  charity_id INTEGER,
  appeal_title TEXT,
  target_amount REAL,
  launch_date DATE,
  FOREIGN KEY (charity_id) REFERENCES charities(charity_id)
);
CREATE TABLE benefactors (
  benefactor_id INTEGER PRIMARY KEY,
  benefactor_name TEXT,
  benefactor_type TEXT,
  city TEXT,
  email_address TEXT
);
CREATE TABLE gifts (
  gift_id INTEGER PRIMARY KEY,
  appeal_id INTEGER,
  benefactor_id INTEGER,
  gift_date DATE,
  amount REAL,
  payment_method_code TEXT,
  FOREIGN KEY (appeal_id) REFERENCES appeals(appeal_id),
  FOREIGN KEY (benefactor_id) REFERENCES benefactors(benefactor_id)
);
CREATE TABLE volunteers (
  volunteer_id INTEGER PRIMARY KEY,
  volunteer_name TEXT,
  city TEXT,
  date_of_birth DATE,
  mentor_id INTEGER,
  FOREIGN KEY (mentor_id) REFERENCES volunteers(volunteer_id)
);
CREATE TABLE volunteer_assignments (
  volunteer_id INTEGER,
  charity_id INTEGER,
  role_title TEXT,
  hours_given INTEGER,
  PRIMARY KEY (volunteer_id, charity_id),
  FOREIGN KEY (volunteer_id) REFERENCES volunteers(volunteer_id),
  FOREIGN KEY (charity_id) REFERENCES charities(charity_id)
);
