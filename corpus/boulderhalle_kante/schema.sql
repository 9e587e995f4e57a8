-- climbing gym, Innsbruck
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT, born INTEGER, sex TEXT, joined_ts INTEGER, plan_id INTEGER, frozen_until_ts INTEGER, quit_ts INTEGER, belay_ok TEXT, buddy_id INTEGER);
CREATE TABLE plans (id INTEGER PRIMARY KEY, label TEXT, monthly_cents INTEGER, off_peak TEXT);
CREATE TABLE visits (id INTEGER PRIMARY KEY, member_id INTEGER, hall TEXT, in_ts INTEGER, out_ts INTEGER, shoes_rented TEXT);
CREATE TABLE setters (id INTEGER PRIMARY KEY, nick TEXT, day_rate_cents INTEGER);
CREATE TABLE routes (id INTEGER PRIMARY KEY, hall TEXT, wall TEXT, colour TEXT, grade TEXT, grade_no INTEGER, setter_id INTEGER, set_ts INTEGER, stripped_ts INTEGER);
CREATE TABLE ticks (id INTEGER PRIMARY KEY, member_id INTEGER, route_id INTEGER, tick_ts INTEGER, tries INTEGER, flash TEXT, stars INTEGER);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT, coach_id INTEGER, starts_ts INTEGER, seats INTEGER, fee_cents INTEGER, called_off TEXT);
CREATE TABLE bookings (course_id INTEGER, member_id INTEGER, booked_ts INTEGER, paid TEXT, PRIMARY KEY (course_id, member_id));
