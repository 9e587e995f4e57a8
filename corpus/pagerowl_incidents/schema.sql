CREATE TABLE org_unit (unit_id INTEGER PRIMARY KEY, unit_name TEXT NOT NULL, parent_unit_id INTEGER REFERENCES org_unit(unit_id));
CREATE TABLE app_user (user_id INTEGER PRIMARY KEY, login TEXT NOT NULL, display_name TEXT NOT NULL, unit_id INTEGER REFERENCES org_unit(unit_id), timezone TEXT, deactivated_at TEXT);
CREATE TABLE service (service_id INTEGER PRIMARY KEY, service_name TEXT NOT NULL, unit_id INTEGER NOT NULL REFERENCES org_unit(unit_id), tier INTEGER NOT NULL, slo_pct REAL, customer_facing TEXT NOT NULL);
CREATE TABLE service_dependency (service_id INTEGER NOT NULL REFERENCES service(service_id), depends_on_id INTEGER NOT NULL REFERENCES service(service_id), PRIMARY KEY (service_id, depends_on_id));
CREATE TABLE severity (sev_code TEXT PRIMARY KEY, sev_label TEXT NOT NULL, ack_minutes INTEGER NOT NULL);
CREATE TABLE incident (
  incident_no TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  service_id INTEGER NOT NULL REFERENCES service(service_id),
  sev_code TEXT NOT NULL REFERENCES severity(sev_code),
  opened_at TEXT NOT NULL,
  acknowledged_at TEXT,
  mitigated_at TEXT,
  closed_at TEXT,
  opened_by INTEGER REFERENCES app_user(user_id),
  commander_id INTEGER REFERENCES app_user(user_id),
  detected_by TEXT NOT NULL,
  customers_hit INTEGER
);
CREATE TABLE incident_note (note_id INTEGER PRIMARY KEY, incident_no TEXT NOT NULL REFERENCES incident(incident_no), author_id INTEGER NOT NULL REFERENCES app_user(user_id), written_at TEXT NOT NULL, body TEXT);
CREATE TABLE rotation (rotation_id INTEGER PRIMARY KEY, rotation_name TEXT NOT NULL, unit_id INTEGER NOT NULL REFERENCES org_unit(unit_id));
CREATE TABLE shift (shift_id INTEGER PRIMARY KEY, rotation_id INTEGER NOT NULL REFERENCES rotation(rotation_id), user_id INTEGER NOT NULL REFERENCES app_user(user_id), starts_at TEXT NOT NULL, ends_at TEXT NOT NULL, swapped_with INTEGER REFERENCES app_user(user_id));
CREATE TABLE page (page_id INTEGER PRIMARY KEY, incident_no TEXT NOT NULL REFERENCES incident(incident_no), user_id INTEGER NOT NULL REFERENCES app_user(user_id), paged_at TEXT NOT NULL, answered_at TEXT, medium TEXT NOT NULL);
CREATE TABLE postmortem (pm_id INTEGER PRIMARY KEY, incident_no TEXT NOT NULL REFERENCES incident(incident_no), owner_id INTEGER NOT NULL REFERENCES app_user(user_id), due_on TEXT NOT NULL, published_on TEXT, root_cause TEXT);
CREATE TABLE action_item (item_id INTEGER PRIMARY KEY, pm_id INTEGER NOT NULL REFERENCES postmortem(pm_id), summary TEXT NOT NULL, assignee_id INTEGER REFERENCES app_user(user_id), due_on TEXT, done_on TEXT, dropped INTEGER NOT NULL);
CREATE TABLE maintenance_window (window_id INTEGER PRIMARY KEY, service_id INTEGER NOT NULL REFERENCES service(service_id), starts_at TEXT NOT NULL, ends_at TEXT NOT NULL, approved TEXT NOT NULL);
CREATE TABLE audit_trail (audit_id INTEGER PRIMARY KEY, happened_at TEXT, user_id INTEGER, action TEXT);
CREATE VIEW open_incidents AS SELECT incident_no, title, opened_at FROM incident WHERE closed_at IS NULL AND sev_code IN ('S1', 'S2');
