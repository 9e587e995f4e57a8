/* eval_samples.h - a schema for tests of the official scores: a greenhouse.
 *
 * bench(bench_id, label, capacity), plant(plant_id, name, bench_id, height, parent_id),
 * watering(plant_id, day, litres).  Keys: plant.bench_id and plant.parent_id refer to others, and
 * watering.plant_id to plant.plant_id, so that {plant_id, parent_id, watering.plant_id} is one
 * group. */
#ifndef ASTORMER_EVAL_SAMPLES_H
#define ASTORMER_EVAL_SAMPLES_H

#include "eval/eval.h"

static struct table greenhouse_tables[] = {
    {.name = "bench", .label = "bench"},
    {.name = "Plant", .label = "plant"},
    {.name = "watering", .label = "watering"},
};
static struct column greenhouse_columns[] = {
    {.table = -1, .name = "*", .label = "*"},
    {.table = 0, .name = "bench_id", .label = "bench id", .type = COLUMN_NUMBER},
    {.table = 0, .name = "Label", .label = "label"},
    {.table = 0, .name = "capacity", .label = "capacity", .type = COLUMN_NUMBER},
    {.table = 1, .name = "plant_id", .label = "plant id", .type = COLUMN_NUMBER},
    {.table = 1, .name = "name", .label = "name"},
    {.table = 1, .name = "bench_id", .label = "bench id", .type = COLUMN_NUMBER},
    {.table = 1, .name = "height", .label = "height", .type = COLUMN_NUMBER},
    {.table = 1, .name = "parent_id", .label = "parent id", .type = COLUMN_NUMBER},
    {.table = 2, .name = "plant_id", .label = "plant id", .type = COLUMN_NUMBER},
    {.table = 2, .name = "day", .label = "day", .type = COLUMN_TIME},
    {.table = 2, .name = "litres", .label = "litres", .type = COLUMN_NUMBER},
    {.table = -1, .name = "TIME_NOW", .label = "now", .virtual_now = true},
};
static struct foreign_key greenhouse_keys[] = {{6, 1}, {9, 4}, {8, 4}};

/* Only DuSQL has TIME_NOW, the last column here. */
static const struct schema greenhouse = {
    .db_id = "greenhouse", .tables = greenhouse_tables, .columns = greenhouse_columns,
    .foreign_keys = greenhouse_keys, .n_tables = 3, .n_columns = 12, .n_foreign_keys = 3};
static const struct schema greenhouse_dusql = {
    .db_id = "greenhouse", .tables = greenhouse_tables, .columns = greenhouse_columns,
    .foreign_keys = greenhouse_keys, .n_tables = 3, .n_columns = 13, .n_foreign_keys = 3};

static inline struct eval_schema *greenhouse_for(struct arena *arena, enum eval_dataset dataset)
{
    return eval_schema_new(arena, dataset == EVAL_DUSQL ? &greenhouse_dusql : &greenhouse,
                           dataset);
}

#endif
