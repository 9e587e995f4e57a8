CREATE TABLE branch (
  branch_id INTEGER PRIMARY KEY,
  branch_name TEXT NOT NULL,
  meets_on TEXT,
  chair_member_id INTEGER
);
CREATE TABLE landlord (
  landlord_id INTEGER PRIMARY KEY,
  landlord_name TEXT NOT NULL,
  kind TEXT,
  units_owned INTEGER,
  blacklisted TEXT
);
CREATE TABLE member (
  member_id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT,
  branch_id INTEGER REFERENCES branch(branch_id),
  landlord_id INTEGER REFERENCES landlord(landlord_id),
  recruited_by INTEGER REFERENCES member(member_id),
  monthly_rent INTEGER,
  joined_on INTEGER,
  resigned_on INTEGER,
  low_income TEXT
);
CREATE TABLE caseworker (
  caseworker_id INTEGER PRIMARY KEY,
  worker_name TEXT,
  is_volunteer TEXT,
  languages TEXT
);
CREATE TABLE issue (
  issue_code TEXT PRIMARY KEY,
  issue_label TEXT
);
CREATE TABLE housing_case (
  case_id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL REFERENCES member(member_id),
  landlord_id INTEGER NOT NULL REFERENCES landlord(landlord_id),
  caseworker_id INTEGER REFERENCES caseworker(caseworker_id),
  issue_code TEXT REFERENCES issue(issue_code),
  opened_on INTEGER,
  closed_on INTEGER,
  outcome TEXT,
  amount_recovered NUMERIC,
  at_tribunal TEXT
);
CREATE TABLE dues_payment (
  payment_id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL REFERENCES member(member_id),
  paid_on INTEGER,
  amount NUMERIC,
  channel TEXT
);
CREATE TABLE action (
  action_id INTEGER PRIMARY KEY,
  branch_id INTEGER REFERENCES branch(branch_id),
  landlord_id INTEGER REFERENCES landlord(landlord_id),
  title TEXT,
  held_on INTEGER
);
CREATE TABLE action_attendance (
  action_id INTEGER NOT NULL REFERENCES action(action_id),
  member_id INTEGER NOT NULL REFERENCES member(member_id),
  PRIMARY KEY (action_id, member_id)
);
CREATE VIEW open_cases AS
  SELECT housing_case.case_id, member.full_name, landlord.landlord_name, housing_case.opened_on
  FROM housing_case JOIN member ON housing_case.member_id = member.member_id
  JOIN landlord ON housing_case.landlord_id = landlord.landlord_id
  WHERE housing_case.closed_on IS NULL AND housing_case.caseworker_id IS NOT NULL;
