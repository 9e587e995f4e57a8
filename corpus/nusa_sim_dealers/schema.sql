CREATE TABLE region (region_id INTEGER PRIMARY KEY, region_name TEXT NOT NULL, island TEXT NOT NULL);
CREATE TABLE dealer (dealer_id INTEGER PRIMARY KEY, shop_name TEXT NOT NULL, owner_name TEXT NOT NULL, region_id INTEGER NOT NULL REFERENCES region(region_id), tier TEXT NOT NULL, recruited_by INTEGER REFERENCES dealer(dealer_id), signed_at TEXT NOT NULL, suspended_at TEXT);
CREATE TABLE sim_pack (iccid TEXT PRIMARY KEY, msisdn TEXT NOT NULL, dealer_id INTEGER REFERENCES dealer(dealer_id), shipped_at TEXT, activated_at TEXT, id_verified TEXT NOT NULL, plan TEXT);
CREATE TABLE topup_sale (sale_id INTEGER PRIMARY KEY, dealer_id INTEGER NOT NULL REFERENCES dealer(dealer_id), iccid TEXT NOT NULL REFERENCES sim_pack(iccid), sold_at TEXT NOT NULL, rupiah INTEGER NOT NULL, failed TEXT NOT NULL);
CREATE TABLE commission_run (run_id INTEGER PRIMARY KEY, dealer_id INTEGER NOT NULL REFERENCES dealer(dealer_id), period TEXT NOT NULL, rupiah INTEGER NOT NULL, paid_at TEXT);
CREATE TABLE dealer_visit (visit_id INTEGER PRIMARY KEY, dealer_id INTEGER NOT NULL REFERENCES dealer(dealer_id), visited_at TEXT NOT NULL, visitor TEXT NOT NULL, banner_ok TEXT, stock_left INTEGER);
