CREATE TABLE person (person_id INTEGER PRIMARY KEY, name TEXT NOT NULL, position TEXT NOT NULL, weekly_hours INTEGER NOT NULL, cost_per_hour REAL NOT NULL, started TEXT NOT NULL, ended TEXT);
CREATE TABLE client (client_id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE project (project_code TEXT PRIMARY KEY, title TEXT NOT NULL, client_id INTEGER REFERENCES client(client_id), lead_id INTEGER NOT NULL REFERENCES person(person_id), opened TEXT NOT NULL, closed TEXT, fee_eur REAL, budget_hours INTEGER);
CREATE TABLE phase (phase_id INTEGER PRIMARY KEY, project_code TEXT NOT NULL REFERENCES project(project_code), phase_name TEXT NOT NULL, deadline TEXT, delivered TEXT);
CREATE TABLE time_entry (entry_id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES person(person_id), phase_id INTEGER NOT NULL REFERENCES phase(phase_id), work_date TEXT NOT NULL, hours REAL NOT NULL, remark TEXT, approved TEXT NOT NULL);
