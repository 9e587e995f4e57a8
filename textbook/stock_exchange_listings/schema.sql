CREATE TABLE exchanges (
  exchange_code TEXT PRIMARY KEY,
  exchange_name TEXT,
  city TEXT,
  currency_code TEXT,
  opened_year INTEGER
);
CREATE TABLE sectors (
  sector_id INTEGER PRIMARY KEY,
  sector_name TEXT
);
CREATE TABLE listed_companies (
  company_id INTEGER PRIMARY KEY,
  company_name TEXT,
  sector_id INTEGER,
  head_office TEXT,
  employees INTEGER,
  parent_company_id INTEGER,
  FOREIGN KEY (sector_id) REFERENCES sectors(sector_id),
  FOREIGN KEY (parent_company_id) REFERENCES listed_companies(company_id)
);
CREATE TABLE listings (
  ticker TEXT PRIMARY KEY,
  company_id INTEGER,
  exchange_code TEXT,
  listed_on DATE,
  share_price REAL,
  FOREIGN KEY (company_id) REFERENCES listed_companies(company_id),
  FOREIGN KEY (exchange_code) REFERENCES exchanges(exchange_code)
);
CREATE TABLE dividends (
  dividend_id INTEGER PRIMARY KEY,
  company_id INTEGER,
  paid_year INTEGER,
  amount_per_share REAL,
  FOREIGN KEY (company_id) REFERENCES listed_companies(company_id)
);
