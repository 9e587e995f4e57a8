/* chars.c - classes of characters, and folding them for comparison. */
#include "text/internal.h"

int latin_decode(const char *s, size_t n, int32_t *code_point)
{
    int length = utf8_decode(s, n, code_point);
    if (length == 1 && (unsigned char)*s >= 0x80)
        *code_point = (unsigned char)*s;
    return length;
}

/* The blocks BERT treats as one word a character: ideographs, not kana and not Hangul. */
bool text_is_han(int32_t c)
{
    static const struct {
        int32_t first, last;
    } blocks[] = {
        {0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
        {0x2B740, 0x2B81F}, {0x2B820, 0x2CEAF}, {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F},
    };
    if (c < 0x3400)
        return false;
    for (int i = 0; i < COUNT_OF(blocks); i++)
        if (c >= blocks[i].first && c <= blocks[i].last)
            return true;
    return false;
}

bool text_has_han(const char *text, size_t n)
{
    int32_t c;
    for (size_t i = 0; i < n; i += (size_t)utf8_decode(text + i, n - i, &c))
        if ((unsigned char)text[i] >= 0xE3 && utf8_decode(text + i, n - i, &c) && text_is_han(c))
            return true;
    return false;
}

static enum char_class ascii_class(int32_t c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return CHAR_LETTER;
    if (c >= '0' && c <= '9')
        return CHAR_DIGIT;
    if (c == ' ' || (c >= '\t' && c <= '\r'))
        return CHAR_SPACE;
    return c < 0x20 || c == 0x7F ? CHAR_NOTHING : CHAR_MARK;
}

enum char_class char_class_of(int32_t c)
{
    if (c < 0x80)
        return ascii_class(c);
    if (text_is_han(c))
        return CHAR_HAN;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return CHAR_SPACE;
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
        return CHAR_LETTER;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CN:
        return CHAR_NOTHING;
    default:
        return CHAR_MARK;
    }
}

int fold_char(int32_t c, int32_t out[FOLD_MAX])
{
    if (c < 0x80) {
        out[0] = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
        return 1;
    }
    int boundary = 0;
    utf8proc_ssize_t n = utf8proc_decompose_char(
        c, out, FOLD_MAX,
        UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE, &boundary);
    if (n < 0 || n > FOLD_MAX) {
        out[0] = c;
        return 1;
    }
    int kept = 0;
    for (int i = 0; i < (int)n; i++)
        if (out[i] < 0x300 || out[i] > 0x36F) /* only these accents: elsewhere marks are vowels */
            out[kept++] = out[i];
    return kept;
}

size_t fold_append(char *out, int32_t c)
{
    int32_t folded[FOLD_MAX];
    int n = fold_char(c, folded);
    size_t used = 0;
    for (int i = 0; i < n; i++)
        used += (size_t)utf8proc_encode_char(folded[i], (utf8proc_uint8_t *)out + used);
    return used;
}
