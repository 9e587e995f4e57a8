CREATE TABLE mc_room (room_no TEXT PRIMARY KEY, barrier_level INTEGER NOT NULL, light_cycle TEXT NOT NULL);
CREATE TABLE mc_cage (cage_id INTEGER PRIMARY KEY, room_no TEXT NOT NULL REFERENCES mc_room(room_no), rack_pos TEXT NOT NULL, opened DATE NOT NULL, closed DATE);
CREATE TABLE mc_strain (strain_id INTEGER PRIMARY KEY, strain_name TEXT NOT NULL, background TEXT, supplier TEXT, burdened BOOLEAN NOT NULL);
CREATE TABLE mc_licence (licence_no TEXT PRIMARY KEY, pi_name TEXT NOT NULL, valid_from DATE NOT NULL, valid_to DATE NOT NULL, animals_allowed INTEGER NOT NULL);
CREATE TABLE mc_mouse (mouse_id INTEGER PRIMARY KEY, ear_mark TEXT NOT NULL, strain_id INTEGER NOT NULL REFERENCES mc_strain(strain_id), sex TEXT NOT NULL, born DATE NOT NULL, died DATE, death_reason TEXT, cage_id INTEGER REFERENCES mc_cage(cage_id), licence_no TEXT REFERENCES mc_licence(licence_no), mother_id INTEGER REFERENCES mc_mouse(mouse_id), father_id INTEGER REFERENCES mc_mouse(mouse_id));
CREATE TABLE mc_weighing (weighing_id INTEGER PRIMARY KEY, mouse_id INTEGER NOT NULL REFERENCES mc_mouse(mouse_id), weighed_on DATE NOT NULL, grams REAL NOT NULL);
CREATE TABLE mc_genotype (mouse_id INTEGER NOT NULL REFERENCES mc_mouse(mouse_id), gene TEXT NOT NULL, call TEXT NOT NULL, tested_on DATE NOT NULL, PRIMARY KEY (mouse_id, gene));
CREATE TABLE mc_health_check (check_id INTEGER PRIMARY KEY, cage_id INTEGER NOT NULL REFERENCES mc_cage(cage_id), checked_at DATETIME NOT NULL, caretaker TEXT NOT NULL, score INTEGER NOT NULL, remark TEXT);
