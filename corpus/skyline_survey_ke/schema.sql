CREATE TABLE svy_client (cl_id INTEGER PRIMARY KEY, cl_name TEXT NOT NULL, cl_sector TEXT NOT NULL, cl_county TEXT, cl_since INTEGER NOT NULL, cl_blacklisted TEXT NOT NULL);
CREATE TABLE svy_contact (ct_id INTEGER PRIMARY KEY, ct_client INTEGER NOT NULL REFERENCES svy_client(cl_id), ct_name TEXT NOT NULL, ct_email TEXT, ct_phone TEXT, ct_main TEXT NOT NULL);
CREATE TABLE hr_crew (cr_id INTEGER PRIMARY KEY, cr_name TEXT NOT NULL, cr_role TEXT NOT NULL, cr_base TEXT, cr_joined INTEGER NOT NULL, cr_left INTEGER);
CREATE TABLE hr_licence (lc_id INTEGER PRIMARY KEY, lc_crew INTEGER NOT NULL REFERENCES hr_crew(cr_id), lc_kind TEXT NOT NULL, lc_issued INTEGER NOT NULL, lc_expires INTEGER NOT NULL);
CREATE TABLE flt_model (md_id INTEGER PRIMARY KEY, md_maker TEXT NOT NULL, md_name TEXT NOT NULL, md_wing TEXT NOT NULL, md_maxmin INTEGER NOT NULL, md_weight_g INTEGER NOT NULL);
CREATE TABLE flt_drone (dr_id INTEGER PRIMARY KEY, dr_tail TEXT NOT NULL, dr_model INTEGER NOT NULL REFERENCES flt_model(md_id), dr_bought INTEGER NOT NULL, dr_price_cts INTEGER NOT NULL, dr_writeoff INTEGER, dr_insured TEXT NOT NULL);
CREATE TABLE flt_sensor (sn_id INTEGER PRIMARY KEY, sn_kind TEXT NOT NULL, sn_serial TEXT NOT NULL, sn_calibrated INTEGER);
CREATE TABLE svy_site (si_id INTEGER PRIMARY KEY, si_name TEXT NOT NULL, si_county TEXT NOT NULL, si_hectares REAL, si_altitude_m INTEGER, si_nofly TEXT NOT NULL);
CREATE TABLE svy_jobtype (jt_code TEXT PRIMARY KEY, jt_label TEXT NOT NULL, jt_rate_ha_cts INTEGER);
CREATE TABLE svy_job (
  jb_id INTEGER PRIMARY KEY,
  jb_ref TEXT NOT NULL,
  jb_client INTEGER NOT NULL,                             -- svy_client
  jb_site INTEGER NOT NULL REFERENCES svy_site(si_id),
  jb_type TEXT NOT NULL,                                  -- svy_jobtype
  jb_ordered INTEGER NOT NULL,                            -- epoch seconds, UTC
  jb_due INTEGER,
  jb_delivered INTEGER,
  jb_state TEXT NOT NULL,                                 -- QUO, ACC, DEL, CAN
  jb_fee_cts INTEGER NOT NULL,                            -- cents of a shilling
  jb_manager INTEGER REFERENCES hr_crew(cr_id)
);
CREATE TABLE flt_flight (
  fl_id INTEGER PRIMARY KEY,
  fl_job INTEGER NOT NULL REFERENCES svy_job(jb_id),
  fl_drone INTEGER NOT NULL REFERENCES flt_drone(dr_id),
  fl_sensor INTEGER REFERENCES flt_sensor(sn_id),
  fl_pilot INTEGER NOT NULL REFERENCES hr_crew(cr_id),
  fl_observer INTEGER REFERENCES hr_crew(cr_id),
  fl_takeoff INTEGER NOT NULL,
  fl_landing INTEGER,
  fl_images INTEGER NOT NULL,
  fl_aborted TEXT NOT NULL
);
CREATE TABLE flt_incident (ic_id INTEGER PRIMARY KEY, ic_flight INTEGER NOT NULL, ic_kind TEXT NOT NULL, ic_cost_cts INTEGER, ic_reported TEXT NOT NULL);
CREATE TABLE flt_service (sv_id INTEGER PRIMARY KEY, sv_drone INTEGER NOT NULL, sv_date INTEGER NOT NULL, sv_work TEXT NOT NULL, sv_cost_cts INTEGER NOT NULL);
CREATE TABLE svy_product (pd_id INTEGER PRIMARY KEY, pd_job INTEGER NOT NULL, pd_kind TEXT NOT NULL, pd_size_mb INTEGER NOT NULL, pd_sent INTEGER);
CREATE TABLE fin_invoice (iv_no TEXT PRIMARY KEY, iv_job INTEGER NOT NULL, iv_date INTEGER NOT NULL, iv_total_cts INTEGER NOT NULL, iv_paid INTEGER);
CREATE TABLE sys_session (ss_id INTEGER PRIMARY KEY, ss_user TEXT, ss_start INTEGER);
