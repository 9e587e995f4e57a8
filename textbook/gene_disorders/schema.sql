CREATE TABLE chromosome (
  chromosome_no TEXT PRIMARY KEY,
  length_mb REAL,
  gene_total INTEGER
);
CREATE TABLE gene (
  symbol TEXT PRIMARY KEY,
  full_name TEXT,
  chromosome_no TEXT,
  arm TEXT,
  discovered_year INTEGER,
  FOREIGN KEY (chromosome_no) REFERENCES chromosome(chromosome_no)
);
CREATE TABLE disorder (
  disorder_id INTEGER PRIMARY KEY,
  name TEXT,
  inheritance TEXT,
  affected_system TEXT,
  births_per_case INTEGER
);
CREATE TABLE gene_disorder (
  symbol TEXT,
  disorder_id INTEGER,
  evidence TEXT,
  PRIMARY KEY (symbol, disorder_id),
  FOREIGN KEY (symbol) REFERENCES gene(symbol),
  FOREIGN KEY (disorder_id) REFERENCES disorder(disorder_id)
);
CREATE TABLE genetic_test (
  test_id INTEGER PRIMARY KEY,
  name TEXT,
  symbol TEXT,
  laboratory TEXT,
  price INTEGER,
  turnaround_days INTEGER,
  FOREIGN KEY (symbol) REFERENCES gene(symbol)
);
