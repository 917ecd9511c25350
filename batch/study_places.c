// Places of a study, between all pairs of which ways are asked for: its own, or those of a map's file.
#include <stdlib.h>
#include <string.h>

#include "batch/study_fields.h"
#include "fairway-io/map.h"

enum { MOST_PLACES = 4096 };

static bool make_room(const json_place *item, size_t count, study_queries *into)
{
    into->kind = QUERIES_PAIRS;
    into->places = calloc(count, sizeof *into->places);
    into->count = (uint64_t)count * (count - 1);
    return into->places || io_fail_without_memory(item->fault, item->file);
}

static bool is_name(const char *name)
{
    return strlen(name) < NAME_BYTES && !strpbrk(name, ",\"\n\r");
}

static bool read_own(const json_place *places, study_queries *into)
{
    const size_t count = json_object_size(places->value);
    if (count < 2 || count > MOST_PLACES)
        return json_expected(places, "2 to 4096 places");
    if (!make_room(places, count, into))
        return false;
    for (const char *key = json_next_key(places, NULL); key; key = json_next_key(places, key)) {
        study_place *place = &into->places[into->place_count++];
        const json_place at = json_at(places, key), x = json_item(&at, 0), y = json_item(&at, 1);
        if (json_count(&at) != 2)
            return json_expected(&at, "[x, y] in tiles");
        if (!is_name(key))
            return json_expected(&at, "a name of up to 63 bytes without commas, quotes and line ends");
        if (!json_read_number(&x, 0, FW_MAX_SIDE, &place->x) ||
            !json_read_number(&y, 0, FW_MAX_SIDE, &place->y))
            return false;
        strcpy(place->name, key); // NOLINT(clang-analyzer-core.NonNullParamChecker): make_room() has made it
    }
    return true;
}

static bool has_place(const study_queries *queries, const char *name)
{
    for (int32_t i = 0; i < queries->place_count; i++)
        if (strcmp(queries->places[i].name, name) == 0) // NOLINT(clang-analyzer-core.NonNullParamChecker)
            return true;
    return false;
}

/// Takes the middles of the named places of a file.
static bool take_named(const json_place *places, const study_map *map, const fw_io_map *file,
                       study_queries *into)
{
    size_t count = 0;
    for (int32_t i = 0; i < file->place_count; i++)
        count += file->places[i].name[0] != 0;
    if (count < 2 || count > MOST_PLACES)
        return io_fail(places->fault, "%s: %s: %s has %zu places with names, expected 2 to 4096",
                       places->file, places->path, map->file, count);
    if (!make_room(places, count, into))
        return false;
    for (int32_t i = 0; i < file->place_count; i++) {
        const fw_io_place *named = &file->places[i];
        study_place *place = &into->places[into->place_count];
        if (!named->name[0])
            continue;
        if (!is_name(named->name) || has_place(into, named->name))
            return io_fail(places->fault, "%s: %s: the place '%s' of %s has a name that %s", places->file,
                           places->path, named->name, map->file,
                           is_name(named->name) ? "another one has, too"
                                                : "is too long, or has commas, quotes or line ends");
        place->x = (named->x + 0.5 * named->width) * map->scale;
        place->y = (named->y + 0.5 * named->height) * map->scale;
        strcpy(place->name, named->name);
        into->place_count++;
    }
    return true;
}

static bool read_named(const json_place *item, const json_place *places, const study *read,
                       study_queries *into)
{
    fw_io_map *file = NULL;
    fw_io_fault wrong;
    if (into->map < 0 && read->map_count == 1)
        into->map = 0;
    const study_map *map = into->map >= 0 ? &read->maps[into->map] : NULL;
    if (!map || !map->file)
        return json_expected(places, "the places themselves, or beside it the 'map' whose file names them");
    if (fw_io_map_load(map->file, NULL, &file, &wrong) != FW_OK)
        return io_fail(item->fault, "%s", wrong.text);
    const bool done = take_named(places, map, file, into);
    fw_io_map_free(file);
    return done;
}

bool study_read_places(const json_place *item, const study *read, study_queries *into)
{
    static const char *const keys[] = { "pairs", "map", NULL };
    static const char *const kinds[] = { "named" };
    const json_place places = json_at(item, "pairs");
    int kind = 0;
    if (!fields_expect(item, keys, "queries between places"))
        return false;
    if (json_is_string(places.value))
        return json_read_name(&places, kinds, 1, &kind) && read_named(item, &places, read, into);
    return json_expect_object(&places) && read_own(&places, into);
}
