INSERT INTO companies VALUES
(1,'Voltara','Zurich','energy'),(2,'Nimbus Optics','Boston','optics'),(3,'Hexacore','Seoul','semiconductors'),
(4,'Greenleaf Labs','Utrecht','agriculture'),(5,'Sunward','Boston','energy'),(6,'Pinecone Robotics','Osaka','robotics');
INSERT INTO inventors VALUES
(1,'Ruth','Keller','Switzerland',1),(2,'Omar','Haddad','Lebanon',1),(3,'Grace','Lin','Taiwan',2),(4,'Minjun','Park','South Korea',3),
(5,'Sofie','de Vries','Netherlands',4),(6,'Walter','Hughes','United States',5),(7,'Yuki','Tanaka','Japan',6),(8,'Ada','Lin','United States',2),
(9,'Jisoo','Park','South Korea',3),(10,'Emil','Brandt','Switzerland',5);
INSERT INTO technology_classes VALUES
('H01M','Batteries'),('G02B','Lenses and optical elements'),('H01L','Semiconductor devices'),('A01G','Horticulture and watering'),('B25J','Robot arms'),('F03D','Wind motors');
INSERT INTO patents VALUES
('US9100','Solid electrolyte cell','H01M',1,'2012-03-01','2014-07-15',18),
('US9211','Foldable telescope lens','G02B',2,'2013-05-20','2015-02-10',9),
('US9350','Stacked memory chip','H01L',3,'2014-01-11','2016-09-30',24),
('US9402','Drip watering sensor','A01G',4,'2015-08-08','2017-04-04',7),
('US9533','Fast charging battery','H01M',1,'2016-02-14','2018-11-20',21),
('US9610','Soft gripper arm','B25J',6,'2017-06-30','2019-03-12',15),
('US9777','Battery recycling process','H01M',5,'2018-10-01','2020-12-01',12),
('US9801','Coated night lens','G02B',2,'2019-04-22','2021-05-05',9),
('US9899','Low leakage transistor','H01L',3,'2020-07-07','2022-08-16',30),
('US9950','Greenhouse picking robot','B25J',4,'2021-01-19','2023-06-27',16);
INSERT INTO patent_inventors VALUES
('US9100',1,60),('US9100',2,40),('US9211',3,100),('US9350',4,50),('US9350',9,50),('US9402',5,100),('US9533',1,70),('US9533',2,30),
('US9610',7,100),('US9777',6,100),('US9801',3,55),('US9801',8,45),('US9899',4,100),('US9950',5,60),('US9950',7,40);
INSERT INTO citations VALUES
('US9533','US9100'),('US9777','US9100'),('US9777','US9533'),('US9801','US9211'),('US9899','US9350'),('US9950','US9610'),('US9950','US9402'),('US9950','US9100');
INSERT INTO patents VALUES ('US9990','Thin separator film','H01M',1,'2022-02-02','2023-10-10',14);
INSERT INTO patent_inventors VALUES ('US9990',1,100);
