CREATE TABLE outlets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, district TEXT NOT NULL, seats INTEGER NOT NULL, manager_id INTEGER REFERENCES staff(id));
CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT NOT NULL, position TEXT NOT NULL, outlet_id INTEGER NOT NULL REFERENCES outlets(id), hourly_wage REAL, hired_on TEXT NOT NULL, resigned_on TEXT);
CREATE TABLE dining_tables (id INTEGER PRIMARY KEY, outlet_id INTEGER NOT NULL REFERENCES outlets(id), label TEXT NOT NULL, capacity INTEGER NOT NULL, private_room TEXT NOT NULL);
CREATE TABLE diners (id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, vip TEXT NOT NULL, allergies TEXT);
CREATE TABLE reservations (id INTEGER PRIMARY KEY, diner_id INTEGER NOT NULL REFERENCES diners(id), table_id INTEGER REFERENCES dining_tables(id), taken_by INTEGER REFERENCES staff(id), reserved_for TEXT NOT NULL, created_at TEXT NOT NULL, party_size INTEGER NOT NULL, occasion TEXT, arrived_at TEXT, cancelled_at TEXT);
CREATE TABLE dishes (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price REAL NOT NULL, vegetarian TEXT NOT NULL, removed_on TEXT);
CREATE TABLE bills (id INTEGER PRIMARY KEY, outlet_id INTEGER NOT NULL REFERENCES outlets(id), reservation_id INTEGER REFERENCES reservations(id), server_id INTEGER NOT NULL REFERENCES staff(id), closed_at TEXT NOT NULL, discount REAL NOT NULL, payment TEXT NOT NULL);
CREATE TABLE bill_items (bill_id INTEGER NOT NULL REFERENCES bills(id), dish_id INTEGER NOT NULL REFERENCES dishes(id), qty INTEGER NOT NULL, price REAL NOT NULL, PRIMARY KEY (bill_id, dish_id));
