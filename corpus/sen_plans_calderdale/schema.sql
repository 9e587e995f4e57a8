CREATE TABLE setting (setting_id INTEGER PRIMARY KEY, setting_name TEXT NOT NULL, phase TEXT NOT NULL, special_school INTEGER NOT NULL, places INTEGER);
CREATE TABLE caseworker (worker_id INTEGER PRIMARY KEY, worker_name TEXT NOT NULL, team TEXT NOT NULL, agency INTEGER NOT NULL);
CREATE TABLE child (child_id INTEGER PRIMARY KEY, initials TEXT NOT NULL, birth_date INTEGER NOT NULL, sex TEXT NOT NULL, ward TEXT, setting_id INTEGER REFERENCES setting(setting_id), looked_after INTEGER NOT NULL);
CREATE TABLE assessment_request (request_id INTEGER PRIMARY KEY, child_id INTEGER NOT NULL REFERENCES child(child_id), requested_by TEXT NOT NULL, received_date INTEGER NOT NULL, decision TEXT, decision_date INTEGER, worker_id INTEGER REFERENCES caseworker(worker_id));
CREATE TABLE plan (plan_id INTEGER PRIMARY KEY, request_id INTEGER NOT NULL REFERENCES assessment_request(request_id), issued_date INTEGER NOT NULL, primary_need TEXT NOT NULL, band INTEGER NOT NULL, ceased_date INTEGER);
CREATE TABLE annual_review (review_id INTEGER PRIMARY KEY, plan_id INTEGER NOT NULL REFERENCES plan(plan_id), due_date INTEGER NOT NULL, held_date INTEGER, outcome TEXT);
CREATE TABLE provision (provision_id INTEGER PRIMARY KEY, plan_id INTEGER NOT NULL REFERENCES plan(plan_id), kind TEXT NOT NULL, hours_week REAL NOT NULL, hourly_cost_pence INTEGER NOT NULL);
