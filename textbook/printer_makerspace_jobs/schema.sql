CREATE TABLE Member (
  MemberNo INTEGER PRIMARY KEY,
  MemberName TEXT,
  Town TEXT,
  JoinDate DATE
);
CREATE TABLE Printer (
  PrinterCode TEXT PRIMARY KEY,
  Model TEXT,
  Technology TEXT,
  BuildVolume INTEGER,
  HourlyFee REAL
);
CREATE TABLE Filament (
  FilamentNo INTEGER PRIMARY KEY,
  Material TEXT,
  Colour TEXT,
  PricePerKg REAL
);
CREATE TABLE PrintJob (
  JobNo INTEGER PRIMARY KEY,
  MemberNo INTEGER,
  PrinterCode TEXT,
  FilamentNo INTEGER,
  ObjectName TEXT,
  Hours REAL,
  Grams INTEGER,
  Outcome TEXT,
  FOREIGN KEY (MemberNo) REFERENCES Member(MemberNo),
  FOREIGN KEY (PrinterCode) REFERENCES Printer(PrinterCode),
  FOREIGN KEY (FilamentNo) REFERENCES Filament(FilamentNo)
);
