CREATE TABLE Warehouses (
  warehouse_id INTEGER PRIMARY KEY,
  warehouse_name TEXT,
  city TEXT,
  floor_area INTEGER
);
CREATE TABLE Trucks (
  truck_id INTEGER PRIMARY KEY,
  licence_plate TEXT,
  make TEXT,
  payload_kg INTEGER,
  fuel TEXT,
  warehouse_id INTEGER,
  FOREIGN KEY (warehouse_id) REFERENCES Warehouses(warehouse_id)
);
CREATE TABLE Truckers (
  trucker_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  phone TEXT,
  date_hired DATE,
  hourly_wage REAL
);
CREATE TABLE Customers (
  customer_id INTEGER PRIMARY KEY,
  customer_name TEXT,
  city TEXT,
  phone TEXT
);
CREATE TABLE Rounds (
  round_id INTEGER PRIMARY KEY,
  truck_id INTEGER,
  trucker_id INTEGER,
  round_date DATE,
  kilometres INTEGER,
  FOREIGN KEY (truck_id) REFERENCES Trucks(truck_id),
  FOREIGN KEY (trucker_id) REFERENCES Truckers(trucker_id)
);
CREATE TABLE Parcels (
  parcel_id INTEGER PRIMARY KEY,
  round_id INTEGER,
  sender_id INTEGER,
  receiver_id INTEGER,
  weight_kg REAL,
  parcel_status TEXT,
  FOREIGN KEY (round_id) REFERENCES Rounds(round_id),
  FOREIGN KEY (sender_id) REFERENCES Customers(customer_id),
  FOREIGN KEY (receiver_id) REFERENCES Customers(customer_id)
);
CREATE TABLE Complaints (
  complaint_id INTEGER PRIMARY KEY,
  parcel_id INTEGER,
  complaint_reason TEXT,
  refund REAL,
  FOREIGN KEY (parcel_id) REFERENCES Parcels(parcel_id)
);
