#pragma once

/// What the letters of a text, or the numbers of a CSV file, mean.
///
/// A line of the table is a key and a terrain. The key is a letter (of UTF-8), a number, `default` (all that no
/// other line names), or a key in single quotes, such as `' '` or `';'`. Lines that begin with `;` and empty lines
/// are skipped. On the command line the same is written as "E=ground,#=blocked".

#include <stdbool.h>
#include <stdint.h>

#include "io/reading.h"

enum { IO_MOST_LETTERS = 512, IO_KEY_BYTES = 16, IO_NO_LETTER = UINT8_MAX };

typedef struct io_letter_key {
    char text[IO_KEY_BYTES];
    uint8_t terrain;
} io_letter_key;

typedef struct io_letter_table {
    char name[512];                      ///< of the file, or where it would be; for faults
    bool is_given;                       ///< a table was there; else it holds nothing
    io_letter_key keys[IO_MOST_LETTERS]; ///< sorted by their texts
    int count;
    uint8_t others;                              ///< terrain of other keys, or IO_NO_LETTER
    char names[FW_TERRAIN_COUNT][IO_NAME_BYTES]; ///< of terrains with new names
} io_letter_table;

/// The table of fw_io_map_def::letters, or else the one beside the map (town.letters for town.map).
bool io_letters_open(const io_reading *reading, io_letter_table *table, io_fault *fault);

/// Terrain of a key, or IO_NO_LETTER.
uint8_t io_letter_terrain(const io_letter_table *table, io_span key);

/// True if the table has this key itself.
bool io_letters_hold(const io_letter_table *table, io_span key);
