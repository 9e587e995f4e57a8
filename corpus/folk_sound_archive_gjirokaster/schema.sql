-- folk music sound archive: carriers, tracks, performers, copy requests. only years are kept
CREATE TABLE Village (VillageId INTEGER PRIMARY KEY, VillageName TEXT NOT NULL, District TEXT NOT NULL, AltitudeM INTEGER);
CREATE TABLE Performer (PerformerId INTEGER PRIMARY KEY, FullName TEXT NOT NULL, Gender TEXT, BirthYear INTEGER, DeathYear INTEGER, BirthVillageId INTEGER, TeacherId INTEGER);
CREATE TABLE Collector (CollectorId INTEGER PRIMARY KEY, CollectorName TEXT NOT NULL, Institute TEXT, FirstYear INTEGER NOT NULL, LastYear INTEGER);
CREATE TABLE Genre (GenreCode TEXT PRIMARY KEY, GenreName TEXT NOT NULL, ParentCode TEXT);
CREATE TABLE Carrier (CarrierId INTEGER PRIMARY KEY, ShelfMark TEXT NOT NULL, CarrierType TEXT NOT NULL, RecordedYear INTEGER, CollectorId INTEGER, VillageId INTEGER, Condition TEXT NOT NULL, IsDigitised TEXT NOT NULL, CopiedFromId INTEGER);
CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, CarrierId INTEGER NOT NULL, Position INTEGER NOT NULL, Title TEXT, GenreCode TEXT NOT NULL, DurationSec INTEGER NOT NULL, FOREIGN KEY (CarrierId) REFERENCES Carrier(CarrierId));
CREATE TABLE TrackPerformer (TrackId INTEGER NOT NULL, PerformerId INTEGER NOT NULL, Part TEXT NOT NULL, PRIMARY KEY (TrackId, PerformerId));
CREATE TABLE Staff (StaffId INTEGER PRIMARY KEY, StaffName TEXT NOT NULL, JobTitle TEXT NOT NULL, Email TEXT);
CREATE TABLE CopyRequest (RequestId INTEGER PRIMARY KEY, TrackId INTEGER NOT NULL, Institution TEXT NOT NULL, Country TEXT NOT NULL, RequestYear INTEGER NOT NULL, Status TEXT NOT NULL, FeeLek INTEGER, HandledBy INTEGER, ApprovedBy INTEGER, FOREIGN KEY (TrackId) REFERENCES Track(TrackId));
