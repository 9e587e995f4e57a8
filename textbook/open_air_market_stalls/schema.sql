CREATE TABLE Markets (
  market_id INTEGER PRIMARY KEY,
  market_name TEXT,
  town TEXT,
  market_day TEXT,
  stall_places INTEGER
);
CREATE TABLE Traders (
  trader_id INTEGER PRIMARY KEY,
  trader_name TEXT,
  town TEXT,
  licence_year INTEGER
);
CREATE TABLE Stalls (
  stall_id INTEGER PRIMARY KEY,
  market_id INTEGER,
  trader_id INTEGER,
  goods_category TEXT,
  weekly_rent REAL,
  frontage_metres REAL,
  FOREIGN KEY (market_id) REFERENCES Markets(market_id),
  FOREIGN KEY (trader_id) REFERENCES Traders(trader_id)
);
CREATE TABLE Hygiene_Inspections (
  inspection_id INTEGER PRIMARY KEY,
  stall_id INTEGER,
  inspection_date DATE,
  inspector_name TEXT,
  score INTEGER,
  result_code TEXT,
  FOREIGN KEY (stall_id) REFERENCES Stalls(stall_id)
);
