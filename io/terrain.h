#pragma once

/// Terrains as letters in map files, as names, and as colours in pictures.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"

/// All letters of map files, for messages.
#define IO_TERRAIN_LETTERS ". G S W T R s d @ O"

/// Terrain of a letter in a MovingAI map, or -1.
int io_terrain_of_letter(char letter);

/// Letter of a terrain in a MovingAI map, or 0 if the format has none.
char io_terrain_letter(uint8_t terrain);

/// Letter of a terrain in pictures made of text: `#` for blocked tiles, else the letter of map files, or `?`.
char io_terrain_text_letter(uint8_t terrain);

/// Terrain of one of the names that every map has ("blocked", "ground", ...), or -1.
int io_terrain_of_name(const char *name);

/// Name of a terrain on a new map, "" if it has none.
const char *io_terrain_name(uint8_t terrain);

/// A colour, each part 0..255.
typedef struct io_color {
    uint8_t red, green, blue;
} io_color;

/// A mixture of two colours; `share` of `to`, from 0 to 1.
io_color io_mixed_color(io_color from, io_color to, double share);

/// Colour of a terrain in pictures.
io_color io_terrain_color(uint8_t terrain);
