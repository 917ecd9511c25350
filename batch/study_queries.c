// Queries of a study: from files, random ones, and all pairs of places.
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "batch/study_fields.h"
#include "io/text.h"

enum { MOST_SOURCES = 256, MOST_PLACES = 4096 };

#define MOST_RANDOM INT64_C(1000000000)

static bool read_random(const json_place *item, study_queries *into)
{
    static const char *const keys[] = { "random", "seed", "map", NULL };
    const json_place count = json_at(item, "random"), seed = json_at(item, "seed");
    int64_t number = 0, start = 1;
    if (!fields_expect(item, keys, "random queries") || !json_read_whole(&count, 1, MOST_RANDOM, &number) ||
        (seed.value && !json_read_whole(&seed, 0, INT64_C(1) << 52, &start)))
        return false;
    into->kind = QUERIES_RANDOM;
    into->count = (uint64_t)number;
    into->seed = (uint64_t)start;
    return true;
}

static bool read_file(const json_place *item, study *read, study_queries *into)
{
    static const char *const keys[] = { "file", "map", NULL };
    const json_place file = json_at(item, "file");
    const char *name = NULL;
    char *bytes = NULL;
    size_t size = 0;
    if (!fields_expect(item, keys, "queries of a file") || !json_read_text(&file, &name))
        return false;
    char *path = fields_path(read->file, name);
    bool done = path && io_queries_read(path, &into->listed, item->fault) &&
                io_load(path, SIZE_MAX, &bytes, &size, item->fault);
    if (done)
        read->identity = fnv_bytes(read->identity, bytes, size);
    else if (!path)
        io_fail_without_memory(item->fault, name);
    free(bytes);
    free(path);
    into->kind = QUERIES_FILE;
    into->count = into->listed.count;
    return done && (into->count > 0 || io_fail(item->fault, "%s: %s holds no query", file.file, name));
}

static bool read_places(const json_place *item, study_queries *into)
{
    static const char *const keys[] = { "pairs", "map", NULL };
    const json_place places = json_at(item, "pairs");
    if (!fields_expect(item, keys, "queries between places") || !json_expect_object(&places))
        return false;
    const size_t count = json_object_size(places.value);
    if (count < 2 || count > MOST_PLACES)
        return json_expected(&places, "2 to 4096 places");
    into->kind = QUERIES_PAIRS;
    into->places = calloc(count, sizeof *into->places);
    if (!into->places)
        return io_fail_without_memory(item->fault, item->file);
    for (const char *key = json_next_key(&places, NULL); key; key = json_next_key(&places, key)) {
        study_place *place = &into->places[into->place_count++];
        const json_place at = json_at(&places, key), x = json_item(&at, 0), y = json_item(&at, 1);
        if (json_count(&at) != 2)
            return json_expected(&at, "[x, y] in tiles");
        if (strlen(key) >= NAME_BYTES || strpbrk(key, ",\"\n\r"))
            return json_expected(&at, "a name of up to 63 bytes without commas, quotes and line ends");
        if (!json_read_number(&x, 0, FW_MAX_SIDE, &place->x) ||
            !json_read_number(&y, 0, FW_MAX_SIDE, &place->y))
            return false;
        strcpy(place->name, key);
    }
    into->count = (uint64_t)count * (count - 1);
    return true;
}

static bool read_map_of(const json_place *item, const study *read, int32_t *map)
{
    const json_place place = json_at(item, "map");
    const char *name = NULL;
    *map = -1;
    if (!place.value)
        return true;
    if (!json_read_text(&place, &name))
        return false;
    for (int32_t i = 0; i < read->map_count; i++)
        if (strcmp(read->maps[i].name, name) == 0)
            *map = i;
    return *map >= 0 || json_expected(&place, "the name of one of the maps");
}

static bool read_queries(const json_place *item, void *into, void *user)
{
    study *read = user;
    study_queries *queries = into;
    if (!json_expect_object(item) || !read_map_of(item, read, &queries->map))
        return false;
    if (json_at(item, "random").value)
        return read_random(item, queries);
    if (json_at(item, "file").value)
        return read_file(item, read, queries);
    if (json_at(item, "pairs").value)
        return read_places(item, queries);
    return json_expected(
        item, "{\"random\": N, \"seed\": S}, {\"file\": \"...\"} or {\"pairs\": {\"gate\": [x, y], "
              "...}}");
}

bool study_read_queries(const json_place *top, study *read)
{
    const json_place list = json_at(top, "queries");
    if (!fields_read_list(&list, sizeof *read->queries, MOST_SOURCES, read_queries, read,
                          (void **)&read->queries, &read->queries_count))
        return false;
    for (int32_t map = 0; map < read->map_count; map++) {
        for (int32_t i = 0; i < read->queries_count; i++)
            if (read->queries[i].map < 0 || read->queries[i].map == map)
                read->maps[map].query_count += read->queries[i].count;
        if (read->maps[map].query_count == 0)
            return io_fail(top->fault, "%s: queries: there are none for the map %s", top->file,
                           read->maps[map].name);
    }
    return true;
}
