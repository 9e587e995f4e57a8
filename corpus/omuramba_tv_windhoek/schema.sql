-- television broadcaster: rights, schedule, subtitles, sponsors; money in cents of the Namibian dollar
CREATE TABLE languages (language_code TEXT PRIMARY KEY, language_name TEXT NOT NULL);
CREATE TABLE genres (genre_code TEXT PRIMARY KEY, genre_name TEXT NOT NULL);
CREATE TABLE age_ratings (rating_code TEXT PRIMARY KEY, minimum_age INTEGER NOT NULL, rating_label TEXT NOT NULL);
CREATE TABLE departments (department_id INTEGER PRIMARY KEY, department_name TEXT NOT NULL);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, department_id INTEGER NOT NULL REFERENCES departments(department_id), hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE channels (channel_id INTEGER PRIMARY KEY, channel_name TEXT NOT NULL, launched_on DATE NOT NULL, closed_on DATE, is_encrypted TEXT NOT NULL); -- true, false
CREATE TABLE distributors (distributor_id INTEGER PRIMARY KEY, distributor_name TEXT NOT NULL, country TEXT NOT NULL, deleted_at DATETIME);
CREATE TABLE agreements (agreement_id INTEGER PRIMARY KEY, distributor_id INTEGER NOT NULL REFERENCES distributors(distributor_id), negotiated_by INTEGER NOT NULL REFERENCES staff(staff_id), signed_by INTEGER REFERENCES staff(staff_id), signed_on DATE, terminated_on DATE); -- no signed_on = draft
CREATE TABLE titles (title_id INTEGER PRIMARY KEY, title_name TEXT NOT NULL, title_kind TEXT NOT NULL, genre_code TEXT NOT NULL REFERENCES genres(genre_code), rating_code TEXT REFERENCES age_ratings(rating_code), original_language TEXT NOT NULL REFERENCES languages(language_code), dubbed_language TEXT REFERENCES languages(language_code), production_year INTEGER NOT NULL, is_in_house TEXT NOT NULL); -- title_kind series, film, special
CREATE TABLE episodes (episode_id INTEGER PRIMARY KEY, title_id INTEGER NOT NULL REFERENCES titles(title_id), season_no INTEGER NOT NULL, episode_no INTEGER NOT NULL, running_minutes INTEGER NOT NULL);
CREATE TABLE licence_windows (window_id INTEGER PRIMARY KEY, agreement_id INTEGER NOT NULL REFERENCES agreements(agreement_id), title_id INTEGER NOT NULL REFERENCES titles(title_id), starts_on DATE NOT NULL, ends_on DATE NOT NULL, runs_allowed INTEGER, fee_cents INTEGER NOT NULL); -- runs_allowed empty = unlimited
CREATE TABLE transmission_states (state_code TEXT PRIMARY KEY, state_name TEXT NOT NULL);
CREATE TABLE transmissions (transmission_id INTEGER PRIMARY KEY, channel_id INTEGER NOT NULL REFERENCES channels(channel_id), episode_id INTEGER NOT NULL REFERENCES episodes(episode_id), scheduled_at DATETIME NOT NULL, started_at DATETIME, state_code TEXT NOT NULL REFERENCES transmission_states(state_code), is_repeat TEXT NOT NULL, viewers INTEGER);
CREATE TABLE subtitle_jobs (job_id INTEGER PRIMARY KEY, episode_id INTEGER NOT NULL REFERENCES episodes(episode_id), language_code TEXT NOT NULL REFERENCES languages(language_code), translator_id INTEGER NOT NULL REFERENCES staff(staff_id), checker_id INTEGER REFERENCES staff(staff_id), due_on DATE NOT NULL, delivered_on DATE);
CREATE TABLE sponsors (sponsor_id INTEGER PRIMARY KEY, sponsor_name TEXT NOT NULL, industry TEXT NOT NULL);
CREATE TABLE sponsorships (sponsorship_id INTEGER PRIMARY KEY, sponsor_id INTEGER NOT NULL, title_id INTEGER NOT NULL, starts_on DATE NOT NULL, ends_on DATE NOT NULL, amount_cents INTEGER NOT NULL, cancelled_on DATE);
CREATE TABLE complaints (complaint_id INTEGER PRIMARY KEY, transmission_id INTEGER NOT NULL, received_on DATE NOT NULL, topic TEXT NOT NULL, is_upheld TEXT, answered_on DATE); -- is_upheld empty = not judged yet
CREATE TABLE audit_trail (audit_id INTEGER PRIMARY KEY, table_name TEXT NOT NULL, record_id INTEGER NOT NULL, changed_by TEXT NOT NULL, changed_at DATETIME NOT NULL);
CREATE TABLE transmissions_archive_2021 (transmission_id INTEGER PRIMARY KEY, channel_name TEXT NOT NULL, scheduled_at DATETIME NOT NULL);
CREATE VIEW current_titles AS SELECT DISTINCT titles.title_id, titles.title_name FROM titles JOIN licence_windows ON licence_windows.title_id = titles.title_id WHERE licence_windows.ends_on >= '2025-01-01';
CREATE VIEW channel_audience AS SELECT channel_id, sum(viewers) AS total_viewers FROM transmissions WHERE is_repeat = 'false' GROUP BY channel_id;
