INSERT INTO Ref_Tool_Categories VALUES ('GARD','Garden machinery'),('DRIL','Drills and breakers'),('LADD','Ladders and towers'),('CLEA','Cleaning equipment'),('HEAT','Heaters and dryers');
INSERT INTO Customer_Addresses VALUES (1,'12 Mill Lane','Bedford','MK40 1AB','Bedfordshire'),(2,'4 Station Road','Luton','LU1 2PT','Bedfordshire'),(3,'77 High Street','Ely','CB7 4LJ','Cambridgeshire'),(4,'3 Quay Side','Bedford','MK42 9RT','Bedfordshire'),(5,'19 Orchard Close','Royston','SG8 5HA','Hertfordshire'),(6,'8 Church Walk','Ely','CB6 1DD','Cambridgeshire');
INSERT INTO Customers VALUES
(1,1,'Hargreaves Builders','Trade','01234 556677','2015-03-02','pays monthly'),
(2,2,'Nadia Rahman','Private','01582 441190','2019-07-14',NULL),
(3,3,'Fenland Gardens','Trade','01353 220087','2012-05-21','asks for delivery'),
(4,4,'Oliver Strand','Private','01234 909012','2021-01-30',NULL),
(5,5,'Pickford Roofing','Trade','01763 118820','2017-11-11','large deposits'),
(6,6,'Grace Ellwood','Private','01353 664501','2020-09-05',NULL),
(7,1,'Tomasz Bielak','Private','01234 337755','2022-02-18',NULL),
(8,2,'Crown Facilities','Trade','01582 707070','2018-04-09','tax exempt');
INSERT INTO Tools VALUES
(1,'GARD','Petrol Hedge Trimmer','Stihl',22.5,5.8,2018),
(2,'GARD','Rotavator','Honda',48,61,2016),
(3,'DRIL','Hammer Drill','Makita',18,4.2,2020),
(4,'DRIL','Road Breaker','Bosch',42,30,2014),
(5,'LADD','Extension Ladder','Werner',15,17.5,2017),
(6,'LADD','Scaffold Tower','Werner',65,140,2019),
(7,'CLEA','Pressure Washer','Karcher',30,25.4,2021),
(8,'CLEA','Carpet Cleaner','Karcher',24,11,2015),
(9,'DRIL','Core Drill','Makita',35,9.6,2021),
(10,'GARD','Turf Cutter','Honda',70,150,2013);
INSERT INTO Rentals VALUES
(1,1,4,'Returned','2023-01-09','2023-01-12'),(2,1,3,'Returned','2023-02-01','2023-02-03'),(3,2,8,'Returned','2023-02-11','2023-02-12'),
(4,3,2,'Returned','2023-03-15','2023-03-20'),(5,3,10,'Late','2023-03-15','2023-03-19'),(6,5,6,'Returned','2023-04-02','2023-04-16'),
(7,5,5,'On Hire','2023-06-01','2023-06-30'),(8,4,7,'Returned','2023-05-06','2023-05-07'),(9,1,6,'On Hire','2023-06-05','2023-06-25'),
(10,6,1,'Late','2023-05-20','2023-05-22'),(11,8,7,'Returned','2023-05-25','2023-05-28'),(12,3,1,'On Hire','2023-06-10','2023-06-17'),
(13,2,7,'Cancelled','2023-04-22','2023-04-23'),(14,1,9,'Returned','2023-03-08','2023-03-10'),(15,8,3,'Late','2023-06-02','2023-06-04');
INSERT INTO Rental_Payments VALUES
(1,1,'Invoice','2023-01-31',126),(2,2,'Invoice','2023-02-28',36),(3,3,'Cash','2023-02-12',24),(4,4,'Credit Card','2023-03-20',240),(5,5,'Credit Card','2023-03-25',350),
(6,6,'Invoice','2023-04-30',910),(7,8,'Cash','2023-05-07',30),(8,10,'Cash','2023-05-26',67.5),(9,11,'Credit Card','2023-05-28',90),(10,14,'Invoice','2023-03-31',70),(11,6,'Credit Card','2023-05-10',45),(12,9,'Bank Transfer','2023-06-05',300);
