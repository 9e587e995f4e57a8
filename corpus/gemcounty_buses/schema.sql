-- school bus transport office, a county in Idaho
CREATE TABLE school (school_id INTEGER PRIMARY KEY, school_name TEXT NOT NULL, level TEXT NOT NULL, bell_start TEXT, bell_end TEXT);
CREATE TABLE bus (bus_no INTEGER PRIMARY KEY, make TEXT, model_year INTEGER, seats INTEGER NOT NULL, wheelchair_lift INTEGER NOT NULL, fuel TEXT, retired_on TEXT);
CREATE TABLE driver (driver_id INTEGER PRIMARY KEY, last_name TEXT NOT NULL, first_name TEXT NOT NULL, cdl_expires TEXT, hired TEXT NOT NULL, is_sub INTEGER NOT NULL, phone TEXT, gone_on TEXT);
CREATE TABLE route (route_no TEXT PRIMARY KEY, school_id INTEGER NOT NULL REFERENCES school(school_id), am_pm TEXT NOT NULL, bus_no INTEGER REFERENCES bus(bus_no), driver_id INTEGER REFERENCES driver(driver_id), aide_id INTEGER REFERENCES driver(driver_id), miles REAL NOT NULL);
CREATE TABLE stop (stop_id INTEGER PRIMARY KEY, corner TEXT NOT NULL, zone TEXT);
CREATE TABLE route_stop (route_no TEXT NOT NULL REFERENCES route(route_no), stop_id INTEGER NOT NULL REFERENCES stop(stop_id), seq INTEGER NOT NULL, due TEXT NOT NULL, PRIMARY KEY (route_no, stop_id));
CREATE TABLE student (student_id INTEGER PRIMARY KEY, last_name TEXT NOT NULL, first_name TEXT NOT NULL, grade INTEGER NOT NULL, school_id INTEGER NOT NULL REFERENCES school(school_id), am_stop INTEGER REFERENCES stop(stop_id), pm_stop INTEGER REFERENCES stop(stop_id), needs_lift INTEGER NOT NULL, guardian_phone TEXT);
CREATE TABLE run_log (run_id INTEGER PRIMARY KEY, route_no TEXT NOT NULL REFERENCES route(route_no), run_date TEXT NOT NULL, driven_by INTEGER REFERENCES driver(driver_id), riders INTEGER, minutes_late INTEGER NOT NULL, cancelled INTEGER NOT NULL);
CREATE TABLE discipline (ref_id INTEGER PRIMARY KEY, student_id INTEGER NOT NULL REFERENCES student(student_id), run_id INTEGER REFERENCES run_log(run_id), what TEXT NOT NULL, days_off INTEGER NOT NULL, parent_called INTEGER NOT NULL);
CREATE TABLE shop_order (order_no INTEGER PRIMARY KEY, bus_no INTEGER NOT NULL REFERENCES bus(bus_no), opened TEXT NOT NULL, closed TEXT, work TEXT, cost REAL);
CREATE TABLE field_trip (trip_id INTEGER PRIMARY KEY, school_id INTEGER NOT NULL REFERENCES school(school_id), trip_date TEXT NOT NULL, destination TEXT NOT NULL, kids INTEGER NOT NULL, bus_no INTEGER REFERENCES bus(bus_no), status TEXT NOT NULL);
