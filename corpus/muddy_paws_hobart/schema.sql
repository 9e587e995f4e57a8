CREATE TABLE groomers (
  groomer_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  hired_on DATE,
  left_on DATE,
  hourly_rate NUMERIC,
  certified INTEGER,
  mentor_id INTEGER REFERENCES groomers(groomer_id)
);
CREATE TABLE dogs (
  dog_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  breed TEXT,
  sex TEXT,
  birth_date DATE,
  weight_kg REAL,
  coat TEXT,
  nervous INTEGER,
  bites INTEGER,
  vaccinated_until DATE,
  owner_name TEXT,
  owner_phone TEXT,
  owner_suburb TEXT
);
CREATE TABLE appointments (
  appointment_id INTEGER PRIMARY KEY,
  dog_id INTEGER NOT NULL REFERENCES dogs(dog_id),
  groomer_id INTEGER REFERENCES groomers(groomer_id),
  appt_date DATE NOT NULL,
  start_time TEXT,
  minutes INTEGER,
  service TEXT,
  price NUMERIC,
  tip NUMERIC,
  no_show INTEGER,
  rating INTEGER
);
