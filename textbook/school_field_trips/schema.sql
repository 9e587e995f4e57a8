CREATE TABLE destinations (
  destination_code TEXT PRIMARY KEY,
  destination_name TEXT,
  kind TEXT,
  distance_miles INTEGER,
  entry_fee REAL
);
CREATE TABLE bus_companies (
  bus_company_id INTEGER PRIMARY KEY,
  company_name TEXT,
  phone TEXT,
  seats_per_bus INTEGER
);
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY,
  staff_name TEXT,
  job_title TEXT,
  first_aid_certificate TEXT,
  supervisor_id INTEGER,
  FOREIGN KEY (supervisor_id) REFERENCES staff(staff_id)
);
CREATE TABLE trips (
  trip_id INTEGER PRIMARY KEY,
  destination_code TEXT,
  bus_company_id INTEGER,
  trip_date DATE,
  grade_level TEXT,
  number_of_children INTEGER,
  cost_per_child REAL,
  FOREIGN KEY (destination_code) REFERENCES destinations(destination_code),
  FOREIGN KEY (bus_company_id) REFERENCES bus_companies(bus_company_id)
);
CREATE TABLE trip_chaperones (
  trip_id INTEGER,
  staff_id INTEGER,
  role_on_trip TEXT,
  PRIMARY KEY (trip_id, staff_id),
  FOREIGN KEY (trip_id) REFERENCES trips(trip_id),
  FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);
