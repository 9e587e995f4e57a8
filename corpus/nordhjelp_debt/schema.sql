-- debt counselling service, Aarhus
CREATE TABLE t_office (ofc_id INTEGER PRIMARY KEY, ofc_name TEXT NOT NULL, ofc_town TEXT);
CREATE TABLE t_counsellor (cns_id INTEGER PRIMARY KEY, cns_name TEXT NOT NULL, ofc_id INTEGER REFERENCES t_office(ofc_id), cns_volunteer TEXT NOT NULL, cns_hrs_wk INTEGER, cns_until TEXT);
CREATE TABLE t_household (hh_id INTEGER PRIMARY KEY, hh_adults INTEGER NOT NULL, hh_children INTEGER NOT NULL, hh_net_income INTEGER, hh_rent INTEGER, hh_town TEXT);
CREATE TABLE t_client (cli_id INTEGER PRIMARY KEY, cli_initials TEXT NOT NULL, cli_birth_yr INTEGER, cli_sex TEXT, hh_id INTEGER NOT NULL REFERENCES t_household(hh_id), cli_job_state TEXT, cli_refd_by TEXT);
CREATE TABLE t_case (cse_id INTEGER PRIMARY KEY, cli_id INTEGER NOT NULL REFERENCES t_client(cli_id), cns_id INTEGER REFERENCES t_counsellor(cns_id), cse_opened TEXT NOT NULL, cse_closed TEXT, cse_outcome TEXT, cse_cause TEXT);
CREATE TABLE t_creditor (crd_id INTEGER PRIMARY KEY, crd_name TEXT NOT NULL, crd_kind TEXT NOT NULL);
CREATE TABLE t_debt (dbt_id INTEGER PRIMARY KEY, cse_id INTEGER NOT NULL REFERENCES t_case(cse_id), crd_id INTEGER NOT NULL REFERENCES t_creditor(crd_id), owner_crd_id INTEGER REFERENCES t_creditor(crd_id), dbt_principal INTEGER NOT NULL, dbt_now INTEGER NOT NULL, dbt_apr REAL, dbt_disputed TEXT NOT NULL, dbt_since TEXT);
CREATE TABLE t_plan (pln_id INTEGER PRIMARY KEY, dbt_id INTEGER NOT NULL REFERENCES t_debt(dbt_id), pln_offer INTEGER NOT NULL, pln_months INTEGER, pln_sent TEXT NOT NULL, pln_answer TEXT, pln_answered TEXT);
CREATE TABLE t_meeting (mtg_id INTEGER PRIMARY KEY, cse_id INTEGER NOT NULL REFERENCES t_case(cse_id), mtg_date TEXT NOT NULL, mtg_mode TEXT NOT NULL, mtg_minutes INTEGER, mtg_noshow TEXT NOT NULL);
CREATE TABLE t_hardship (hsp_id INTEGER PRIMARY KEY, cse_id INTEGER NOT NULL REFERENCES t_case(cse_id), hsp_fund TEXT NOT NULL, hsp_amount INTEGER NOT NULL, hsp_granted TEXT);
