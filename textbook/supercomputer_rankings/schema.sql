CREATE TABLE "institution" (
  "Institution_ID" INTEGER PRIMARY KEY,
  "Name" TEXT,
  "Location" TEXT,
  "Country" TEXT,
  "Year_Founded" INTEGER
);
CREATE TABLE "supercomputer" (
  "Computer_ID" INTEGER PRIMARY KEY,
  "Name" TEXT,
  "Manufacturer" TEXT,
  "Cores" INTEGER,
  "Power_kW" REAL,
  "Year_Installed" TEXT,
  "Institution_ID" INTEGER,
  FOREIGN KEY ("Institution_ID") REFERENCES "institution"("Institution_ID")
);
CREATE TABLE "ranking" (
  "Computer_ID" INTEGER,
  "List_Date" TEXT,
  "Position" INTEGER,
  "Petaflops" REAL,
  PRIMARY KEY ("Computer_ID", "List_Date"),
  FOREIGN KEY ("Computer_ID") REFERENCES "supercomputer"("Computer_ID")
);
