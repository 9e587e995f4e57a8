CREATE TABLE projects (project_id INTEGER PRIMARY KEY, slug TEXT NOT NULL, display_name TEXT NOT NULL, language TEXT, owner_team_id INTEGER REFERENCES teams(team_id), archived_at INTEGER);
CREATE TABLE teams (team_id INTEGER PRIMARY KEY, team_name TEXT NOT NULL, site TEXT);
CREATE TABLE engineers (engineer_id INTEGER PRIMARY KEY, handle TEXT NOT NULL, full_name TEXT NOT NULL, team_id INTEGER REFERENCES teams(team_id), active TEXT NOT NULL);
CREATE TABLE runner_pools (pool_code TEXT PRIMARY KEY, os TEXT NOT NULL, cpu_cores INTEGER NOT NULL, cents_per_minute REAL NOT NULL);
CREATE TABLE pipelines (pipeline_id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects(project_id), pipeline_name TEXT NOT NULL, schedule_cron TEXT, pool_code TEXT NOT NULL REFERENCES runner_pools(pool_code));
CREATE TABLE builds (
  build_id INTEGER PRIMARY KEY,
  pipeline_id INTEGER NOT NULL REFERENCES pipelines(pipeline_id),
  branch TEXT NOT NULL,
  commit_sha TEXT NOT NULL,
  triggered_by INTEGER REFERENCES engineers(engineer_id),   -- NULL = scheduler
  queued_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  result TEXT                                               -- P passed, F failed, X aborted, NULL still going
);
CREATE TABLE test_runs (test_run_id INTEGER PRIMARY KEY, build_id INTEGER NOT NULL REFERENCES builds(build_id), suite TEXT NOT NULL, tests_total INTEGER NOT NULL, tests_failed INTEGER NOT NULL, tests_skipped INTEGER NOT NULL, seconds REAL NOT NULL);
CREATE TABLE flaky_tests (flaky_id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects(project_id), test_name TEXT NOT NULL, reported_by INTEGER REFERENCES engineers(engineer_id), assigned_to INTEGER REFERENCES engineers(engineer_id), first_seen INTEGER NOT NULL, fixed_at INTEGER);
CREATE TABLE deployments (deployment_id INTEGER PRIMARY KEY, build_id INTEGER NOT NULL REFERENCES builds(build_id), environment TEXT NOT NULL, deployed_at INTEGER NOT NULL, approved_by INTEGER REFERENCES engineers(engineer_id), rolled_back INTEGER NOT NULL);
