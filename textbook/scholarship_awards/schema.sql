CREATE TABLE Donors (
  donor_id INTEGER PRIMARY KEY,
  donor_name TEXT,
  donor_type TEXT,
  city TEXT
);
CREATE TABLE Scholarships (
  scholarship_id INTEGER PRIMARY KEY,
  title TEXT,
  donor_id INTEGER,
  field TEXT,
  amount INTEGER,
  min_grade REAL,
  FOREIGN KEY (donor_id) REFERENCES Donors(donor_id)
);
CREATE TABLE High_Schools (
  school_code TEXT PRIMARY KEY,
  school_name TEXT,
  city TEXT,
  public_or_private TEXT
);
CREATE TABLE Applicants (
  applicant_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  gender TEXT,
  grade_average REAL,
  family_income INTEGER,
  school_code TEXT,
  FOREIGN KEY (school_code) REFERENCES High_Schools(school_code)
);
CREATE TABLE Applications (
  applicant_id INTEGER,
  scholarship_id INTEGER,
  date_submitted DATE,
  decision TEXT,
  essay_score INTEGER,
  PRIMARY KEY (applicant_id, scholarship_id),
  FOREIGN KEY (applicant_id) REFERENCES Applicants(applicant_id),
  FOREIGN KEY (scholarship_id) REFERENCES Scholarships(scholarship_id)
);
