CREATE TABLE cert_level (
  level_id INTEGER PRIMARY KEY,
  level_name TEXT,
  agency TEXT,
  max_depth_m INTEGER,
  prerequisite_id INTEGER REFERENCES cert_level(level_id)
);
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY,
  full_name TEXT,
  role TEXT,
  nationality TEXT,
  season_start DATE,
  season_end DATE
);
CREATE TABLE diver (
  diver_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  date_of_birth DATE,
  country TEXT,
  phone TEXT,
  medical_until DATE,
  newsletter TEXT
);
CREATE TABLE diver_cert (
  diver_id INTEGER REFERENCES diver(diver_id),
  level_id INTEGER REFERENCES cert_level(level_id),
  issued_on DATE,
  instructor_id INTEGER REFERENCES staff(staff_id),
  PRIMARY KEY (diver_id, level_id)
);
CREATE TABLE dive_site (
  site_id INTEGER PRIMARY KEY,
  site_name TEXT,
  kind TEXT,
  depth_m INTEGER,
  boat_only TEXT
);
CREATE TABLE trip (
  trip_id INTEGER PRIMARY KEY,
  site_id INTEGER REFERENCES dive_site(site_id),
  guide_id INTEGER REFERENCES staff(staff_id),
  skipper_id INTEGER REFERENCES staff(staff_id),
  departs_at DATETIME,
  places INTEGER,
  price_eur NUMERIC,
  cancelled_reason TEXT
);
CREATE TABLE trip_booking (
  booking_id INTEGER PRIMARY KEY,
  trip_id INTEGER REFERENCES trip(trip_id),
  diver_id INTEGER REFERENCES diver(diver_id),
  booked_at DATETIME,
  nitrox TEXT,
  showed_up TEXT,
  max_depth_m REAL,
  dive_minutes INTEGER
);
CREATE TABLE gear_item (
  gear_id INTEGER PRIMARY KEY,
  tag_code TEXT,
  category TEXT,
  size TEXT,
  bought_on DATE,
  purchase_eur NUMERIC,
  last_service DATE,
  retired_on DATE
);
CREATE TABLE gear_rental (
  rental_id INTEGER PRIMARY KEY,
  booking_id INTEGER REFERENCES trip_booking(booking_id),
  gear_id INTEGER REFERENCES gear_item(gear_id),
  fee_eur NUMERIC,
  returned_at DATETIME,
  damaged TEXT
);
