-- construction group, contracts and site ledger grown since 2009; no keys declared; amounts in taka
CREATE TABLE org_company (company_id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, parent_company_id INTEGER, city TEXT NOT NULL, sold_on DATE);
CREATE TABLE hr_grade (grade_cd TEXT PRIMARY KEY, grade_name TEXT NOT NULL);
CREATE TABLE hr_emp (emp_id INTEGER PRIMARY KEY, emp_name TEXT NOT NULL, grade_cd TEXT NOT NULL, company_id INTEGER NOT NULL, boss_id INTEGER, joined_on DATE NOT NULL, left_on DATE);
CREATE TABLE crm_client (client_id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, client_kind TEXT NOT NULL, archived_at DATE); -- client_kind public, private
CREATE TABLE crm_contact (contact_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL, contact_name TEXT NOT NULL, contact_phone TEXT);
CREATE TABLE prj_status (sts_cd TEXT PRIMARY KEY, sts_name TEXT NOT NULL);
CREATE TABLE prj_project (prj_id INTEGER PRIMARY KEY, prj_code TEXT NOT NULL, prj_title TEXT NOT NULL, district TEXT NOT NULL, client_id INTEGER NOT NULL, builder_co_id INTEGER NOT NULL, partner_co_id INTEGER, manager_id INTEGER NOT NULL, site_engineer_id INTEGER, start_on DATE NOT NULL, planned_end DATE NOT NULL, finished_on DATE, contract_amt INTEGER NOT NULL, sts_cd TEXT NOT NULL); -- builder_co_id and partner_co_id are group companies; partner only in joint ventures
CREATE TABLE prj_variation (var_id INTEGER PRIMARY KEY, prj_id INTEGER NOT NULL, var_title TEXT NOT NULL, raised_on DATE NOT NULL, var_amt INTEGER NOT NULL, decision TEXT, decided_by INTEGER); -- decision A accepted, R rejected, empty not yet; var_amt below 0 = omission
CREATE TABLE prj_milestone (ms_id INTEGER PRIMARY KEY, prj_id INTEGER NOT NULL, ms_name TEXT NOT NULL, due_on DATE NOT NULL, reached_on DATE);
CREATE TABLE prj_accident (acc_id INTEGER PRIMARY KEY, prj_id INTEGER NOT NULL, happened_on DATE NOT NULL, severity INTEGER NOT NULL, days_lost INTEGER NOT NULL, reported_by INTEGER); -- severity 1 minor to 4 fatal
CREATE TABLE pur_trade (trade_cd TEXT PRIMARY KEY, trade_name TEXT NOT NULL);
CREATE TABLE pur_vendor (vendor_id INTEGER PRIMARY KEY, vendor_name TEXT NOT NULL, main_trade_cd TEXT NOT NULL, vendor_mail TEXT, is_blacklisted TEXT NOT NULL, archived_at DATE); -- yes, no
CREATE TABLE pur_subcontract (sc_id INTEGER PRIMARY KEY, prj_id INTEGER NOT NULL, vendor_id INTEGER NOT NULL, trade_cd TEXT NOT NULL, signed_on DATE NOT NULL, sc_amt INTEGER NOT NULL, retention_pct REAL NOT NULL, terminated_on DATE);
CREATE TABLE fin_cert (cert_id INTEGER PRIMARY KEY, prj_id INTEGER NOT NULL, cert_no INTEGER NOT NULL, issued_on DATE NOT NULL, gross_amt INTEGER NOT NULL, retained_amt INTEGER NOT NULL, paid_on DATE, is_void TEXT NOT NULL); -- our bills to the client
CREATE TABLE fin_sub_inv (inv_id INTEGER PRIMARY KEY, sc_id INTEGER NOT NULL, inv_ref TEXT NOT NULL, inv_on DATE NOT NULL, due_on DATE NOT NULL, inv_amt INTEGER NOT NULL, entered_by INTEGER NOT NULL, approved_by INTEGER, paid_on DATE, is_void TEXT NOT NULL); -- bills of subcontractors to us
CREATE TABLE eqp_kind (kind_cd TEXT PRIMARY KEY, kind_name TEXT NOT NULL);
CREATE TABLE eqp_machine (machine_id INTEGER PRIMARY KEY, machine_label TEXT NOT NULL, kind_cd TEXT NOT NULL, owner_co_id INTEGER NOT NULL, bought_on DATE NOT NULL, bought_amt INTEGER NOT NULL, scrapped_on DATE);
CREATE TABLE eqp_use (use_id INTEGER PRIMARY KEY, machine_id INTEGER NOT NULL, prj_id INTEGER NOT NULL, from_on DATE NOT NULL, to_on DATE, day_rate INTEGER NOT NULL); -- no end = still on site
CREATE TABLE sys_log (log_id INTEGER PRIMARY KEY, log_tab TEXT NOT NULL, log_key INTEGER NOT NULL, log_user TEXT NOT NULL, log_at DATETIME NOT NULL);
CREATE TABLE arc_cert_2019 (cert_id INTEGER PRIMARY KEY, prj_code TEXT NOT NULL, gross_amt INTEGER NOT NULL);
CREATE VIEW prj_v_active AS SELECT prj_id, prj_code, prj_title FROM prj_project WHERE sts_cd <> 'FIN' AND start_on >= '2024-01-01';
CREATE VIEW fin_v_receivable AS SELECT cert_id, prj_id, gross_amt FROM fin_cert WHERE paid_on IS NULL;
