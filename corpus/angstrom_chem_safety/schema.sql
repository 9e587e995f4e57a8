-- Chemical inventory and laboratory safety rounds, Faculty of Science
CREATE TABLE buildings (building_code TEXT PRIMARY KEY, building_name TEXT NOT NULL, floors INTEGER);
CREATE TABLE labs (lab_id INTEGER PRIMARY KEY, room_no TEXT NOT NULL, building_code TEXT REFERENCES buildings(building_code), research_group TEXT, responsible_id INTEGER REFERENCES staff(staff_id), closed_on DATE);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job_title TEXT, email TEXT, safety_training_until DATE, first_aider INTEGER NOT NULL);
CREATE TABLE hazard_classes (hazard_code TEXT PRIMARY KEY, hazard_name TEXT NOT NULL, locked_storage INTEGER NOT NULL);
CREATE TABLE chemicals (chemical_id INTEGER PRIMARY KEY, chem_name TEXT NOT NULL, cas_no TEXT, physical_state TEXT, limit_litres REAL);
CREATE TABLE chemical_hazards (chemical_id INTEGER REFERENCES chemicals(chemical_id), hazard_code TEXT REFERENCES hazard_classes(hazard_code), PRIMARY KEY (chemical_id, hazard_code));
CREATE TABLE containers (barcode TEXT PRIMARY KEY, chemical_id INTEGER NOT NULL REFERENCES chemicals(chemical_id), lab_id INTEGER NOT NULL REFERENCES labs(lab_id), supplier TEXT, size_ml INTEGER NOT NULL, left_ml INTEGER NOT NULL, opened_on DATE, expires_on DATE, disposed_on DATE, price REAL);
CREATE TABLE safety_checks (check_id INTEGER PRIMARY KEY, lab_id INTEGER NOT NULL REFERENCES labs(lab_id), inspector_id INTEGER REFERENCES staff(staff_id), checked_on DATE NOT NULL, score INTEGER, passed INTEGER NOT NULL);
CREATE TABLE findings (finding_id INTEGER PRIMARY KEY, check_id INTEGER NOT NULL REFERENCES safety_checks(check_id), topic TEXT NOT NULL, severity TEXT NOT NULL, due_on DATE, fixed_on DATE);
