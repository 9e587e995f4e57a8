INSERT INTO owner VALUES (1, 'Ada Byrne', 'Sligo'), (2, 'Tom O''Hara', 'Ballina'), (3, 'Ines Roca', 'Sligo');
INSERT INTO dog VALUES (1, 'Biscuit', 'Collie', '2021-04-02', 1), (2, 'Rex', 'Terrier', '2023-01-15', 1), (3, 'Luna', 'Collie', '2020-09-09', 2), (4, 'Moss', NULL, '2024-02-01', NULL);
