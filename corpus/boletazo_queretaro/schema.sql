-- ticket shop; amounts in pesos
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, venue_name TEXT NOT NULL, city TEXT NOT NULL, capacity INTEGER, is_open_air TEXT NOT NULL);
CREATE TABLE organizers (organizer_id INTEGER PRIMARY KEY, organizer_name TEXT NOT NULL, contact_email TEXT, fee_percent REAL NOT NULL);
CREATE TABLE events (event_id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT NOT NULL, venue_id INTEGER NOT NULL REFERENCES venues(venue_id), organizer_id INTEGER NOT NULL REFERENCES organizers(organizer_id), on_sale_at DATETIME NOT NULL, starts_at DATETIME NOT NULL, status TEXT NOT NULL);
CREATE TABLE ticket_tiers (tier_id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES events(event_id), tier_name TEXT NOT NULL, face_value INTEGER NOT NULL, quota INTEGER NOT NULL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL, email TEXT, city TEXT, created_at DATETIME NOT NULL, wants_newsletter TEXT NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id), ordered_at DATETIME NOT NULL, channel TEXT NOT NULL, service_charge INTEGER NOT NULL, payment_status TEXT NOT NULL, refunded_at DATETIME);
CREATE TABLE tickets (ticket_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(order_id), tier_id INTEGER NOT NULL REFERENCES ticket_tiers(tier_id), price_paid INTEGER NOT NULL, holder_name TEXT, scanned_at DATETIME);
