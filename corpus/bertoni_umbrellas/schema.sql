CREATE TABLE family (
  member_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  birth_year INTEGER,
  parent_id INTEGER REFERENCES family(member_id),
  in_shop TEXT,
  speciality TEXT
);
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY,
  full_name TEXT,
  town TEXT,
  phone TEXT,
  regular TEXT,
  first_visit TEXT,
  sent_by INTEGER REFERENCES customers(customer_id)
);
CREATE TABLE repairs (
  ticket INTEGER PRIMARY KEY,
  customer_id INTEGER REFERENCES customers(customer_id),
  taken_in_by INTEGER REFERENCES family(member_id),
  fixed_by INTEGER REFERENCES family(member_id),
  brought_on TEXT,
  promised_for TEXT,
  ready_on TEXT,
  picked_up_on TEXT,
  kind TEXT,
  fault TEXT,
  colour TEXT,
  price NUMERIC,
  parts_cost NUMERIC,
  free_of_charge TEXT
);
