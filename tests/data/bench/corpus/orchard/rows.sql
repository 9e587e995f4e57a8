INSERT INTO tree VALUES (1, 'Boskoop', 1998), (2, 'Topaz', 2011);
