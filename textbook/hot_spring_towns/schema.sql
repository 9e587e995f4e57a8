CREATE TABLE Prefectures (
  prefecture_code CHAR(3) PRIMARY KEY,
  prefecture_name VARCHAR(40),
  main_island VARCHAR(20)
);
CREATE TABLE Springs (
  spring_id INTEGER PRIMARY KEY,
  spring_name VARCHAR(50),
  prefecture_code CHAR(3),
  water_type VARCHAR(20),
  temperature_c REAL,
  discovered_year INTEGER,
  FOREIGN KEY (prefecture_code) REFERENCES Prefectures (prefecture_code)
);
CREATE TABLE Inns (
  inn_id INTEGER PRIMARY KEY,
  spring_id INTEGER,
  inn_name VARCHAR(50),
  rooms INTEGER,
  nightly_price INTEGER,
  founded_year INTEGER,
  FOREIGN KEY (spring_id) REFERENCES Springs (spring_id)
);
CREATE TABLE Guests (
  guest_id INTEGER PRIMARY KEY,
  guest_name VARCHAR(50),
  gender CHAR(1),
  city VARCHAR(40)
);
CREATE TABLE Bookings (
  booking_id INTEGER PRIMARY KEY,
  inn_id INTEGER,
  guest_id INTEGER,
  check_in DATE,
  nights INTEGER,
  status_code VARCHAR(10),
  FOREIGN KEY (inn_id) REFERENCES Inns (inn_id),
  FOREIGN KEY (guest_id) REFERENCES Guests (guest_id)
);
