CREATE TABLE Ref_Room_Types (
  room_type_code VARCHAR(10) PRIMARY KEY,
  room_type_description VARCHAR(60)
);
CREATE TABLE Hostels (
  hostel_id INTEGER PRIMARY KEY,
  hostel_name VARCHAR(60),
  town VARCHAR(40),
  opening_year INTEGER,
  has_kitchen VARCHAR(1)
);
CREATE TABLE Rooms (
  room_id INTEGER PRIMARY KEY,
  hostel_id INTEGER NOT NULL,
  room_type_code VARCHAR(10) NOT NULL,
  beds INTEGER,
  price_per_bed REAL,
  FOREIGN KEY (hostel_id) REFERENCES Hostels (hostel_id),
  FOREIGN KEY (room_type_code) REFERENCES Ref_Room_Types (room_type_code)
);
CREATE TABLE Backpackers (
  backpacker_id INTEGER PRIMARY KEY,
  first_name VARCHAR(30),
  last_name VARCHAR(30),
  home_country VARCHAR(40),
  email VARCHAR(60),
  age INTEGER
);
CREATE TABLE Stays (
  stay_id INTEGER PRIMARY KEY,
  backpacker_id INTEGER NOT NULL,
  room_id INTEGER NOT NULL,
  arrival_date DATE,
  nights INTEGER,
  FOREIGN KEY (backpacker_id) REFERENCES Backpackers (backpacker_id),
  FOREIGN KEY (room_id) REFERENCES Rooms (room_id)
);
CREATE TABLE Hostel_Reviews (
  review_id INTEGER PRIMARY KEY,
  hostel_id INTEGER NOT NULL,
  backpacker_id INTEGER NOT NULL,
  stars INTEGER,
  comment VARCHAR(120),
  FOREIGN KEY (hostel_id) REFERENCES Hostels (hostel_id),
  FOREIGN KEY (backpacker_id) REFERENCES Backpackers (backpacker_id)
);
