SELECT name FROM plant	greenhouse
SELECT name , height FROM plant	greenhouse
SELECT name FROM plant WHERE height > 20	greenhouse
SELECT count(*) FROM plant	greenhouse
SELECT name FROM plant ORDER BY height DESC LIMIT 1	greenhouse
SELECT DISTINCT name FROM plant	greenhouse
SELECT name FROM plant ORDER BY name	greenhouse
SELECT name FROM plant	greenhouse
SELECT T2.label FROM plant AS T1 JOIN bench AS T2 ON T1.bench_id = T2.bench_id WHERE T1.name = 'ivy'	greenhouse
SELECT name FROM plant WHERE bench_id = 1	greenhouse
SELECT avg(height) FROM plant	greenhouse
SELECT name FROM plant WHERE plant_id NOT IN (SELECT plant_id FROM watering)	greenhouse
SELECT colour FROM tulip	tulips
SELECT name FROM plant	nowhere
SELECT name FROM plant WHERE (height > 3)	greenhouse
SELECT count(*) FROM plant	greenhouse
