INSERT INTO bird_species VALUES
(1,'Marsh Harrier','Circus aeruginosus','Accipitridae',125,'amber'),
(2,'Osprey','Pandion haliaetus','Pandionidae',160,'amber'),
(3,'Kingfisher','Alcedo atthis','Alcedinidae',25,'green'),
(4,'Bittern','Botaurus stellaris','Ardeidae',130,'amber'),
(5,'Grey Heron','Ardea cinerea','Ardeidae',185,'green'),
(6,'Curlew','Numenius arquata','Scolopacidae',90,'red'),
(7,'Lapwing','Vanellus vanellus','Charadriidae',84,'red'),
(8,'Little Egret','Egretta garzetta','Ardeidae',92,'green'),
(9,'Red Kite','Milvus milvus','Accipitridae',185,'green'),
(10,'Turtle Dove','Streptopelia turtur','Columbidae',50,'red'),
(11,'Common Snipe','Gallinago gallinago','Scolopacidae',46,'amber');
INSERT INTO reserve VALUES
(1,'Willow Fen','Norfolk','reedbed',6),
(2,'Saltmere Point','Norfolk','saltmarsh',3),
(3,'Harrow Wood','Kent','woodland',1),
(4,'Gull Flats','Essex','saltmarsh',4),
(5,'Loch Arden','Perthshire','lake',2),
(6,'Otter Lake','Kent','lake',5),
(7,'Stonecross Heath','Dorset','heath',0);
INSERT INTO birder VALUES
(1,'Margaret Ellis','Norwich',1984,NULL),
(2,'Daniel Obi','Cromer',2001,1),
(3,'Fiona Mackay','Pitlochry',1995,NULL),
(4,'Rashid Khan','Ashford',2010,2),
(5,'Ellen Price','Norwich',2015,1),
(6,'Theo Lambert','Colchester',2018,2),
(7,'Agnes Holm','Pitlochry',2012,3),
(8,'Peter Crane','Ashford',2020,4),
(9,'Lily Sato','Norwich',2021,1);
INSERT INTO sighting VALUES
(1,1,1,1,'2022-04-10',2),
(2,1,4,1,'2022-04-10',1),
(3,2,1,2,'2022-05-02',1),
(4,2,6,2,'2022-09-15',60),
(5,3,2,5,'2022-06-20',1),
(6,3,5,5,'2022-06-20',4),
(7,4,3,6,'2023-01-08',2),
(8,4,8,6,'2023-01-08',5),
(9,4,10,3,'2023-05-30',1),
(10,5,4,1,'2023-03-19',2),
(11,5,6,4,'2023-10-02',120),
(12,6,7,4,'2023-11-11',340),
(13,6,6,4,'2023-11-11',85),
(14,7,2,5,'2023-07-04',2),
(15,7,9,5,'2023-07-05',3),
(16,1,8,2,'2023-08-21',14),
(17,8,9,3,'2023-09-01',1),
(18,2,7,1,'2023-12-03',210);
INSERT INTO reserve VALUES (8,'Cley Hollow','Norfolk','reedbed',2);
INSERT INTO sighting VALUES (19,4,9,3,'2023-10-20',2);
