CREATE TABLE county_office (office_id INTEGER PRIMARY KEY, office_name TEXT NOT NULL, town TEXT NOT NULL, opened_year INTEGER NOT NULL, closed_year INTEGER);
CREATE TABLE lawyer (lawyer_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, admitted_year INTEGER NOT NULL, pro_bono INTEGER NOT NULL, office_id INTEGER REFERENCES county_office(office_id), left_on DATE);
CREATE TABLE paralegal (paralegal_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, office_id INTEGER NOT NULL REFERENCES county_office(office_id), certified INTEGER NOT NULL, mobile TEXT);
CREATE TABLE client (client_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, sex TEXT NOT NULL, birth_date DATE, monthly_income INTEGER, home_language TEXT);
CREATE TABLE legal_area (area_code TEXT PRIMARY KEY, area_name TEXT NOT NULL);
CREATE TABLE matter (
  matter_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES client(client_id), office_id INTEGER NOT NULL REFERENCES county_office(office_id),
  area_code TEXT NOT NULL REFERENCES legal_area(area_code), intake_by INTEGER NOT NULL REFERENCES paralegal(paralegal_id), lead_lawyer_id INTEGER REFERENCES lawyer(lawyer_id),
  opened_on DATE NOT NULL, closed_on DATE, result TEXT, urgent INTEGER NOT NULL);
CREATE TABLE advice_session (session_id INTEGER PRIMARY KEY, matter_id INTEGER NOT NULL REFERENCES matter(matter_id), session_date DATE NOT NULL, minutes INTEGER NOT NULL, channel TEXT NOT NULL, interpreter_used INTEGER NOT NULL);
CREATE TABLE court_date (court_date_id INTEGER PRIMARY KEY, matter_id INTEGER NOT NULL REFERENCES matter(matter_id), court_name TEXT NOT NULL, hearing_date DATE NOT NULL, adjourned INTEGER NOT NULL);
CREATE TABLE expense (expense_id INTEGER PRIMARY KEY, matter_id INTEGER NOT NULL REFERENCES matter(matter_id), kind TEXT NOT NULL, amount_kes INTEGER NOT NULL, spent_on DATE NOT NULL, reimbursed_on DATE);
