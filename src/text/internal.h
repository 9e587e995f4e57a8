/* internal.h - what the files of text/ share. */
#ifndef ASTORMER_TEXT_INTERNAL_H
#define ASTORMER_TEXT_INTERNAL_H

#include "text/text.h"

#include <utf8proc.h>

/* Decodes for matching: an invalid byte is read as the Latin-1 character it would be. */
int latin_decode(const char *s, size_t n, int32_t *code_point);

/* Folds one character for matching: compatibility decomposition, case folded, the accents of
 * Latin, Greek and Cyrillic removed.  Gives at most FOLD_MAX code points, possibly none. */
#define FOLD_MAX 20
int fold_char(int32_t code_point, int32_t out[FOLD_MAX]);
/* Appends the folded character as UTF-8; out must have room for FOLD_MAX * 4 bytes. */
size_t fold_append(char *out, int32_t code_point);

/* A character after BERT's cleaning, and the bytes of the text it came from. */
struct glyph {
    int32_t c;
    uint32_t start, end;
    bool alone; /* an ideograph: a word of its own */
};
/* Calls visit with each word of BERT's basic tokenizer (steps 1 to 4 of wordpiece.c). */
typedef void word_visitor(void *context, const struct glyph *word, int n);
void wordpiece_each_word(struct arena *arena, enum vocab_case letter_case, const char *text,
                         size_t n, word_visitor *visit, void *context);

enum char_class { CHAR_SPACE, CHAR_LETTER, CHAR_DIGIT, CHAR_HAN, CHAR_MARK, CHAR_NOTHING };
enum char_class char_class_of(int32_t code_point); /* DIGIT: ASCII only; MARK: what is printed */

#endif
