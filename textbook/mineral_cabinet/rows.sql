INSERT INTO MineralClass VALUES (1,'silicates'),(2,'sulfides'),(3,'oxides'),(4,'carbonates'),(5,'halides'),(6,'native elements'),(7,'phosphates');
INSERT INTO Mineral VALUES
(1,'Quartz','SiO2',1,7.0,'trigonal','colourless'),(2,'Topaz','Al2SiO4F2',1,8.0,'orthorhombic','yellow'),(3,'Beryl','Be3Al2Si6O18',1,7.5,'hexagonal','green'),
(4,'Pyrite','FeS2',2,6.5,'cubic','yellow'),(5,'Galena','PbS',2,2.5,'cubic','grey'),(6,'Hematite','Fe2O3',3,6.0,'trigonal','grey'),(7,'Corundum','Al2O3',3,9.0,'trigonal','red'),
(8,'Calcite','CaCO3',4,3.0,'trigonal','colourless'),(9,'Malachite','Cu2CO3(OH)2',4,4.0,'monoclinic','green'),(10,'Fluorite','CaF2',5,4.0,'cubic','violet'),
(11,'Halite','NaCl',5,2.5,'cubic','colourless'),(12,'Diamond','C',6,10.0,'cubic','colourless'),(13,'Gold','Au',6,2.5,'cubic','yellow');
INSERT INTO Mine VALUES
(1,'Rogerley','County Durham','United Kingdom','yes'),(2,'Ouro Fino','Minas Gerais','Brazil','yes'),(3,'Clausberg','Harz','Germany','no'),(4,'Navajun','La Rioja','Spain','yes'),
(5,'Kimber Deep','Northern Cape','South Africa','no'),(6,'Lubanga','Katanga','DR Congo','yes'),(7,'Wielka','Lesser Poland','Poland','no'),(8,'Grube Anna','Harz','Germany','no');
INSERT INTO Specimen VALUES
(1,1,2,540.0,'1978','Estate of H. Wolff','A1'),(2,1,3,210.5,'1964','Mining Academy','A1'),(3,2,2,88.0,'1990','R. Amado','A2'),(4,3,2,130.0,'1990','R. Amado','A2'),
(5,4,4,760.0,'2003','J. Rivas','B1'),(6,4,3,320.0,'1964','Mining Academy','B1'),(7,5,3,980.0,'1951','Mining Academy','B2'),(8,5,1,450.0,'1999','P. Dodd','B2'),
(9,10,1,615.0,'2001','P. Dodd','C1'),(10,10,3,190.0,'1978','Estate of H. Wolff','C1'),(11,9,6,1250.0,'2010','T. Mwamba','C2'),(12,8,1,305.0,'1999','P. Dodd','C3'),
(13,12,5,0.4,'1932','Unknown','D1'),(14,13,2,12.5,'1978','Estate of H. Wolff','D1'),(15,11,7,840.0,'1951','Unknown','C1'),(16,9,6,410.0,'2012','T. Mwamba','C2');
INSERT INTO Specimen VALUES (17,5,3,275.0,'1966','Mining Academy','B2');
