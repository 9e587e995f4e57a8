CREATE TABLE care_plan (
  plan_id INTEGER PRIMARY KEY,
  plan_name TEXT NOT NULL,
  monthly_fee NUMERIC,
  hours_included INTEGER,
  cleaning_included TEXT,
  nursing_included TEXT
);
CREATE TABLE contact_person (
  contact_id INTEGER PRIMARY KEY,
  full_name TEXT,
  relationship TEXT,
  phone TEXT,
  lives_abroad TEXT
);
CREATE TABLE client (
  client_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  date_of_birth DATE,
  town TEXT,
  eircode TEXT,
  lives_alone TEXT,
  joined_on DATE,
  left_on DATE,
  plan_id INTEGER REFERENCES care_plan(plan_id),
  contact_id INTEGER REFERENCES contact_person(contact_id)
);
CREATE TABLE carer (
  carer_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  job_role TEXT,
  hourly_wage NUMERIC,
  hired_on DATE,
  left_on DATE,
  has_car TEXT,
  mentor_id INTEGER REFERENCES carer(carer_id)
);
CREATE TABLE task_type (
  task_id INTEGER PRIMARY KEY,
  task_name TEXT,
  category TEXT,
  standard_minutes INTEGER
);
CREATE TABLE visit (
  visit_id INTEGER PRIMARY KEY,
  client_id INTEGER REFERENCES client(client_id),
  carer_id INTEGER REFERENCES carer(carer_id),
  second_carer_id INTEGER REFERENCES carer(carer_id),
  visit_date DATE,
  start_time TEXT,
  planned_minutes INTEGER,
  actual_minutes INTEGER,
  status TEXT
);
CREATE TABLE visit_task (
  visit_id INTEGER REFERENCES visit(visit_id),
  task_id INTEGER REFERENCES task_type(task_id),
  completed TEXT,
  PRIMARY KEY (visit_id, task_id)
);
CREATE TABLE monthly_invoice (
  invoice_id INTEGER PRIMARY KEY,
  client_id INTEGER REFERENCES client(client_id),
  billing_month TEXT,
  plan_amount NUMERIC,
  extra_amount NUMERIC,
  issued_on DATE,
  paid_on DATE,
  reminder_sent TEXT
);
CREATE TABLE incident (
  incident_id INTEGER PRIMARY KEY,
  visit_id INTEGER REFERENCES visit(visit_id),
  incident_kind TEXT,
  severity INTEGER,
  reported_on DATE,
  resolved_on DATE,
  note TEXT
);
