CREATE TABLE makers (maker_id INTEGER PRIMARY KEY, maker_name TEXT NOT NULL, village TEXT, joined_year INTEGER, share_count INTEGER NOT NULL, active TEXT NOT NULL);
CREATE TABLE scents (scent_id INTEGER PRIMARY KEY, scent_name TEXT NOT NULL, note_family TEXT, allergen TEXT);
CREATE TABLE products (sku TEXT PRIMARY KEY, title TEXT NOT NULL, wax TEXT NOT NULL, weight_g INTEGER, burn_hours INTEGER, scent_id INTEGER REFERENCES scents(scent_id), wholesale NUMERIC, retail NUMERIC, retired TEXT NOT NULL);
CREATE TABLE batches (batch_no TEXT PRIMARY KEY, sku TEXT NOT NULL REFERENCES products(sku), maker_id INTEGER NOT NULL REFERENCES makers(maker_id), poured_on TEXT NOT NULL, pieces INTEGER NOT NULL, rejects INTEGER, cured_until TEXT);
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT NOT NULL, province TEXT, channel TEXT NOT NULL, terms_days INTEGER);
CREATE TABLE orders (order_no INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops(shop_id), ordered_on TEXT NOT NULL, shipped_on TEXT, paid_on TEXT, void TEXT NOT NULL);
CREATE TABLE order_lines (order_no INTEGER NOT NULL REFERENCES orders(order_no), sku TEXT NOT NULL REFERENCES products(sku), qty INTEGER NOT NULL, unit_price NUMERIC NOT NULL, PRIMARY KEY (order_no, sku));
CREATE TABLE payouts (payout_id INTEGER PRIMARY KEY, maker_id INTEGER NOT NULL REFERENCES makers(maker_id), month TEXT NOT NULL, amount NUMERIC NOT NULL);
