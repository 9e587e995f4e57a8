-- flower shop with its own delivery; prices in Chilean pesos, times as unix seconds
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, kind TEXT NOT NULL, email TEXT, phone TEXT, birthday_month INTEGER, created_at INTEGER NOT NULL);
CREATE TABLE delivery_zone (zone_id INTEGER PRIMARY KEY, zone_name TEXT NOT NULL, fee INTEGER NOT NULL);
CREATE TABLE courier (courier_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, vehicle TEXT NOT NULL, hired_at INTEGER NOT NULL, left_at INTEGER);
CREATE TABLE bouquet (bouquet_id INTEGER PRIMARY KEY, name TEXT NOT NULL, occasion TEXT, price INTEGER NOT NULL, is_seasonal BOOLEAN NOT NULL, withdrawn BOOLEAN NOT NULL);
CREATE TABLE grower (grower_id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL, phone TEXT);
CREATE TABLE stem (stem_id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT NOT NULL, cost_per_stem INTEGER NOT NULL, in_cooler INTEGER NOT NULL, minimum INTEGER NOT NULL, grower_id INTEGER REFERENCES grower(grower_id));
CREATE TABLE bouquet_stem (bouquet_id INTEGER NOT NULL REFERENCES bouquet(bouquet_id), stem_id INTEGER NOT NULL REFERENCES stem(stem_id), stems INTEGER NOT NULL, PRIMARY KEY (bouquet_id, stem_id));
CREATE TABLE flower_order (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(customer_id), ordered_at INTEGER NOT NULL, zone_id INTEGER REFERENCES delivery_zone(zone_id), courier_id INTEGER REFERENCES courier(courier_id), promised_at INTEGER, handed_over_at INTEGER, recipient TEXT, source TEXT NOT NULL, state TEXT NOT NULL, paid BOOLEAN NOT NULL);
CREATE TABLE order_item (order_id INTEGER NOT NULL REFERENCES flower_order(order_id), bouquet_id INTEGER NOT NULL REFERENCES bouquet(bouquet_id), quantity INTEGER NOT NULL, unit_price INTEGER NOT NULL, PRIMARY KEY (order_id, bouquet_id));
