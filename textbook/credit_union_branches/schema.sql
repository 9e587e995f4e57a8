CREATE TABLE Branches (
  branch_id INTEGER PRIMARY KEY,
  branch_name TEXT,
  town TEXT,
  opening_year TEXT,
  number_of_staff INTEGER
);
CREATE TABLE Members (
  member_id INTEGER PRIMARY KEY,
  member_name TEXT,
  occupation TEXT,
  town TEXT,
  credit_rating INTEGER,
  branch_id INTEGER,
  FOREIGN KEY (branch_id) REFERENCES Branches(branch_id)
);
CREATE TABLE Accounts (
  account_number TEXT PRIMARY KEY,
  member_id INTEGER,
  account_type TEXT,
  balance REAL,
  date_opened DATE,
  FOREIGN KEY (member_id) REFERENCES Members(member_id)
);
CREATE TABLE Loans (
  loan_id INTEGER PRIMARY KEY,
  member_id INTEGER,
  guarantor_id INTEGER,
  purpose TEXT,
  loan_amount INTEGER,
  interest_rate REAL,
  term_months INTEGER,
  FOREIGN KEY (member_id) REFERENCES Members(member_id),
  FOREIGN KEY (guarantor_id) REFERENCES Members(member_id)
);
CREATE TABLE Transactions (
  transaction_id INTEGER PRIMARY KEY,
  account_number TEXT,
  transaction_type_code TEXT,
  transaction_amount REAL,
  transaction_date DATE,
  FOREIGN KEY (account_number) REFERENCES Accounts(account_number)
);
