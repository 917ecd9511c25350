#include "open_lists/sequences.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "open_lists/study_memory.h"

/// Numbers of open nodes at which stretches of searches are recorded.
static const size_t fringe_sizes[FRINGE_SIZES] = { 30, 100, 300, 800, 1500, 4000, 10000, 16000 };

enum {
    SHORT_SEARCHES_A_MAP = 24,
    LEAST_EXPANDED = 8,      ///< searches that are over sooner tell nothing
    STRETCH_OPERATIONS = 30, ///< for each open node
    SHORTEST_STRETCH = 900,
    MOST_TRIES = 400
};

/// Searches on one map.
typedef struct outing {
    const char *map;  ///< in the folder of maps
    int32_t enlarged; ///< each tile becomes a square of so many
    int32_t searches;
    int32_t at_least; ///< straight distance from start to goal, in tiles
    int32_t side;     ///< of the generated map that stands in for it
} outing;

static const outing short_outings[] = {
    { "bg512/AR0072SR.map", 1, SHORT_SEARCHES_A_MAP, 15, 512 },
    { "dao/brc202d.map", 1, SHORT_SEARCHES_A_MAP, 15, 512 },
    { "sc1/Aftershock.map", 1, SHORT_SEARCHES_A_MAP, 15, 512 },
    { "rooms/32room_000.map", 1, SHORT_SEARCHES_A_MAP, 15, 512 },
    { "cities/Berlin_0_512.map", 1, SHORT_SEARCHES_A_MAP, 15, 512 },
    { 0 },
};

static const outing long_outings[] = {
    { "bg512/AR0072SR.map", 1, 6, 150, 512 },
    { "dao/brc202d.map", 1, 3, 150, 512 },
    { "cities/Berlin_0_512.map", 1, 6, 200, 512 },
    { "sc1/Aftershock.map", 1, 3, 200, 512 },
    { 0 },
};

static const outing jump_point_outings[] = {
    { "bg512/AR0072SR.map", 1, 12, 150, 512 },       { "cities/Berlin_0_512.map", 1, 12, 200, 512 },
    { "rooms/32room_000.map", 1, 8, 200, 512 },      { "mazes/maze512-4-0.map", 1, 4, 200, 512 },
    { "random/random512-10-0.map", 1, 6, 200, 512 }, { 0 },
};

static const outing fringe_outings[] = {
    { "bg512/AR0072SR.map", 1, 20, 150, 512 },        { "cities/Berlin_0_512.map", 1, 12, 200, 512 },
    { "sc1/Aftershock.map", 1, 6, 200, 512 },         { "cities/Boston_0_1024.map", 1, 6, 500, 1024 },
    { "cities/Boston_0_1024.map", 4, 2, 3000, 1024 }, { 0 },
};

static tile_map map_of(const map_source *from, const outing *to, bool terrains)
{
    tile_map map;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", from->folder ? from->folder : "", to->map);
    if (!from->folder || !tile_map_read(path, terrains, &map))
        map = tile_map_generate(to->side, (uint64_t)to->side, terrains);
    if (to->enlarged == 1)
        return map;
    tile_map large = tile_map_enlarge(&map, to->enlarged);
    tile_map_free(&map);
    return large;
}

static int32_t straight_distance(const tile_map *map, uint32_t a, uint32_t b)
{
    const int32_t width = map->width;
    const int32_t dx = abs((int32_t)a % width - (int32_t)b % width),
                  dy = abs((int32_t)a / width - (int32_t)b / width);
    return dx > dy ? dx : dy;
}

static uint32_t random_free_tile(const tile_map *map, random_source *source)
{
    for (;;) {
        const uint32_t id = random_below(source, (uint32_t)(map->width * map->height));
        if (map->cost[id])
            return id;
    }
}

/// A free tile at most SHORT_DISTANCE away, or any.
static uint32_t random_goal(const tile_map *map, uint32_t start, bool near, random_source *source)
{
    if (!near)
        return random_free_tile(map, source);
    for (;;) {
        const int32_t x = (int32_t)start % map->width + (int32_t)random_below(source, 2 * SHORT_DISTANCE + 1);
        const int32_t y = (int32_t)start / map->width + (int32_t)random_below(source, 2 * SHORT_DISTANCE + 1);
        const int32_t goal_x = x - SHORT_DISTANCE, goal_y = y - SHORT_DISTANCE;
        if (goal_x < 0 || goal_y < 0 || goal_x >= map->width || goal_y >= map->height)
            continue;
        const uint32_t goal = (uint32_t)(goal_y * map->width + goal_x);
        if (map->cost[goal])
            return goal;
    }
}

/// A search from a random tile to another.
static search_def random_search(const tile_map *map, const outing *outing, bool near, random_source *source)
{
    search_def def = { .map = map, .window = search_everywhere(map) };
    do {
        def.start = random_free_tile(map, source);
        def.goal = random_goal(map, def.start, near, source);
    } while (straight_distance(map, def.start, def.goal) < outing->at_least);
    if (near)
        def.window = search_around(map, def.start, def.goal, SHORT_SIDE);
    return def;
}

void sequences_keep(sequences *all, const recording *kept)
{
    all->recordings = study_reserve(all->recordings, &all->capacity, all->count, sizeof *kept);
    all->recordings[all->count++] = *kept;
}

/// Records whole searches until there are as many as the outing asks for.
static void record_whole(const outing *outing, const tile_map *map, sequence_kind kind, sequences *all)
{
    random_source source = { .state = 1 };
    for (int32_t done = 0, tries = 0; done < outing->searches && tries < MOST_TRIES; tries++) {
        recording whole = { 0 };
        search_def def = random_search(map, outing, kind == SEQUENCES_SHORT, &source);
        def.jump_points = kind == SEQUENCES_JUMP_POINTS;
        def.blind = kind == SEQUENCES_BLIND;
        def.recordings = &whole;
        def.recording_count = 1;
        const search_result result = search_run(&def);
        if (result.cost == UINT64_MAX || result.expanded < LEAST_EXPANDED) {
            recording_free(&whole);
            continue;
        }
        sequences_keep(all, &whole);
        done++;
    }
}

sequences sequences_record(const map_source *from, sequence_kind kind, bool terrains)
{
    static const outing *const outings[] = { [SEQUENCES_SHORT] = short_outings,
                                             [SEQUENCES_LONG] = long_outings,
                                             [SEQUENCES_BLIND] = long_outings,
                                             [SEQUENCES_JUMP_POINTS] = jump_point_outings };
    sequences all = { 0 };
    for (const outing *outing = outings[kind]; outing->map; outing++) {
        tile_map map = map_of(from, outing, terrains);
        record_whole(outing, &map, kind, &all);
        tile_map_free(&map);
    }
    return all;
}

/// The stretches that a search is asked for: of each size that has not enough yet.
static size_t prepare_stretches(const sequences *by_size, size_t most, recording *stretches, size_t *sizes)
{
    size_t count = 0;
    for (size_t i = 0; i < FRINGE_SIZES; i++) {
        if (by_size[i].count >= most)
            continue;
        const size_t room = STRETCH_OPERATIONS * fringe_sizes[i];
        stretches[count] = (recording){ .begins_at = fringe_sizes[i],
                                        .room = room < SHORTEST_STRETCH ? SHORTEST_STRETCH : room };
        sizes[count++] = i;
    }
    return count;
}

static void record_stretches(const outing *outing, const tile_map *map, size_t most, sequences *by_size)
{
    random_source source = { .state = 1 };
    for (int32_t i = 0; i < outing->searches; i++) {
        recording stretches[FRINGE_SIZES];
        size_t sizes[FRINGE_SIZES];
        search_def def = random_search(map, outing, false, &source);
        def.recordings = stretches;
        def.recording_count = prepare_stretches(by_size, most, stretches, sizes);
        if (def.recording_count == 0)
            return;
        search_run(&def);
        for (size_t s = 0; s < def.recording_count; s++) {
            const bool full = stretches[s].count - stretches[s].stage >= stretches[s].room;
            if (full)
                sequences_keep(&by_size[sizes[s]], &stretches[s]);
            else
                recording_free(&stretches[s]);
        }
    }
}

void sequences_record_by_fringe(const map_source *from, bool terrains, sequences *by_size)
{
    for (size_t i = 0; i < FRINGE_SIZES; i++)
        by_size[i] = (sequences){ 0 };
    for (const outing *outing = fringe_outings; outing->map; outing++) {
        tile_map map = map_of(from, outing, terrains);
        record_stretches(outing, &map, from->stretches, by_size);
        tile_map_free(&map);
    }
}

void sequences_free(sequences *all)
{
    for (size_t i = 0; i < all->count; i++)
        recording_free(&all->recordings[i]);
    free(all->recordings);
    *all = (sequences){ 0 };
}

short_searches short_searches_choose(const map_source *from, bool terrains)
{
    short_searches all = { .map_count = sizeof short_outings / sizeof *short_outings - 1 };
    all.maps = study_memory(all.map_count, sizeof *all.maps);
    for (size_t i = 0; i < all.map_count; i++) {
        random_source source = { .state = 1 };
        all.maps[i] = map_of(from, &short_outings[i], terrains);
        for (int32_t done = 0; done < short_outings[i].searches;) {
            const search_def def = random_search(&all.maps[i], &short_outings[i], true, &source);
            const search_result result = search_run(&def);
            if (result.cost == UINT64_MAX || result.expanded < LEAST_EXPANDED)
                continue;
            all.defs = study_reserve(all.defs, &all.capacity, all.count, sizeof def);
            all.defs[all.count++] = def;
            done++;
        }
    }
    return all;
}

void short_searches_free(short_searches *all)
{
    for (size_t i = 0; i < all->map_count; i++)
        tile_map_free(&all->maps[i]);
    free(all->maps);
    free(all->defs);
    *all = (short_searches){ 0 };
}
