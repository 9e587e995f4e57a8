-- carbon offset registry, Brazil
CREATE TABLE cr_country (ctry_iso TEXT PRIMARY KEY, ctry_name TEXT NOT NULL);
CREATE TABLE cr_methodology (meth_code TEXT PRIMARY KEY, meth_title TEXT NOT NULL, sector TEXT NOT NULL);
CREATE TABLE cr_account_type (acct_type TEXT PRIMARY KEY, type_label TEXT NOT NULL);
CREATE TABLE cr_account (acct_id INTEGER PRIMARY KEY, acct_name TEXT NOT NULL, acct_type TEXT NOT NULL REFERENCES cr_account_type(acct_type), ctry_iso TEXT REFERENCES cr_country(ctry_iso), opened_on TEXT NOT NULL, suspended_on TEXT);
CREATE TABLE cr_project (proj_id TEXT PRIMARY KEY, proj_name TEXT NOT NULL, proponent_acct_id INTEGER NOT NULL REFERENCES cr_account(acct_id), meth_code TEXT NOT NULL REFERENCES cr_methodology(meth_code), ctry_iso TEXT NOT NULL REFERENCES cr_country(ctry_iso), hectares REAL, crediting_start TEXT, crediting_end TEXT, proj_status TEXT NOT NULL, buffer_pct INTEGER);
CREATE TABLE cr_verifier (verifier_id INTEGER PRIMARY KEY, verifier_name TEXT NOT NULL, accredited_until TEXT);
CREATE TABLE cr_audit (audit_id INTEGER PRIMARY KEY, proj_id TEXT NOT NULL REFERENCES cr_project(proj_id), verifier_id INTEGER NOT NULL REFERENCES cr_verifier(verifier_id), kind TEXT NOT NULL, site_visit TEXT, opinion TEXT, findings INTEGER);
CREATE TABLE cr_issuance (issuance_id INTEGER PRIMARY KEY, proj_id TEXT NOT NULL REFERENCES cr_project(proj_id), vintage INTEGER NOT NULL, issued_on TEXT NOT NULL, tonnes INTEGER NOT NULL, buffer_tonnes INTEGER NOT NULL);
CREATE TABLE cr_transfer (transfer_id INTEGER PRIMARY KEY, issuance_id INTEGER NOT NULL REFERENCES cr_issuance(issuance_id), from_acct_id INTEGER NOT NULL REFERENCES cr_account(acct_id), to_acct_id INTEGER NOT NULL REFERENCES cr_account(acct_id), transferred_on TEXT NOT NULL, tonnes INTEGER NOT NULL, price_usd_cents INTEGER);
CREATE TABLE cr_retirement (retirement_id INTEGER PRIMARY KEY, issuance_id INTEGER NOT NULL REFERENCES cr_issuance(issuance_id), acct_id INTEGER NOT NULL REFERENCES cr_account(acct_id), retired_on TEXT NOT NULL, tonnes INTEGER NOT NULL, beneficiary TEXT, public_flag TEXT NOT NULL);
CREATE TABLE cr_complaint (complaint_id INTEGER PRIMARY KEY, proj_id TEXT REFERENCES cr_project(proj_id), received_on TEXT NOT NULL, topic TEXT, resolved_on TEXT);
CREATE TABLE cr_sdg (sdg_no INTEGER PRIMARY KEY, sdg_name TEXT NOT NULL);
CREATE TABLE cr_project_sdg (proj_id TEXT NOT NULL REFERENCES cr_project(proj_id), sdg_no INTEGER NOT NULL REFERENCES cr_sdg(sdg_no), PRIMARY KEY (proj_id, sdg_no));
CREATE TABLE cr_user (user_id INTEGER PRIMARY KEY, acct_id INTEGER REFERENCES cr_account(acct_id), user_email TEXT NOT NULL, last_login TEXT, locked TEXT NOT NULL);
CREATE TABLE cr_event_log (event_id INTEGER PRIMARY KEY, user_id INTEGER, event_at TEXT, event_text TEXT);
CREATE VIEW cr_v_issued_by_project AS SELECT proj_id, sum(tonnes) AS gross_tonnes FROM cr_issuance GROUP BY proj_id;
