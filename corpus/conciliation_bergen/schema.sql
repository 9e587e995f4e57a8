CREATE TABLE board_panel (panel_id INTEGER PRIMARY KEY, panel_name TEXT NOT NULL, district TEXT NOT NULL, weekday_sits INTEGER NOT NULL);
CREATE TABLE member (member_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, panel_id INTEGER NOT NULL REFERENCES board_panel(panel_id), seat TEXT NOT NULL, appointed_on DATE NOT NULL, term_ended_on DATE, is_lawyer TEXT NOT NULL);
CREATE TABLE party (party_id INTEGER PRIMARY KEY, party_name TEXT NOT NULL, party_kind TEXT NOT NULL, municipality TEXT, email TEXT);
CREATE TABLE complaint (
  complaint_id INTEGER PRIMARY KEY,
  claimant_id INTEGER NOT NULL REFERENCES party(party_id),
  respondent_id INTEGER NOT NULL REFERENCES party(party_id),
  panel_id INTEGER NOT NULL REFERENCES board_panel(panel_id),
  subject TEXT NOT NULL,
  amount_nok INTEGER,              -- empty: no money claimed
  received_on DATE NOT NULL,
  closed_on DATE,
  outcome TEXT                     -- settled, judgment, dismissed, withdrawn; empty while pending
);
CREATE TABLE sitting (sitting_id INTEGER PRIMARY KEY, complaint_id INTEGER NOT NULL REFERENCES complaint(complaint_id), held_on DATE NOT NULL, chaired_by INTEGER NOT NULL REFERENCES member(member_id), minutes_long INTEGER, respondent_present TEXT NOT NULL);
CREATE TABLE fee (fee_id INTEGER PRIMARY KEY, complaint_id INTEGER NOT NULL REFERENCES complaint(complaint_id), amount_nok INTEGER NOT NULL, due_on DATE NOT NULL, paid_on DATE);
