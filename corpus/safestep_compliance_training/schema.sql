CREATE TABLE client_companies (id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, country TEXT, plan TEXT, seats INTEGER, contract_ended_ts INTEGER);
CREATE TABLE learners (id INTEGER PRIMARY KEY, company_id INTEGER NOT NULL REFERENCES client_companies(id), full_name TEXT, job_title TEXT, manager_id INTEGER REFERENCES learners(id), created_ts INTEGER, deactivated_ts INTEGER);
CREATE TABLE instructors (id INTEGER PRIMARY KEY, full_name TEXT, fee_per_course_cents INTEGER, freelance TEXT);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT, topic TEXT, instructor_id INTEGER REFERENCES instructors(id), duration_minutes INTEGER, price_cents INTEGER, published_ts INTEGER, retired_ts INTEGER);
CREATE TABLE course_languages (course_id INTEGER REFERENCES courses(id), lang TEXT, PRIMARY KEY (course_id, lang));
CREATE TABLE enrolments (id INTEGER PRIMARY KEY, learner_id INTEGER NOT NULL REFERENCES learners(id), course_id INTEGER NOT NULL REFERENCES courses(id), assigned_by_id INTEGER REFERENCES learners(id), enrolled_ts INTEGER, due_ts INTEGER, completed_ts INTEGER, mandatory TEXT);
CREATE TABLE quizzes (id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES courses(id), quiz_title TEXT, pass_mark INTEGER, question_count INTEGER);
CREATE TABLE quiz_attempts (id INTEGER PRIMARY KEY, quiz_id INTEGER NOT NULL REFERENCES quizzes(id), learner_id INTEGER NOT NULL REFERENCES learners(id), started_ts INTEGER, finished_ts INTEGER, score INTEGER);
CREATE TABLE certificates (id INTEGER PRIMARY KEY, enrolment_id INTEGER NOT NULL REFERENCES enrolments(id), serial_no TEXT, issued_ts INTEGER, expires_ts INTEGER, revoked TEXT);
CREATE VIEW course_completions AS
  SELECT enrolments.learner_id, enrolments.course_id, enrolments.completed_ts FROM enrolments
  JOIN learners ON enrolments.learner_id = learners.id
  WHERE enrolments.completed_ts IS NOT NULL AND enrolments.mandatory = 'T' AND learners.deactivated_ts IS NULL;
