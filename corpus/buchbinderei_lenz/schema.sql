-- bookbinding and book repair workshop, Vienna
CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, city TEXT, since DATE, discount_pct INTEGER DEFAULT 0, newsletter TEXT);
CREATE TABLE binder (id INTEGER PRIMARY KEY, name TEXT NOT NULL, apprentice TEXT NOT NULL, hourly_cost REAL, trainer_id INTEGER REFERENCES binder(id), left_on DATE);
CREATE TABLE material (id INTEGER PRIMARY KEY, label TEXT NOT NULL, category TEXT NOT NULL, unit TEXT NOT NULL, price_per_unit REAL NOT NULL, in_stock REAL, reorder_level REAL);
CREATE TABLE job (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES client(id), title TEXT NOT NULL, technique TEXT NOT NULL, copies INTEGER NOT NULL, received DATE NOT NULL, promised DATE, delivered DATE, lead_binder_id INTEGER REFERENCES binder(id), quoted REAL, invoiced REAL, cancelled TEXT NOT NULL);
CREATE TABLE job_material (job_id INTEGER NOT NULL REFERENCES job(id), material_id INTEGER NOT NULL REFERENCES material(id), quantity REAL NOT NULL, PRIMARY KEY (job_id, material_id));
CREATE TABLE work_log (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES job(id), binder_id INTEGER NOT NULL REFERENCES binder(id), worked_on DATE NOT NULL, step TEXT NOT NULL, minutes INTEGER NOT NULL);
