CREATE TABLE Port (
  Port_Code TEXT PRIMARY KEY,
  Port_Name TEXT,
  Sea TEXT,
  Max_Draught REAL
);
CREATE TABLE Terminal (
  Terminal_ID INTEGER PRIMARY KEY,
  Port_Code TEXT,
  Terminal_Name TEXT,
  Quay_Length INTEGER,
  Number_of_Cranes INTEGER,
  FOREIGN KEY (Port_Code) REFERENCES Port(Port_Code)
);
CREATE TABLE Ref_Container_Types (
  Container_Type_Code TEXT PRIMARY KEY,
  Container_Type_Description TEXT
);
CREATE TABLE Container (
  Container_Number TEXT PRIMARY KEY,
  Container_Type_Code TEXT,
  Owner_Company TEXT,
  Tare_Weight INTEGER,
  FOREIGN KEY (Container_Type_Code) REFERENCES Ref_Container_Types(Container_Type_Code)
);
CREATE TABLE Shipment (
  Shipment_ID INTEGER PRIMARY KEY,
  Container_Number TEXT,
  Origin_Port_Code TEXT,
  Destination_Port_Code TEXT,
  Cargo TEXT,
  Gross_Weight INTEGER,
  Departure_Date DATE,
  Status_Code TEXT,
  FOREIGN KEY (Container_Number) REFERENCES Container(Container_Number),
  FOREIGN KEY (Origin_Port_Code) REFERENCES Port(Port_Code),
  FOREIGN KEY (Destination_Port_Code) REFERENCES Port(Port_Code)
);
