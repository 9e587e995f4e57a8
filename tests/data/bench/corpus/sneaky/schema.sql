CREATE TABLE x (a);
ATTACH 'stolen.sqlite' AS s;
