-- hospital billing: encounters, charges, claims to payers, denials, remittances. flags are 't' / 'f'
CREATE TABLE ref_pyr (pyr_cd TEXT PRIMARY KEY, pyr_nm TEXT NOT NULL, pyr_type TEXT NOT NULL, filing_limit_days INTEGER);
CREATE TABLE ref_dept (dept_no INTEGER PRIMARY KEY, dept_nm TEXT NOT NULL, svc_line TEXT NOT NULL, closed_dt DATE);
CREATE TABLE ref_proc (proc_cd TEXT PRIMARY KEY, proc_desc TEXT NOT NULL, list_price NUMERIC NOT NULL);
CREATE TABLE ref_denial_rsn (rsn_cd TEXT PRIMARY KEY, rsn_desc TEXT NOT NULL, avoidable_flg TEXT NOT NULL);
CREATE TABLE prov (prov_id INTEGER PRIMARY KEY, prov_nm TEXT NOT NULL, specialty TEXT NOT NULL, hire_dt DATE NOT NULL, term_dt DATE);
CREATE TABLE pt (mrn INTEGER PRIMARY KEY, pt_nm TEXT NOT NULL, birth_dt DATE NOT NULL, sex TEXT NOT NULL, zip TEXT, prim_pyr_cd TEXT);
CREATE TABLE enc (enc_no INTEGER PRIMARY KEY, mrn INTEGER NOT NULL REFERENCES pt(mrn), dept_no INTEGER NOT NULL REFERENCES ref_dept(dept_no), attend_prov_id INTEGER NOT NULL REFERENCES prov(prov_id), refer_prov_id INTEGER REFERENCES prov(prov_id), enc_type TEXT NOT NULL, adm_dt DATE NOT NULL, dsch_dt DATE, cancel_flg TEXT NOT NULL); -- enc_type IP, OP, ED
CREATE TABLE chg (chg_id INTEGER PRIMARY KEY, enc_no INTEGER NOT NULL REFERENCES enc(enc_no), proc_cd TEXT NOT NULL REFERENCES ref_proc(proc_cd), qty INTEGER NOT NULL, chg_amt NUMERIC NOT NULL, post_dt DATE NOT NULL, void_flg TEXT NOT NULL);
CREATE TABLE clm (clm_no INTEGER PRIMARY KEY, enc_no INTEGER NOT NULL REFERENCES enc(enc_no), pyr_cd TEXT NOT NULL REFERENCES ref_pyr(pyr_cd), clm_seq INTEGER NOT NULL, sent_dt DATE NOT NULL, billed_amt NUMERIC NOT NULL, clm_sts TEXT NOT NULL); -- clm_seq 1 primary 2 secondary; clm_sts OPEN, PAID, DENIED
CREATE TABLE denial (denial_id INTEGER PRIMARY KEY, clm_no INTEGER NOT NULL REFERENCES clm(clm_no), rsn_cd TEXT NOT NULL, denial_dt DATE NOT NULL, appeal_dt DATE, overturned_flg TEXT);
CREATE TABLE rmt (rmt_id INTEGER PRIMARY KEY, clm_no INTEGER NOT NULL REFERENCES clm(clm_no), rmt_dt DATE NOT NULL, paid_amt NUMERIC NOT NULL, adj_amt NUMERIC);
