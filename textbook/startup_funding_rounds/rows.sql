INSERT INTO startup VALUES
(1,'Lumenova','Energy','Berlin','Germany','2014',120),(2,'PayPebble','Fintech','London','United Kingdom','2016',310),(3,'Kitewise','Education','Tallinn','Estonia','2018',28),(4,'Medisprout','Health','Boston','United States','2015',95),
(5,'Cargolane','Logistics','Rotterdam','Netherlands','2017',150),(6,'Bankable Bee','Fintech','Lagos','Nigeria','2019',44),(7,'Voltigo','Energy','Lyon','France','2020',17),(8,'Pixel Orchard','Agriculture','Utrecht','Netherlands','2021',9),(9,'Skillberry','Education','London','United Kingdom','2019',61);
INSERT INTO founder VALUES
(1,'Anja Voss','Germany',1985,1),(2,'Femi Adeyemi','Nigeria',1990,6),(3,'Oliver Crane','United Kingdom',1979,2),(4,'Kristjan Tamm','Estonia',1992,3),(5,'Sarah Goldin','United States',1974,4),(6,'Ravi Menon','India',1981,4),(7,'Joost de Wit','Netherlands',1988,5),(8,'Claire Fabre','France',1993,7),(9,'Priyanka Rao','India',1987,2),(10,'Ngozi Eze','Nigeria',1994,9),(11,'Sanne Bakker','Netherlands',1996,8);
INSERT INTO investor VALUES
(1,'Northwind Ventures','Venture Capital','United Kingdom',450),(2,'Elbe Capital','Venture Capital','Germany',220),(3,'Marta Lindqvist','Angel','Sweden',4.5),(4,'Savanna Fund','Venture Capital','Kenya',75),(5,'Hudson Growth Partners','Private Equity','United States',1800),(6,'Tulip Accelerator','Accelerator','Netherlands',30),(7,'Greg Hanley','Angel','United States',12),(8,'Azur Invest','Private Equity','France',640);
INSERT INTO funding_round VALUES
(1,1,'Seed',1.2,'2015'),(2,1,'Series A',9,'2018'),(3,2,'Seed',2,'2016'),(4,2,'Series A',15.5,'2018'),(5,2,'Series B',60,'2021'),(6,3,'Seed',0.8,'2019'),(7,4,'Series A',12,'2017'),(8,4,'Series B',35,'2020'),(9,5,'Seed',1.5,'2018'),(10,5,'Series A',20,'2021'),(11,6,'Seed',0.9,'2020'),(12,7,'Seed',1.1,'2021'),(13,6,'Series A',7.5,'2022');
INSERT INTO round_investor VALUES
(1,2,'yes'),(1,3,'no'),(2,2,'yes'),(2,8,'no'),(3,1,'yes'),(4,1,'yes'),(4,7,'no'),(5,5,'yes'),(5,1,'no'),(6,3,'yes'),(7,5,'yes'),(7,7,'no'),(8,5,'yes'),(9,6,'yes'),(9,3,'no'),(10,1,'yes'),(10,2,'no'),(11,4,'yes'),(12,2,'yes'),(13,4,'no'),(13,1,'yes');
