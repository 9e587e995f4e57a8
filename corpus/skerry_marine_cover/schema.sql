-- pleasure boat insurance broker, Bergen (amounts in øre unless said otherwise)
CREATE TABLE tblInsurer (InsurerID INTEGER PRIMARY KEY, InsurerName TEXT NOT NULL, CommissionPct REAL, Active BOOLEAN);
CREATE TABLE tblBroker (BrokerID INTEGER PRIMARY KEY, BrokerName TEXT NOT NULL, StartDate TEXT, EndDate TEXT, ManagerID INTEGER REFERENCES tblBroker(BrokerID));
CREATE TABLE tblOwner (OwnerID INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT NOT NULL, BirthDate TEXT, Town TEXT, Email TEXT, Phone TEXT, BrokerID INTEGER REFERENCES tblBroker(BrokerID));
CREATE TABLE tblHarbour (HarbourID INTEGER PRIMARY KEY, HarbourName TEXT NOT NULL, County TEXT, Guarded BOOLEAN);
CREATE TABLE tblBoat (BoatID INTEGER PRIMARY KEY, BoatName TEXT, BoatType TEXT NOT NULL, LengthFt REAL, BuildYear INTEGER, HullMaterial TEXT, EngineHP INTEGER, OwnerID INTEGER NOT NULL REFERENCES tblOwner(OwnerID), CoOwnerID INTEGER REFERENCES tblOwner(OwnerID), SummerHarbourID INTEGER REFERENCES tblHarbour(HarbourID), WinterHarbourID INTEGER REFERENCES tblHarbour(HarbourID), InsuredValue INTEGER);
CREATE TABLE tblCover (CoverCode TEXT PRIMARY KEY, CoverName TEXT NOT NULL);
CREATE TABLE tblPolicy (PolicyNo TEXT PRIMARY KEY, BoatID INTEGER NOT NULL REFERENCES tblBoat(BoatID), InsurerID INTEGER NOT NULL REFERENCES tblInsurer(InsurerID), CoverCode TEXT NOT NULL REFERENCES tblCover(CoverCode), StartDate TEXT NOT NULL, EndDate TEXT NOT NULL, Premium INTEGER NOT NULL, Deductible INTEGER, CancelledOn TEXT, RenewedFrom TEXT REFERENCES tblPolicy(PolicyNo));
CREATE TABLE tblClaim (ClaimNo INTEGER PRIMARY KEY, PolicyNo TEXT NOT NULL REFERENCES tblPolicy(PolicyNo), LossDate TEXT NOT NULL, ReportedDate TEXT NOT NULL, Cause TEXT NOT NULL, Estimate INTEGER, Paid INTEGER, Status TEXT NOT NULL, SurveyorName TEXT);
CREATE TABLE tblNote (NoteID INTEGER PRIMARY KEY, OwnerID INTEGER, BrokerID INTEGER, NoteDate TEXT, NoteText TEXT);
CREATE VIEW qryCurrentPolicies AS SELECT PolicyNo, BoatID, InsurerID, Premium FROM tblPolicy WHERE CancelledOn IS NULL;
