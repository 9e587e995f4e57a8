-- volcano hikes, Antigua Guatemala
CREATE TABLE tours (tour_id INTEGER PRIMARY KEY, tour_name TEXT NOT NULL, volcano TEXT NOT NULL, days INTEGER NOT NULL, max_height_m INTEGER, price_usd INTEGER NOT NULL, min_guests INTEGER NOT NULL, offered TEXT NOT NULL);
CREATE TABLE guides (guide_id INTEGER PRIMARY KEY, guide_name TEXT NOT NULL, inguat_no TEXT, english TEXT NOT NULL, daily_q INTEGER NOT NULL, inactive_since TEXT);
CREATE TABLE departures (dep_id INTEGER PRIMARY KEY, tour_id INTEGER NOT NULL REFERENCES tours(tour_id), leaves_on TEXT NOT NULL, lead_guide_id INTEGER REFERENCES guides(guide_id), tail_guide_id INTEGER REFERENCES guides(guide_id), state TEXT NOT NULL, weather TEXT);
CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, guest_name TEXT NOT NULL, country TEXT, age INTEGER, email TEXT, medical TEXT);
CREATE TABLE bookings (dep_id INTEGER NOT NULL REFERENCES departures(dep_id), guest_id INTEGER NOT NULL REFERENCES guests(guest_id), booked_on TEXT NOT NULL, agency TEXT, paid_usd INTEGER NOT NULL, summit TEXT, PRIMARY KEY (dep_id, guest_id));
CREATE TABLE rentals (rental_id INTEGER PRIMARY KEY, dep_id INTEGER NOT NULL REFERENCES departures(dep_id), guest_id INTEGER NOT NULL REFERENCES guests(guest_id), gear TEXT NOT NULL, fee_usd INTEGER NOT NULL, returned TEXT NOT NULL);
CREATE TABLE alerts (alert_date TEXT PRIMARY KEY, volcano TEXT NOT NULL, level TEXT NOT NULL);
