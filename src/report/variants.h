/* variants.h - the questions of a dataset as somebody else might have asked them: the variants of
 * training (train.h), to see how well a model stands them. */
#ifndef ASTORMER_REPORT_VARIANTS_H
#define ASTORMER_REPORT_VARIANTS_H

#include "train/train.h"

struct variants;
/* Lists as variants_set() reads them; the dataset must outlive it.  What a question becomes depends
 * on its place in the dataset and the seed alone.  *out is NULL if there are no lists. */
enum status variants_open(struct texts lists, long seed, const char *model_path,
                          const struct dataset *dataset, int workers, struct variants **out,
                          struct error *err);
void variants_close(struct variants *variants); /* NULL is fine */
/* The variant of an example, in the arena; false if it stays as it is.  Thread-safe. */
bool variants_draw(const struct variants *variants, int index, struct arena *arena,
                   struct sample_variant *out);

#endif
