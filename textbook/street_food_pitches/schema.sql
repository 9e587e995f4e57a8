CREATE TABLE truck (
  truck_id INTEGER PRIMARY KEY,
  truck_name TEXT,
  cuisine TEXT,
  owner_id INTEGER,
  licence_year TEXT,
  FOREIGN KEY (owner_id) REFERENCES owner(owner_id)
);
CREATE TABLE owner (
  owner_id INTEGER PRIMARY KEY,
  owner_name TEXT,
  nationality TEXT,
  phone TEXT
);
CREATE TABLE pitch (
  pitch_code TEXT PRIMARY KEY,
  street TEXT,
  district TEXT,
  daily_rent REAL,
  has_power TEXT
);
CREATE TABLE dish (
  dish_id INTEGER PRIMARY KEY,
  truck_id INTEGER,
  dish_name TEXT,
  price REAL,
  is_vegan TEXT,
  calories INTEGER,
  FOREIGN KEY (truck_id) REFERENCES truck(truck_id)
);
CREATE TABLE booking (
  booking_id INTEGER PRIMARY KEY,
  truck_id INTEGER,
  pitch_code TEXT,
  booking_date DATE,
  takings REAL,
  FOREIGN KEY (truck_id) REFERENCES truck(truck_id),
  FOREIGN KEY (pitch_code) REFERENCES pitch(pitch_code)
);
CREATE TABLE hygiene_check (
  check_id INTEGER PRIMARY KEY,
  truck_id INTEGER,
  check_date DATE,
  stars INTEGER,
  FOREIGN KEY (truck_id) REFERENCES truck(truck_id)
);
