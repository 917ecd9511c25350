#include "terrain_values.h"

#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "io/terrain.h"
#include "io/terrain_names.h"
#include "io/tiles.h"
#include "nearest_name.h"

static bool complain_of_terrain(const char *option, const fw_map *map, const char *name)
{
    const char *best = NULL;
    char names[FW_TERRAIN_COUNT * IO_NAME_BYTES] = "";
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        const char *guess = fw_map_terrain_name(map, (uint8_t)terrain);
        if (!*guess)
            continue;
        best = nearer_name(name, best, guess);
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "", guess);
    }
    const io_quote quote = io_quoted(io_span_of(name));
    if (strcmp(name, io_terrain_name(FW_BLOCKED)) == 0)
        return complain("%s: nothing can enter terrain '%s'", option, name);
    if (best)
        return complain("%s: there is no terrain '%s'; did you mean %s?", option, quote.text, best);
    return complain("%s: there is no terrain '%s'; there are %s", option, quote.text, names);
}

bool terrain_value_read(const char *option, io_span item, const fw_map *map, terrain_value *read)
{
    io_span word = { "", 0 };
    char name[IO_NAME_BYTES];
    io_next_piece(&item, '=', &word);
    snprintf(name, sizeof name, "%.*s", (int)word.length, word.start);
    const int terrain = word.length < sizeof name ? io_terrain_on_map(map, name) : -1;
    if (terrain <= FW_BLOCKED)
        return complain_of_terrain(option, map, name);
    *read = (terrain_value){ terrain, fw_map_terrain_name(map, (uint8_t)terrain), item };
    return true;
}
