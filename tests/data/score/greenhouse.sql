create table bench(bench_id integer primary key, label text, capacity integer);
create table plant(plant_id integer primary key, name text, bench_id integer references bench,
                   height real, parent_id integer references plant);
create table watering(plant_id integer references plant, day text, litres real);
insert into bench values (1, 'north', 10), (2, 'south', 4);
insert into plant values (1, 'fern', 1, 30, null), (2, 'ivy', 1, 12.5, 1),
                         (3, 'moss', 2, 3, null), (4, 'fern', 2, 30, 1);
insert into watering values (1, '2024-05-01', 0.5), (1, '2024-05-02', 0.5),
                            (3, '2024-05-01', 0.1);
