CREATE TABLE Commodities (
  commodity_code TEXT PRIMARY KEY,
  commodity_name TEXT,
  unit TEXT,
  category TEXT
);
CREATE TABLE Brokers (
  broker_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  office_city TEXT,
  licence_year INTEGER
);
CREATE TABLE Clients (
  client_id INTEGER PRIMARY KEY,
  client_name TEXT,
  client_type TEXT,
  country TEXT,
  credit_limit INTEGER
);
CREATE TABLE Trades (
  trade_id INTEGER PRIMARY KEY,
  broker_id INTEGER,
  client_id INTEGER,
  commodity_code TEXT,
  buy_or_sell TEXT,
  quantity INTEGER,
  unit_price REAL,
  trade_date DATE,
  FOREIGN KEY (broker_id) REFERENCES Brokers(broker_id),
  FOREIGN KEY (client_id) REFERENCES Clients(client_id),
  FOREIGN KEY (commodity_code) REFERENCES Commodities(commodity_code)
);
