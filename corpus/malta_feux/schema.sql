-- fireworks displays, Malta
CREATE TABLE band_club (club_id INTEGER PRIMARY KEY, club_name TEXT NOT NULL, village TEXT NOT NULL, saint TEXT);
CREATE TABLE factory (factory_id INTEGER PRIMARY KEY, factory_name TEXT NOT NULL, licence_no TEXT, licence_expiry INTEGER, closed_year INTEGER);
CREATE TABLE shell_type (type_code TEXT PRIMARY KEY, descr TEXT NOT NULL, calibre_mm INTEGER, colour TEXT, unit_cost_cents INTEGER NOT NULL, noise TEXT NOT NULL);
CREATE TABLE batch (batch_id INTEGER PRIMARY KEY, factory_id INTEGER NOT NULL REFERENCES factory(factory_id), type_code TEXT NOT NULL REFERENCES shell_type(type_code), made_at INTEGER NOT NULL, pieces INTEGER NOT NULL, quarantined TEXT NOT NULL);
CREATE TABLE pyrotechnist (pyro_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, licence_class TEXT, mentor_id INTEGER REFERENCES pyrotechnist(pyro_id), retired_at INTEGER);
CREATE TABLE display (display_id INTEGER PRIMARY KEY, club_id INTEGER NOT NULL REFERENCES band_club(club_id), fired_at INTEGER NOT NULL, chief_id INTEGER REFERENCES pyrotechnist(pyro_id), deputy_id INTEGER REFERENCES pyrotechnist(pyro_id), budget_cents INTEGER, state TEXT NOT NULL, wind_knots INTEGER);
CREATE TABLE display_item (display_id INTEGER NOT NULL REFERENCES display(display_id), batch_id INTEGER NOT NULL REFERENCES batch(batch_id), pieces INTEGER NOT NULL, duds INTEGER, PRIMARY KEY (display_id, batch_id));
CREATE TABLE incident (incident_id INTEGER PRIMARY KEY, display_id INTEGER REFERENCES display(display_id), factory_id INTEGER REFERENCES factory(factory_id), happened_at INTEGER NOT NULL, injured INTEGER NOT NULL, description TEXT);
CREATE TABLE sponsor (sponsor_id INTEGER PRIMARY KEY, display_id INTEGER NOT NULL REFERENCES display(display_id), sponsor_name TEXT NOT NULL, amount_cents INTEGER NOT NULL, received TEXT NOT NULL);
