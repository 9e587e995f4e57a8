CREATE TABLE companies (
  company_id INTEGER PRIMARY KEY,
  company_name TEXT,
  headquarters TEXT,
  industry TEXT
);
CREATE TABLE inventors (
  inventor_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  birth_country TEXT,
  company_id INTEGER,
  FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
CREATE TABLE technology_classes (
  class_code TEXT PRIMARY KEY,
  class_description TEXT
);
CREATE TABLE patents (
  patent_number TEXT PRIMARY KEY,
  title TEXT,
  class_code TEXT,
  owner_id INTEGER,
  filing_date DATE,
  grant_date DATE,
  number_of_claims INTEGER,
  FOREIGN KEY (class_code) REFERENCES technology_classes(class_code),
  FOREIGN KEY (owner_id) REFERENCES companies(company_id)
);
CREATE TABLE patent_inventors (
  patent_number TEXT,
  inventor_id INTEGER,
  share_percent INTEGER,
  PRIMARY KEY (patent_number, inventor_id),
  FOREIGN KEY (patent_number) REFERENCES patents(patent_number),
  FOREIGN KEY (inventor_id) REFERENCES inventors(inventor_id)
);
CREATE TABLE citations (
  citing_patent TEXT,
  cited_patent TEXT,
  PRIMARY KEY (citing_patent, cited_patent),
  FOREIGN KEY (citing_patent) REFERENCES patents(patent_number),
  FOREIGN KEY (cited_patent) REFERENCES patents(patent_number)
);
