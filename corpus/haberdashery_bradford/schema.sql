-- fabric and haberdashery shop, counter and web sales
CREATE TABLE category (category_id INTEGER PRIMARY KEY, name TEXT NOT NULL, vat_rate REAL NOT NULL);
CREATE TABLE supplier (supplier_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, country TEXT NOT NULL, lead_days INTEGER, minimum_order NUMERIC);
CREATE TABLE product (product_id INTEGER PRIMARY KEY, sku TEXT NOT NULL UNIQUE, name TEXT NOT NULL, colour TEXT, category_id INTEGER NOT NULL REFERENCES category(category_id), supplier_id INTEGER REFERENCES supplier(supplier_id), sold_by TEXT NOT NULL, cost_price NUMERIC NOT NULL, sale_price NUMERIC NOT NULL, stock_qty REAL NOT NULL, min_stock REAL, discontinued BOOLEAN NOT NULL DEFAULT 0);
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT, town TEXT, joined_on DATE NOT NULL, newsletter BOOLEAN NOT NULL, is_trade BOOLEAN NOT NULL);
CREATE TABLE staff_member (staff_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, started_on DATE NOT NULL, left_on DATE);
CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, sold_at DATETIME NOT NULL, channel TEXT NOT NULL, customer_id INTEGER REFERENCES customer(customer_id), staff_id INTEGER REFERENCES staff_member(staff_id), payment_method TEXT NOT NULL);
CREATE TABLE sale_line (sale_id INTEGER NOT NULL REFERENCES sale(sale_id), line_no INTEGER NOT NULL, product_id INTEGER NOT NULL REFERENCES product(product_id), quantity REAL NOT NULL, unit_price NUMERIC NOT NULL, PRIMARY KEY (sale_id, line_no));
CREATE TABLE goods_return (return_id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sale(sale_id), product_id INTEGER NOT NULL REFERENCES product(product_id), returned_on DATE NOT NULL, quantity REAL NOT NULL, reason TEXT, refund NUMERIC NOT NULL, resaleable BOOLEAN NOT NULL);
