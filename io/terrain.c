#include "io/terrain.h"

#include <string.h>

typedef struct terrain_look {
    const char *name;
    const char *letters; ///< all that are read; the first one is written
    io_color color;
} terrain_look;

static const terrain_look looks[] = {
    [FW_BLOCKED] = { "blocked", "@O", { 0x5a, 0x60, 0x6b } },
    [FW_GROUND] = { "ground", ".G", { 0xf3, 0xef, 0xe6 } },
    [FW_SWAMP] = { "swamp", "S", { 0xc3, 0xc9, 0xa1 } },
    [FW_WATER] = { "water", "W", { 0x9d, 0xbf, 0xd6 } },
    [FW_SHALLOW] = { "shallow", "s", { 0xc9, 0xe0, 0xe6 } },
    [FW_TREE] = { "tree", "T", { 0x9c, 0xb8, 0x94 } },
    [FW_ROAD] = { "road", "R", { 0xd8, 0xc8, 0xae } },
    [FW_SAND] = { "sand", "d", { 0xee, 0xe0, 0xb8 } },
};

enum { LOOK_COUNT = sizeof looks / sizeof *looks };

int io_terrain_of_letter(char letter)
{
    for (int terrain = 0; terrain < LOOK_COUNT; terrain++)
        if (letter && strchr(looks[terrain].letters, letter))
            return terrain;
    return -1;
}

char io_terrain_letter(uint8_t terrain)
{
    return (char)(terrain < LOOK_COUNT ? looks[terrain].letters[0] : 0);
}

char io_terrain_text_letter(uint8_t terrain)
{
    const char letter = io_terrain_letter(terrain);
    return (char)(letter == '@' ? '#' : letter ? letter : '?');
}

int io_terrain_of_name(const char *name)
{
    for (int terrain = 0; terrain < LOOK_COUNT; terrain++)
        if (strcmp(looks[terrain].name, name) == 0)
            return terrain;
    return -1;
}

const char *io_terrain_name(uint8_t terrain)
{
    return terrain < LOOK_COUNT ? looks[terrain].name : "";
}

io_color io_mixed_color(io_color from, io_color to, double share)
{
    return (io_color){ (uint8_t)(from.red + share * (to.red - from.red)),
                       (uint8_t)(from.green + share * (to.green - from.green)),
                       (uint8_t)(from.blue + share * (to.blue - from.blue)) };
}

/// Terrains that only the caller's map has get one of eight pale colours.
io_color io_terrain_color(uint8_t terrain)
{
    static const io_color own[] = {
        { 0xe3, 0xc9, 0xc4 }, { 0xd3, 0xc7, 0xe0 }, { 0xc4, 0xd9, 0xcc }, { 0xe6, 0xd0, 0xb4 },
        { 0xc8, 0xcf, 0xe3 }, { 0xdf, 0xe3, 0xb9 }, { 0xe0, 0xc3, 0xd4 }, { 0xb9, 0xd8, 0xd8 },
    };
    return terrain < LOOK_COUNT ? looks[terrain].color : own[(terrain - LOOK_COUNT) % 8];
}
