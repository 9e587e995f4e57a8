CREATE TABLE vaccine_types (
  vaccine_code TEXT PRIMARY KEY,
  vaccine_name TEXT,
  manufacturer TEXT,
  doses_required INTEGER,
  storage_temperature REAL
);
CREATE TABLE clinics (
  clinic_id INTEGER PRIMARY KEY,
  clinic_name TEXT,
  province TEXT,
  daily_capacity INTEGER
);
CREATE TABLE nurses (
  nurse_id INTEGER PRIMARY KEY,
  nurse_name TEXT,
  clinic_id INTEGER,
  years_experience INTEGER,
  FOREIGN KEY (clinic_id) REFERENCES clinics(clinic_id)
);
CREATE TABLE residents (
  resident_id INTEGER PRIMARY KEY,
  resident_name TEXT,
  occupation TEXT,
  age INTEGER,
  province TEXT
);
CREATE TABLE injections (
  injection_id INTEGER PRIMARY KEY,
  resident_id INTEGER,
  nurse_id INTEGER,
  vaccine_code TEXT,
  dose_number INTEGER,
  injection_date DATE,
  side_effect TEXT,
  FOREIGN KEY (resident_id) REFERENCES residents(resident_id),
  FOREIGN KEY (nurse_id) REFERENCES nurses(nurse_id),
  FOREIGN KEY (vaccine_code) REFERENCES vaccine_types(vaccine_code)
);
CREATE TABLE vaccine_stock (
  clinic_id INTEGER,
  vaccine_code TEXT,
  vials INTEGER,
  PRIMARY KEY (clinic_id, vaccine_code),
  FOREIGN KEY (clinic_id) REFERENCES clinics(clinic_id),
  FOREIGN KEY (vaccine_code) REFERENCES vaccine_types(vaccine_code)
);
