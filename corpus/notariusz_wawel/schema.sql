CREATE TABLE notary (notary_id INTEGER PRIMARY KEY, notary_name TEXT NOT NULL, appointed_year INTEGER NOT NULL, assessor INTEGER NOT NULL);
CREATE TABLE party (party_id INTEGER PRIMARY KEY, party_name TEXT NOT NULL, legal_person INTEGER NOT NULL, citizenship TEXT, birth_date TEXT, phone TEXT);
CREATE TABLE act_kind (kind_code TEXT PRIMARY KEY, kind_name TEXT NOT NULL, land_register INTEGER NOT NULL);
CREATE TABLE notarial_act (act_no TEXT PRIMARY KEY, kind_code TEXT NOT NULL REFERENCES act_kind(kind_code), notary_id INTEGER NOT NULL REFERENCES notary(notary_id), signed_on TEXT, booked_for TEXT NOT NULL, value_pln REAL, fee_pln REAL NOT NULL, tax_pln REAL NOT NULL, interpreter INTEGER NOT NULL, cancelled INTEGER NOT NULL);
CREATE TABLE act_party (act_no TEXT NOT NULL REFERENCES notarial_act(act_no), party_id INTEGER NOT NULL REFERENCES party(party_id), role TEXT NOT NULL, PRIMARY KEY (act_no, party_id, role));
CREATE TABLE extract_copy (copy_id INTEGER PRIMARY KEY, act_no TEXT NOT NULL REFERENCES notarial_act(act_no), issued_on TEXT NOT NULL, pages INTEGER NOT NULL, price_pln REAL NOT NULL, recipient_id INTEGER REFERENCES party(party_id));
CREATE TABLE deposit_item (deposit_id INTEGER PRIMARY KEY, party_id INTEGER NOT NULL REFERENCES party(party_id), taken_on TEXT NOT NULL, returned_on TEXT, kind TEXT NOT NULL, amount_pln REAL);
