CREATE TABLE Ref_Tool_Categories (
  tool_category_code TEXT PRIMARY KEY,
  tool_category_description TEXT
);
CREATE TABLE Customer_Addresses (
  address_id INTEGER PRIMARY KEY,
  street TEXT,
  city TEXT,
  postcode TEXT,
  county TEXT
);
CREATE TABLE Customers (
  customer_id INTEGER PRIMARY KEY,
  address_id INTEGER,
  customer_name TEXT,
  customer_type_code TEXT,
  customer_phone TEXT,
  date_became_customer DATE,
  other_customer_details TEXT,
  FOREIGN KEY (address_id) REFERENCES Customer_Addresses(address_id)
);
CREATE TABLE Tools (
  tool_id INTEGER PRIMARY KEY,
  tool_category_code TEXT,
  tool_name TEXT,
  brand TEXT,
  daily_hire_cost REAL,
  weight_kg REAL,
  year_purchased INTEGER,
  FOREIGN KEY (tool_category_code) REFERENCES Ref_Tool_Categories(tool_category_code)
);
CREATE TABLE Rentals (
  rental_id INTEGER PRIMARY KEY,
  customer_id INTEGER,
  tool_id INTEGER,
  rental_status_code TEXT,
  date_from DATE,
  date_to DATE,
  FOREIGN KEY (customer_id) REFERENCES Customers(customer_id),
  FOREIGN KEY (tool_id) REFERENCES Tools(tool_id)
);
CREATE TABLE Rental_Payments (
  payment_id INTEGER PRIMARY KEY,
  rental_id INTEGER,
  payment_method_code TEXT,
  payment_date DATE,
  amount_paid REAL,
  FOREIGN KEY (rental_id) REFERENCES Rentals(rental_id)
);
