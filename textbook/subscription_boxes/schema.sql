CREATE TABLE Ref_Payment_Methods (
  payment_method_code TEXT PRIMARY KEY,
  payment_method_description TEXT
);
CREATE TABLE Plans (
  plan_id INTEGER PRIMARY KEY,
  plan_name TEXT,
  theme TEXT,
  monthly_fee REAL,
  items_per_box INTEGER
);
CREATE TABLE Subscribers (
  subscriber_id INTEGER PRIMARY KEY,
  payment_method_code TEXT,
  first_name TEXT,
  last_name TEXT,
  email TEXT,
  gender TEXT,
  country TEXT,
  FOREIGN KEY (payment_method_code) REFERENCES Ref_Payment_Methods(payment_method_code)
);
CREATE TABLE Subscriptions (
  subscription_id INTEGER PRIMARY KEY,
  subscriber_id INTEGER,
  plan_id INTEGER,
  date_from DATE,
  date_to DATE,
  subscription_status_code TEXT,
  FOREIGN KEY (subscriber_id) REFERENCES Subscribers(subscriber_id),
  FOREIGN KEY (plan_id) REFERENCES Plans(plan_id)
);
CREATE TABLE Box_Shipments (
  shipment_id INTEGER PRIMARY KEY,
  subscription_id INTEGER,
  carrier TEXT,
  shipment_date DATE,
  weight_grams INTEGER,
  FOREIGN KEY (subscription_id) REFERENCES Subscriptions(subscription_id)
);
CREATE TABLE Reviews (
  review_id INTEGER PRIMARY KEY,
  subscriber_id INTEGER,
  plan_id INTEGER,
  score INTEGER,
  review_text TEXT,
  FOREIGN KEY (subscriber_id) REFERENCES Subscribers(subscriber_id),
  FOREIGN KEY (plan_id) REFERENCES Plans(plan_id)
);
