CREATE TABLE Households (
  household_id INTEGER PRIMARY KEY,
  owner_name TEXT,
  address TEXT,
  town TEXT,
  number_of_residents INTEGER
);
CREATE TABLE Rooms (
  room_id INTEGER PRIMARY KEY,
  household_id INTEGER,
  room_name TEXT,
  floor_area REAL,
  FOREIGN KEY (household_id) REFERENCES Households(household_id)
);
CREATE TABLE Ref_Device_Types (
  device_type_code TEXT PRIMARY KEY,
  device_type_description TEXT
);
CREATE TABLE Devices (
  device_id INTEGER PRIMARY KEY,
  room_id INTEGER,
  device_type_code TEXT,
  manufacturer TEXT,
  battery_powered_yn TEXT,
  purchase_price REAL,
  FOREIGN KEY (room_id) REFERENCES Rooms(room_id),
  FOREIGN KEY (device_type_code) REFERENCES Ref_Device_Types(device_type_code)
);
CREATE TABLE Alerts (
  alert_id INTEGER PRIMARY KEY,
  device_id INTEGER,
  alert_level TEXT,
  alert_message TEXT,
  alert_date DATE,
  FOREIGN KEY (device_id) REFERENCES Devices(device_id)
);
