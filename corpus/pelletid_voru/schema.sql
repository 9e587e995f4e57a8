-- wood pellet supply, Võru (Estonia)
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL, county TEXT, customer_kind TEXT NOT NULL, silo_tonnes REAL, phone TEXT, blocked INTEGER NOT NULL);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT NOT NULL, diameter_mm INTEGER, packaging TEXT NOT NULL, price_eur_t REAL NOT NULL);
CREATE TABLE trucks (truck_id INTEGER PRIMARY KEY, reg TEXT NOT NULL, blower INTEGER NOT NULL, max_t REAL NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id), product_id INTEGER NOT NULL REFERENCES products(product_id), order_day DATE NOT NULL, tonnes REAL NOT NULL, delivered_day DATE, delivered_t REAL, truck_id INTEGER REFERENCES trucks(truck_id), price_eur REAL, paid_day DATE, cancelled INTEGER NOT NULL);
CREATE TABLE quality (sample_id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products(product_id), sampled_day DATE NOT NULL, moisture_pct REAL, ash_pct REAL, fines_pct REAL);
