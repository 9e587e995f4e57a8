/* tiles.h - for kernels that multiply whole tiles (AMX) only. */
#ifndef ASTORMER_NN_TILES_H
#define ASTORMER_NN_TILES_H

#include <immintrin.h>
#include <stdint.h>

enum { TILE_ROWS_MOST = 16, TILE_ROW_BYTES = 64 };

/* Shapes of the eight registers: 0 .. 3 sums and 4, 5 the left factor have so many rows, 6 and 7 the
 * right factor. */
static inline void tiles_begin(int rows)
{
    _Alignas(64) struct {
        uint8_t palette, start_row, reserved[14];
        uint16_t row_bytes[16];
        uint8_t rows[16];
    } shapes = {.palette = 1};
    for (int i = 0; i < 8; i++) {
        shapes.row_bytes[i] = TILE_ROW_BYTES;
        shapes.rows[i] = (uint8_t)(i < 6 ? rows : TILE_ROWS_MOST);
    }
    __asm__ volatile("" : : "r"(&shapes) : "memory"); /* gcc 12 thinks that eight bytes are read */
    _tile_loadconfig(&shapes);
}

static inline void tiles_end(void)
{
    _tile_release();
}

#endif
