CREATE TABLE school (
  schoolId INTEGER PRIMARY KEY,
  schoolName TEXT,
  town TEXT,
  pupilCount INTEGER,
  commissionPct REAL
);
CREATE TABLE photographer (
  photographerId INTEGER PRIMARY KEY,
  fullName TEXT,
  mobile TEXT,
  isFreelance INTEGER,
  dayRateCents INTEGER
);
CREATE TABLE shootDay (
  shootDayId INTEGER PRIMARY KEY,
  schoolId INTEGER REFERENCES school(schoolId),
  photographerId INTEGER REFERENCES photographer(photographerId),
  assistantId INTEGER REFERENCES photographer(photographerId),
  startsAt INTEGER,
  isRetakeDay INTEGER
);
CREATE TABLE pupil (
  pupilId INTEGER PRIMARY KEY,
  firstName TEXT,
  lastName TEXT,
  schoolId INTEGER REFERENCES school(schoolId),
  gradeYear INTEGER,
  parentEmail TEXT,
  photoConsent INTEGER
);
CREATE TABLE sitting (
  sittingId INTEGER PRIMARY KEY,
  shootDayId INTEGER REFERENCES shootDay(shootDayId),
  pupilId INTEGER REFERENCES pupil(pupilId),
  backdrop TEXT,
  framesTaken INTEGER,
  eyesClosed INTEGER,
  proofSentAt INTEGER
);
CREATE TABLE product (
  productCode TEXT PRIMARY KEY,
  productName TEXT,
  priceCents INTEGER,
  isDigital INTEGER
);
CREATE TABLE printOrder (
  printOrderId INTEGER PRIMARY KEY,
  sittingId INTEGER REFERENCES sitting(sittingId),
  orderedAt INTEGER,
  paidAt INTEGER,
  shippedAt INTEGER,
  voucherCode TEXT
);
CREATE TABLE printOrderLine (
  printOrderId INTEGER REFERENCES printOrder(printOrderId),
  productCode TEXT REFERENCES product(productCode),
  qty INTEGER,
  reprint INTEGER,
  PRIMARY KEY (printOrderId, productCode)
);
CREATE VIEW unpaidOrders AS SELECT printOrderId, sittingId, orderedAt FROM printOrder WHERE paidAt IS NULL AND shippedAt IS NOT NULL;
