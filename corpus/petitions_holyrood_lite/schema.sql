CREATE TABLE theme (theme_id INTEGER PRIMARY KEY, theme_name TEXT NOT NULL);
CREATE TABLE account (account_id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, postcode_area TEXT, created_ts INTEGER NOT NULL, verified TEXT NOT NULL, banned_ts INTEGER);
CREATE TABLE petition (petition_id INTEGER PRIMARY KEY, title TEXT NOT NULL, theme_id INTEGER NOT NULL REFERENCES theme(theme_id), author_id INTEGER NOT NULL REFERENCES account(account_id), opened_ts INTEGER, closes_ts INTEGER, status TEXT NOT NULL, target INTEGER NOT NULL);
CREATE TABLE signature (signature_id INTEGER PRIMARY KEY, petition_id INTEGER NOT NULL REFERENCES petition(petition_id), account_id INTEGER NOT NULL REFERENCES account(account_id), signed_ts INTEGER NOT NULL, withdrawn_ts INTEGER, public_name TEXT NOT NULL);
CREATE TABLE response (response_id INTEGER PRIMARY KEY, petition_id INTEGER NOT NULL REFERENCES petition(petition_id), department TEXT NOT NULL, published_ts INTEGER NOT NULL, word_count INTEGER NOT NULL);
