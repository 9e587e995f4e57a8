CREATE TABLE parties (
  party_id INTEGER PRIMARY KEY,
  party_name TEXT,
  founded INTEGER,
  ideology TEXT
);
CREATE TABLE members (
  member_id INTEGER PRIMARY KEY,
  full_name TEXT,
  party_id INTEGER,
  constituency TEXT,
  age INTEGER,
  first_elected INTEGER,
  FOREIGN KEY (party_id) REFERENCES parties(party_id)
);
CREATE TABLE committees (
  committee_id INTEGER PRIMARY KEY,
  committee_name TEXT,
  chair_id INTEGER,
  budget REAL,
  FOREIGN KEY (chair_id) REFERENCES members(member_id)
);
CREATE TABLE committee_members (
  committee_id INTEGER,
  member_id INTEGER,
  joined_year INTEGER,
  PRIMARY KEY (committee_id, member_id),
  FOREIGN KEY (committee_id) REFERENCES committees(committee_id),
  FOREIGN KEY (member_id) REFERENCES members(member_id)
);
CREATE TABLE bills (
  bill_id INTEGER PRIMARY KEY,
  title TEXT,
  sponsor_id INTEGER,
  committee_id INTEGER,
  introduced_date DATE,
  status TEXT,
  votes_for INTEGER,
  votes_against INTEGER,
  FOREIGN KEY (sponsor_id) REFERENCES members(member_id),
  FOREIGN KEY (committee_id) REFERENCES committees(committee_id)
);
