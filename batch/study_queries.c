// Queries of a study: from files, random ones, and all pairs of places.
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "batch/study_fields.h"
#include "io/text.h"

enum { MOST_SOURCES = 256 };

#define MOST_RANDOM INT64_C(1000000000)

static bool read_random(const json_place *item, study_queries *into)
{
    static const char *const keys[] = { "random", "seed", "map", NULL };
    const json_place seed = json_at(item, "seed");
    int64_t number = 0, start = 1;
    if (!fields_expect(item, keys, "random queries") ||
        !json_whole_at(item, "random", 1, MOST_RANDOM, &number) ||
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
        return study_read_places(item, read, queries);
    return json_expected(item,
                         "{\"random\": N, \"seed\": S}, {\"file\": \"...\"}, {\"pairs\": {\"gate\": [x, y], "
                         "...}} or {\"pairs\": \"named\"}");
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
