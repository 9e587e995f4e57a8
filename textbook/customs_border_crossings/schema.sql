CREATE TABLE border_post (
  post_code TEXT PRIMARY KEY,
  post_name TEXT,
  type TEXT,
  neighbouring_state TEXT,
  opened_year INTEGER,
  lanes INTEGER
);
CREATE TABLE officer (
  badge_number TEXT PRIMARY KEY,
  surname TEXT,
  grade TEXT,
  post_code TEXT,
  monthly_pay REAL,
  FOREIGN KEY (post_code) REFERENCES border_post(post_code)
);
CREATE TABLE goods_type (
  goods_type_code TEXT PRIMARY KEY,
  description TEXT,
  duty_percent REAL
);
CREATE TABLE seizure (
  seizure_id INTEGER PRIMARY KEY,
  badge_number TEXT,
  goods_type_code TEXT,
  seizure_date DATE,
  estimated_value REAL,
  vehicle_type TEXT,
  FOREIGN KEY (badge_number) REFERENCES officer(badge_number),
  FOREIGN KEY (goods_type_code) REFERENCES goods_type(goods_type_code)
);
