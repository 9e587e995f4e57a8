CREATE TABLE employer (
  employer_id INTEGER PRIMARY KEY,
  company_name TEXT,
  industry TEXT,
  headquarters TEXT,
  num_staff INTEGER
);
CREATE TABLE vacancy (
  vacancy_id INTEGER PRIMARY KEY,
  employer_id INTEGER,
  job_title TEXT,
  contract_type TEXT,
  salary INTEGER,
  posted_date DATE,
  FOREIGN KEY (employer_id) REFERENCES employer(employer_id)
);
CREATE TABLE candidate (
  candidate_id INTEGER PRIMARY KEY,
  full_name TEXT,
  nationality TEXT,
  age INTEGER,
  years_of_experience INTEGER,
  expected_salary INTEGER
);
CREATE TABLE skill (
  skill_id INTEGER PRIMARY KEY,
  skill_name TEXT
);
CREATE TABLE candidate_skill (
  candidate_id INTEGER,
  skill_id INTEGER,
  level TEXT,
  PRIMARY KEY (candidate_id, skill_id),
  FOREIGN KEY (candidate_id) REFERENCES candidate(candidate_id),
  FOREIGN KEY (skill_id) REFERENCES skill(skill_id)
);
CREATE TABLE application (
  application_id INTEGER PRIMARY KEY,
  candidate_id INTEGER,
  vacancy_id INTEGER,
  status TEXT,
  interview_score REAL,
  FOREIGN KEY (candidate_id) REFERENCES candidate(candidate_id),
  FOREIGN KEY (vacancy_id) REFERENCES vacancy(vacancy_id)
);
