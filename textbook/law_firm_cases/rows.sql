INSERT INTO office VALUES (1,'Boston',1978,42000),(2,'Denver',1999,21000),(3,'Seattle',2008,33000),(4,'Austin',2019,18000);
INSERT INTO lawyer VALUES
(1,'Harriet','Bloom','Partner',620,1988,1,NULL),
(2,'Samuel','Okafor','Partner',580,1994,1,1),
(3,'Linda','Castillo','Associate',310,2014,1,2),
(4,'Peter','Vance','Partner',540,1997,2,1),
(5,'Mei','Zhang','Associate',290,2016,2,4),
(6,'Jonah','Friedman','Counsel',410,2005,3,1),
(7,'Ruth','Adler','Associate',275,2019,3,6),
(8,'Carl','Ostrom','Paralegal',140,NULL,3,6),
(9,'Dana','Whitlock','Associate',305,2015,1,2);
INSERT INTO client VALUES (1,'Norwell Shipping','Logistics','Boston'),(2,'Peakline Outdoor','Retail','Denver'),(3,'Cedar Biotech','Pharmaceuticals','Boston'),(4,'Rainier Software','Technology','Seattle'),(5,'Mosaic Retail Group','Retail','Chicago'),(6,'Granite Mutual','Insurance','Denver'),(7,'Blue Finch Media','Publishing','Austin');
INSERT INTO legalCase VALUES
(1,'Norwell v. Harbor Union','Labor','Won',2018,1,1),
(2,'Peakline Trademark Dispute','Intellectual Property','Settled',2019,2,4),
(3,'Cedar Patent Challenge','Intellectual Property','Won',2020,3,2),
(4,'Rainier License Breach','Contract','Lost',2020,4,6),
(5,'Mosaic Lease Claim','Contract','Settled',2021,5,2),
(6,'Granite Flood Coverage','Contract','Won',2021,6,4),
(7,'Cedar Trial Data Leak','Privacy','Pending',2022,3,3),
(8,'Norwell Customs Appeal','Tax','Lost',2019,1,2),
(9,'Rainier Privacy Review','Privacy','Pending',2023,4,6),
(10,'Peakline Overtime Suit','Labor','Settled',2022,2,5);
INSERT INTO timeEntry VALUES
(1,1,1,12.5,'Hearing'),(2,1,3,20,'Research'),(3,2,4,8,'Negotiation'),(4,2,5,16.5,'Drafting'),(5,3,2,30,'Hearing'),(6,3,3,25,'Research'),(7,3,9,18,'Drafting'),
(8,4,6,14,'Hearing'),(9,4,7,22,'Research'),(10,5,2,6,'Negotiation'),(11,6,4,11,'Hearing'),(12,6,5,9,'Research'),(13,7,3,15,'Drafting'),(14,8,2,10,'Drafting'),(15,9,6,4,'Negotiation'),(16,10,5,7.5,'Negotiation'),(17,10,4,3,'Drafting'),(18,4,8,12,'Research');
