-- butterfly house, Monteluna (Costa Rica); colones
CREATE TABLE species (
  species_id INTEGER PRIMARY KEY, common_name TEXT NOT NULL, latin_name TEXT NOT NULL, family TEXT, wingspan_mm INTEGER, host_plant TEXT, protected TEXT
);
CREATE TABLE supplier (supplier_id INTEGER PRIMARY KEY, supplier_name TEXT NOT NULL, country TEXT);
CREATE TABLE pupae_delivery (
  delivery_id INTEGER PRIMARY KEY, supplier_id INTEGER REFERENCES supplier(supplier_id), species_id INTEGER NOT NULL REFERENCES species(species_id),
  arrived_on DATE NOT NULL, pupae INTEGER NOT NULL, emerged INTEGER, unit_cost NUMERIC   -- supplier null = own breeding; emerged null = still in the emergence box
);
CREATE TABLE ticket_type (code TEXT PRIMARY KEY, description TEXT NOT NULL, price NUMERIC NOT NULL);
CREATE TABLE guide (guide_id INTEGER PRIMARY KEY, guide_name TEXT NOT NULL, languages TEXT, volunteer TEXT, retired_on DATE);
CREATE TABLE visit_group (
  group_id INTEGER PRIMARY KEY, group_name TEXT NOT NULL, group_kind TEXT, country TEXT, booked_on DATE NOT NULL, visit_on DATE NOT NULL, start_time TEXT,
  guide_id INTEGER REFERENCES guide(guide_id), headcount INTEGER NOT NULL, came TEXT   -- came: 'si' / 'no' / null = in the future
);
CREATE TABLE ticket_sale (sale_id INTEGER PRIMARY KEY, sold_at DATETIME NOT NULL, ticket_code TEXT NOT NULL REFERENCES ticket_type(code), qty INTEGER NOT NULL, group_id INTEGER REFERENCES visit_group(group_id), paid_by TEXT NOT NULL, refunded TEXT NOT NULL);
CREATE TABLE house_reading (reading_id INTEGER PRIMARY KEY, taken_at DATETIME NOT NULL, temp_c REAL, humidity_pct INTEGER, note TEXT);
