CREATE TABLE consultants (
  consultant_id INTEGER PRIMARY KEY,
  consultant_name TEXT,
  office_city TEXT,
  start_year INTEGER
);
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY,
  client_name TEXT,
  gender_code TEXT,
  age INTEGER,
  occupation TEXT,
  home_city TEXT,
  monthly_fee REAL,
  consultant_id INTEGER,
  FOREIGN KEY (consultant_id) REFERENCES consultants(consultant_id)
);
CREATE TABLE interests (
  interest_code TEXT PRIMARY KEY,
  interest_description TEXT
);
CREATE TABLE client_interests (
  client_id INTEGER,
  interest_code TEXT,
  PRIMARY KEY (client_id, interest_code),
  FOREIGN KEY (client_id) REFERENCES clients(client_id),
  FOREIGN KEY (interest_code) REFERENCES interests(interest_code)
);
CREATE TABLE introductions (
  introduction_id INTEGER PRIMARY KEY,
  first_client_id INTEGER,
  second_client_id INTEGER,
  date_of_meeting DATE,
  place TEXT,
  outcome_code TEXT,
  FOREIGN KEY (first_client_id) REFERENCES clients(client_id),
  FOREIGN KEY (second_client_id) REFERENCES clients(client_id)
);
