CREATE TABLE fabs (
  fabId INTEGER PRIMARY KEY,
  fabName TEXT,
  city TEXT,
  cleanroomArea INTEGER,
  openedYear INTEGER
);
CREATE TABLE chipDesigns (
  designId INTEGER PRIMARY KEY,
  designName TEXT,
  client TEXT,
  nodeNm INTEGER,
  transistorsMillion INTEGER
);
CREATE TABLE machines (
  machineId INTEGER PRIMARY KEY,
  fabId INTEGER,
  machineType TEXT,
  supplier TEXT,
  price REAL,
  FOREIGN KEY (fabId) REFERENCES fabs(fabId)
);
CREATE TABLE engineers (
  engineerId INTEGER PRIMARY KEY,
  firstName TEXT,
  lastName TEXT,
  fabId INTEGER,
  salary INTEGER,
  FOREIGN KEY (fabId) REFERENCES fabs(fabId)
);
CREATE TABLE lots (
  lotId INTEGER PRIMARY KEY,
  designId INTEGER,
  fabId INTEGER,
  engineerId INTEGER,
  wafers INTEGER,
  yieldPercent REAL,
  status TEXT,
  FOREIGN KEY (designId) REFERENCES chipDesigns(designId),
  FOREIGN KEY (fabId) REFERENCES fabs(fabId),
  FOREIGN KEY (engineerId) REFERENCES engineers(engineerId)
);
CREATE TABLE lotSteps (
  lotId INTEGER,
  machineId INTEGER,
  stepNumber INTEGER,
  hours REAL,
  PRIMARY KEY (lotId, stepNumber),
  FOREIGN KEY (lotId) REFERENCES lots(lotId),
  FOREIGN KEY (machineId) REFERENCES machines(machineId)
);
