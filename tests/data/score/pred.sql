select name from plant
SELECT height , name FROM plant
SELECT name FROM plant WHERE height > 25
SELECT count(*) FROM bench
SELECT name FROM plant WHERE height = (SELECT max(height) FROM plant)
SELECT name FROM plant
SELECT name FROM plant
SELECT name FROM plant ORDER BY name
SELECT label FROM bench WHERE bench_id IN (SELECT bench_id FROM plant WHERE name = 'ivy')
SELECT nam FROM plant
SELECT sum(height) / count(*) FROM plant
SELECT name FROM plant EXCEPT SELECT T1.name FROM plant AS T1 JOIN watering AS T2 ON T1.plant_id = T2.plant_id
SELECT colour FROM tulip
SELECT name FROM plant
SELECT name FROM plant WHERE (height > 3)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
