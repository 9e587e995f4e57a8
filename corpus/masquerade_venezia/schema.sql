CREATE TABLE costume (costume_id INTEGER PRIMARY KEY, costume_name TEXT NOT NULL, period TEXT NOT NULL, wearer TEXT NOT NULL, eu_size INTEGER, made_year INTEGER, day_rate_eur REAL NOT NULL, replacement_eur REAL NOT NULL, sold_or_lost TEXT);
CREATE TABLE mask (mask_id INTEGER PRIMARY KEY, mask_type TEXT NOT NULL, material TEXT NOT NULL, artisan TEXT, day_rate_eur REAL NOT NULL, broken INTEGER NOT NULL);
CREATE TABLE hirer (hirer_id INTEGER PRIMARY KEY, hirer_name TEXT NOT NULL, hirer_kind TEXT NOT NULL, country TEXT NOT NULL, phone TEXT, bad_payer INTEGER NOT NULL);
CREATE TABLE hire (hire_id INTEGER PRIMARY KEY, hirer_id INTEGER NOT NULL REFERENCES hirer(hirer_id), taken_on TEXT NOT NULL, due_back TEXT NOT NULL, came_back TEXT, deposit_eur REAL NOT NULL, deposit_kept_eur REAL, purpose TEXT);
CREATE TABLE hire_costume (hire_id INTEGER NOT NULL REFERENCES hire(hire_id), costume_id INTEGER NOT NULL REFERENCES costume(costume_id), fee_eur REAL NOT NULL, damage_note TEXT, PRIMARY KEY (hire_id, costume_id));
CREATE TABLE hire_mask (hire_id INTEGER NOT NULL REFERENCES hire(hire_id), mask_id INTEGER NOT NULL REFERENCES mask(mask_id), fee_eur REAL NOT NULL, PRIMARY KEY (hire_id, mask_id));
CREATE TABLE cleaning (cleaning_id INTEGER PRIMARY KEY, costume_id INTEGER NOT NULL REFERENCES costume(costume_id), sent_on TEXT NOT NULL, back_on TEXT, cost_eur REAL);
