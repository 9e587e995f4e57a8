CREATE TABLE planners (
  planner_id INTEGER PRIMARY KEY,
  planner_name TEXT,
  phone TEXT,
  years_of_experience INTEGER
);
CREATE TABLE venues (
  venue_id INTEGER PRIMARY KEY,
  venue_name TEXT,
  venue_type TEXT,
  county TEXT,
  capacity INTEGER,
  hire_cost REAL
);
CREATE TABLE weddings (
  wedding_id INTEGER PRIMARY KEY,
  bride TEXT,
  groom TEXT,
  planner_id INTEGER,
  venue_id INTEGER,
  wedding_date DATE,
  guest_count INTEGER,
  budget REAL,
  FOREIGN KEY (planner_id) REFERENCES planners(planner_id),
  FOREIGN KEY (venue_id) REFERENCES venues(venue_id)
);
CREATE TABLE suppliers (
  supplier_id INTEGER PRIMARY KEY,
  supplier_name TEXT,
  service_type TEXT,
  rating REAL
);
CREATE TABLE wedding_services (
  wedding_id INTEGER,
  supplier_id INTEGER,
  amount_paid REAL,
  PRIMARY KEY (wedding_id, supplier_id),
  FOREIGN KEY (wedding_id) REFERENCES weddings(wedding_id),
  FOREIGN KEY (supplier_id) REFERENCES suppliers(supplier_id)
);
CREATE TABLE gifts (
  gift_id INTEGER PRIMARY KEY,
  wedding_id INTEGER,
  gift_description TEXT,
  giver TEXT,
  value REAL,
  FOREIGN KEY (wedding_id) REFERENCES weddings(wedding_id)
);
