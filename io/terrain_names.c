#include "io/terrain_names.h"

#include <stdio.h>
#include <string.h>

#include "io/terrain.h"

enum { OWN_TERRAINS = FW_SAND + 1 };

/// The length of names, in this file's messages.
#define LONGEST_NAME "31"
_Static_assert(IO_NAME_BYTES == 32, "the message below states the length");

io_terrains io_terrains_of_map(const fw_map *map)
{
    io_terrains terrains;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        terrains.names[terrain] = fw_map_terrain_name(map, (uint8_t)terrain);
    return terrains;
}

io_terrains io_terrains_of_tiles(const io_tiles *tiles)
{
    io_terrains terrains;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        terrains.names[terrain] =
            tiles->names[terrain][0] ? tiles->names[terrain] : io_terrain_name((uint8_t)terrain);
    return terrains;
}

int io_terrain_find(const io_terrains *terrains, const char *name)
{
    for (int terrain = 0; *name && terrain < FW_TERRAIN_COUNT; terrain++)
        if (strcmp(terrains->names[terrain], name) == 0)
            return terrain;
    return -1;
}

int io_terrain_on_map(const fw_map *map, const char *name)
{
    const io_terrains terrains = io_terrains_of_map(map);
    return io_terrain_find(&terrains, name);
}

io_name_problem io_terrain_name_find(io_span name, char names[FW_TERRAIN_COUNT][IO_NAME_BYTES],
                                     uint8_t *terrain)
{
    char word[IO_NAME_BYTES];
    if (name.length == 0 || name.length >= sizeof word || memchr(name.start, '\0', name.length))
        return IO_NAME_LENGTH;
    if (!io_span_is_utf8(name))
        return IO_NAME_NO_UTF8;
    snprintf(word, sizeof word, "%.*s", (int)name.length, name.start);
    const int known = io_terrain_of_name(word);
    if (known >= 0) {
        *terrain = (uint8_t)known;
        return IO_NAME_OK;
    }
    for (int own = OWN_TERRAINS; own < FW_TERRAIN_COUNT; own++) {
        if (!names[own][0])
            memcpy(names[own], word, sizeof word);
        if (strcmp(names[own], word) == 0) {
            *terrain = (uint8_t)own;
            return IO_NAME_OK;
        }
    }
    return IO_NAME_TOO_MANY;
}

const char *io_name_problem_text(io_name_problem problem)
{
    switch (problem) {
    case IO_NAME_LENGTH:
        return "is not a name of a terrain: names have 1 to " LONGEST_NAME " bytes";
    case IO_NAME_NO_UTF8:
        return "is not a name of a terrain: it is not UTF-8";
    case IO_NAME_TOO_MANY:
        return "is one terrain too many: a map has at most 32, of which 8 have names already";
    case IO_NAME_OK:
        break;
    }
    return "is a name of a terrain";
}

bool io_terrain_name_take(const io_text *text, io_span name, char names[FW_TERRAIN_COUNT][IO_NAME_BYTES],
                          uint8_t *terrain, io_fault *fault)
{
    const io_name_problem problem = io_terrain_name_find(name, names, terrain);
    return problem == IO_NAME_OK ||
           io_fail_at(text, fault, "'%s' %s", io_quoted(name).text, io_name_problem_text(problem));
}
