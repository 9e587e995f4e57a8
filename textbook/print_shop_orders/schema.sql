CREATE TABLE Addresses (
  address_id INTEGER PRIMARY KEY,
  line_1 TEXT,
  city TEXT,
  state_province TEXT,
  country TEXT
);
CREATE TABLE Ref_Order_Status_Codes (
  order_status_code TEXT PRIMARY KEY,
  order_status_description TEXT
);
CREATE TABLE Customers (
  customer_id INTEGER PRIMARY KEY,
  customer_name TEXT,
  email_address TEXT,
  phone_number TEXT,
  other_details TEXT
);
CREATE TABLE Customer_Addresses (
  customer_id INTEGER NOT NULL,
  address_id INTEGER NOT NULL,
  date_from DATE,
  date_to DATE,
  address_type TEXT,
  FOREIGN KEY (customer_id) REFERENCES Customers(customer_id),
  FOREIGN KEY (address_id) REFERENCES Addresses(address_id)
);
CREATE TABLE Print_Products (
  product_id INTEGER PRIMARY KEY,
  product_name TEXT,
  paper_type_code TEXT,
  price_per_copy REAL
);
CREATE TABLE Staff (
  staff_id INTEGER PRIMARY KEY,
  staff_name TEXT,
  job_title TEXT,
  date_joined DATE
);
CREATE TABLE Customer_Orders (
  order_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL,
  staff_id INTEGER NOT NULL,
  order_status_code TEXT NOT NULL,
  date_order_placed DATE,
  order_details TEXT,
  FOREIGN KEY (customer_id) REFERENCES Customers(customer_id),
  FOREIGN KEY (staff_id) REFERENCES Staff(staff_id),
  FOREIGN KEY (order_status_code) REFERENCES Ref_Order_Status_Codes(order_status_code)
);
CREATE TABLE Order_Items (
  order_item_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  number_of_copies INTEGER,
  FOREIGN KEY (order_id) REFERENCES Customer_Orders(order_id),
  FOREIGN KEY (product_id) REFERENCES Print_Products(product_id)
);
