CREATE TABLE Breed (
  Breed_Code TEXT PRIMARY KEY,
  Breed_Name TEXT,
  Purpose TEXT,
  Country_of_Origin TEXT
);
CREATE TABLE Exhibitor (
  Exhibitor_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Farm_Name TEXT,
  County TEXT
);
CREATE TABLE Animal (
  Animal_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Breed_Code TEXT,
  Exhibitor_ID INTEGER,
  Sire_ID INTEGER,
  Sex TEXT,
  Birth_Year TEXT,
  Weight INTEGER,
  FOREIGN KEY (Breed_Code) REFERENCES Breed(Breed_Code),
  FOREIGN KEY (Exhibitor_ID) REFERENCES Exhibitor(Exhibitor_ID),
  FOREIGN KEY (Sire_ID) REFERENCES Animal(Animal_ID)
);
CREATE TABLE Show_Class (
  Class_Number INTEGER PRIMARY KEY,
  Class_Name TEXT,
  Ring TEXT,
  Prize_Money INTEGER
);
CREATE TABLE Placing (
  Class_Number INTEGER,
  Animal_ID INTEGER,
  Place INTEGER,
  PRIMARY KEY (Class_Number, Animal_ID),
  FOREIGN KEY (Class_Number) REFERENCES Show_Class(Class_Number),
  FOREIGN KEY (Animal_ID) REFERENCES Animal(Animal_ID)
);
