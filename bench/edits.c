#define _POSIX_C_SOURCE 199309L // clock_gettime

/// What edits of the map cost, and what they do to searches under way.
///
///     bench_edits
///
/// writes: commits of scattered tiles on open maps with one unit and its jump tables, with the next query and the
/// memory held afterwards against a fresh map with these tiles; how many searches in slices end within 3,000 ticks
/// while one far tile is toggled every few ticks; what it costs to tell whether a path is still good; and what a
/// blocked tile in an overlay costs a query.

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/give_up.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"

/// A map with one unit and a planner.
typedef struct site {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
} site;

static void must(fw_result result, const char *what)
{
    if (result != FW_OK)
        give_up(what);
}

/// Adds a unit whose tables are jump points.
static void add_unit(site *site)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.methods = FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_ASTAR);
    must(fw_map_add_unit(site->map, &unit, &site->unit), "no unit");
}

static site open_site(int32_t side)
{
    site made = { 0 };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    must(fw_map_create(&def, &made.map), "no map");
    add_unit(&made);
    must(fw_planner_create(made.map, NULL, &made.planner), "no planner");
    must(fw_path_create(NULL, &made.path), "no path");
    return made;
}

static void close_site(site *site)
{
    fw_path_destroy(site->path);
    fw_planner_destroy(site->planner);
    fw_map_destroy(site->map);
}

static fw_request request_of(const site *site, fw_method method, fw_pose start, fw_pose goal)
{
    fw_request ask = fw_default_request();
    ask.unit = site->unit;
    ask.method = method;
    ask.start = start;
    ask.goal = fw_goal_at(goal.x, goal.y);
    return ask;
}

static size_t bytes_of(const fw_map *map)
{
    fw_map_memory use;
    must(fw_map_memory_use(map, &use), "no memory use");
    return use.map + use.layers + use.tables + use.scratch;
}

/// Changes some scattered tiles to a terrain, from the same seed each time.
static void scatter(const site *site, int count, uint64_t seed, uint8_t terrain)
{
    random_source source = { seed };
    const uint32_t side = (uint32_t)fw_map_width(site->map);
    for (int i = 0; i < count; i++) {
        const int32_t x = (int32_t)random_below(&source, side);
        const int32_t y = (int32_t)random_below(&source, side);
        if (x + y > 0)
            must(fw_map_set_tile(site->map, x, y, terrain), "no edit");
    }
}

/// A commit and a query across the map.
static double commit_and_ask(const site *site)
{
    const double side = fw_map_width(site->map);
    const fw_request ask = request_of(site, FW_JUMP_POINTS, (fw_pose){ .x = 0.5, .y = 0.5 },
                                      (fw_pose){ .x = 0.5 * side + 0.5, .y = 0.5 * side + 8.5 });
    const double start = stopwatch_computed_us();
    must(fw_map_commit(site->map), "no commit");
    const fw_result found = fw_find_path(site->planner, &ask, site->path);
    const double us = stopwatch_computed_us() - start;
    if (found != FW_OK && found != FW_GOAL_BLOCKED)
        give_up("no path on open ground");
    return us;
}

static void measure_scattered(int32_t side, int count)
{
    site site = open_site(side);
    scatter(&site, count, 1, FW_BLOCKED);
    const double first = commit_and_ask(&site);
    const size_t held = bytes_of(site.map);
    double later = 0;
    enum { ROUNDS = 4 };
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        scatter(&site, count, round, FW_GROUND);
        later += commit_and_ask(&site) / (2 * ROUNDS);
        scatter(&site, count, round + 1, FW_BLOCKED);
        later += commit_and_ask(&site) / (2 * ROUNDS);
    }
    close_site(&site);
    site = open_site(side);
    must(fw_map_remove_unit(site.map, site.unit), "no unit to remove");
    scatter(&site, count, 1, FW_BLOCKED);
    must(fw_map_commit(site.map), "no commit");
    add_unit(&site);
    const size_t fresh = bytes_of(site.map);
    close_site(&site);
    printf("%8d %8d %12.3f %12.3f %10.2f\n", side, count, first / 1000, later / 1000,
           (double)held / (double)fresh);
}

/// Rooms with doors that are off the middle, so that a search has something to do.
static void build_rooms(const site *site)
{
    const int32_t side = fw_map_width(site->map), room = 16;
    for (int32_t at = room; at < side; at += room) {
        must(fw_map_set_rect(site->map, at, 0, 1, side, FW_BLOCKED), "no wall");
        must(fw_map_set_rect(site->map, 0, at, side, 1, FW_BLOCKED), "no wall");
    }
    random_source source = { 9 };
    for (int32_t at = room; at < side; at += room)
        for (int32_t along = 0; along < side; along += room) {
            const int32_t door = along + 1 + (int32_t)random_below(&source, (uint32_t)room - 2);
            must(fw_map_set_tile(site->map, at, door, FW_GROUND), "no door");
            must(fw_map_set_tile(site->map, door, at, FW_GROUND), "no door");
        }
    must(fw_map_commit(site->map), "no commit");
}

/// Runs one search after another in slices of 8,000 expansions a tick.
///
/// @param every  ticks from edit to edit; 0 = none
/// @param near   edits lie within 64 tiles of the middle of the way instead of in a far corner
/// @return searches that found their path
static int run_sliced(int every, bool near)
{
    enum { SIDE = 512, TICKS = 3000, SLICE = 8000 };
    site site = open_site(SIDE);
    build_rooms(&site);
    random_source source = { 4 };
    fw_search *search = NULL;
    int found = 0;
    for (int tick = 1; tick <= TICKS; tick++) {
        if (every && tick % every == 0) {
            const int32_t at = near ? SIDE / 2 + 3 : SIDE - 3;
            must(fw_map_set_tile(site.map, at, at, tick / every % 2 ? FW_BLOCKED : FW_GROUND), "no edit");
            must(fw_map_commit(site.map), "no commit");
        }
        if (!search) {
            const fw_request ask = request_of(
                &site, FW_ASTAR,
                (fw_pose){ .x = 1.5 + random_below(&source, 8), .y = 1.5 + random_below(&source, 8) },
                (fw_pose){ .x = 401.5 + random_below(&source, 8), .y = 401.5 + random_below(&source, 8) });
            must(fw_search_begin(site.planner, &ask, &search), "no search");
        }
        const fw_result step = fw_search_step(search, SLICE);
        if (step != FW_PENDING) {
            found += step == FW_OK;
            fw_search_end(search);
            search = NULL;
        }
    }
    close_site(&site);
    return found;
}

enum { FOLLOWERS = 1000 };

static void find_followed(site *site, fw_path **paths)
{
    random_source source = { 5 };
    for (int i = 0; i < FOLLOWERS;) {
        const uint32_t side = (uint32_t)fw_map_width(site->map);
        const int32_t x = (int32_t)random_below(&source, side), y = (int32_t)random_below(&source, side);
        const int32_t to_x = (int32_t)random_below(&source, side),
                      to_y = (int32_t)random_below(&source, side);
        const fw_pose start = fw_pose_on_tile(x, y, 1), goal = fw_pose_on_tile(to_x, to_y, 1);
        fw_request ask = request_of(site, FW_JUMP_POINTS, start, goal);
        ask.smoothing = FW_SMOOTH_AUTO;
        must(fw_path_create(NULL, &paths[i]), "no path");
        if (fw_find_path(site->planner, &ask, paths[i]) == FW_OK)
            i++;
        else
            fw_path_destroy(paths[i]);
    }
}

/// Follows paths while one tile somewhere changes in every tick, and asks in every tick about the second half of each.
static void measure_following(void)
{
    enum { SIDE = 512, TICKS = 200 };
    site site = open_site(SIDE);
    build_rooms(&site);
    static fw_path *paths[FOLLOWERS];
    find_followed(&site, paths);
    random_source source = { 6 };
    double untouched_us = 0, check_us = 0, length = 0;
    int alarms = 0, faults = 0;
    fw_check_report report;
    for (int tick = 0; tick < TICKS; tick++) {
        const uint64_t since = fw_map_version(site.map);
        const int32_t x = (int32_t)random_below(&source, SIDE), y = (int32_t)random_below(&source, SIDE);
        const uint8_t terrain = fw_map_terrain(site.map, x, y) == FW_BLOCKED ? FW_GROUND : FW_BLOCKED;
        must(fw_map_set_tile(site.map, x, y, terrain), "no edit");
        must(fw_map_commit(site.map), "no commit");
        const double start = stopwatch_computed_us();
        for (int i = 0; i < FOLLOWERS; i++)
            alarms += !fw_path_is_untouched(site.map, paths[i], fw_path_length(paths[i]) / 2, since);
        const double middle = stopwatch_computed_us();
        for (int i = 0; i < FOLLOWERS; i++) {
            fw_check_def rest = fw_default_check_def();
            rest.from = fw_path_length(paths[i]) / 2;
            must(fw_path_check(site.map, site.unit, paths[i], &rest, &report), "no check");
            faults += !report.legal;
        }
        untouched_us += middle - start;
        check_us += stopwatch_computed_us() - middle;
    }
    for (int i = 0; i < FOLLOWERS; i++) {
        length += fw_path_length(paths[i]) / 2 / FOLLOWERS;
        fw_path_destroy(paths[i]);
    }
    const double asked = (double)FOLLOWERS * TICKS;
    printf("%8.1f %12.3f %12.3f %12.4f %12.4f\n", length, untouched_us / asked, check_us / asked,
           alarms / asked, faults / asked);
    close_site(&site);
}

/// Where a query's overlay blocks a tile.
typedef enum overlay_place { NO_OVERLAY, FAR_AWAY, ON_THE_PATH, PLACES } overlay_place;

/// Mean microseconds of queries whose overlay blocks one tile.
static void measure_overlay(const site *site, const char *name)
{
    enum { QUERIES = 100, ROUNDS = 10 };
    const int32_t side = fw_map_width(site->map);
    double spent[PLACES] = { 0 };
    random_source source = { 7 };
    fw_overlay *overlay;
    must(fw_overlay_create(side, side, NULL, &overlay), "no overlay");
    for (int i = 0; i < QUERIES;) {
        const int32_t middle = side / 2, reach = side / 3;
        const fw_pose start = fw_pose_on_tile(middle - (int32_t)random_below(&source, (uint32_t)reach),
                                              middle - (int32_t)random_below(&source, (uint32_t)reach), 1);
        const fw_pose goal = fw_pose_on_tile(middle + (int32_t)random_below(&source, (uint32_t)reach),
                                             middle + (int32_t)random_below(&source, (uint32_t)reach), 1);
        fw_request ask = request_of(site, FW_GRID, start, goal);
        fw_pose at;
        if (fw_find_path(site->planner, &ask, site->path) != FW_OK || fw_path_length(site->path) < 8)
            continue;
        i++;
        must(fw_path_pose_at(site->path, fw_path_length(site->path) / 2, &at), "no middle");
        for (overlay_place place = NO_OVERLAY; place < PLACES; place++) {
            fw_overlay_clear(overlay);
            ask.overlay = place == NO_OVERLAY ? NULL : overlay;
            if (place == FAR_AWAY)
                must(fw_overlay_block(overlay, side - 4, 4, 1, 1), "no overlay");
            if (place == ON_THE_PATH)
                must(fw_overlay_block(overlay, (int32_t)at.x, (int32_t)at.y, 1, 1), "no overlay");
            for (int round = -1; round < ROUNDS; round++) {
                const double begun = stopwatch_computed_us();
                fw_find_path(site->planner, &ask, site->path);
                spent[place] += round < 0 ? 0 : stopwatch_computed_us() - begun;
            }
        }
    }
    fw_overlay_destroy(overlay);
    const double each = (double)QUERIES * ROUNDS;
    printf("%8s %10.2f %10.2f %10.2f %10.2f %10.2f\n", name, spent[NO_OVERLAY] / each, spent[FAR_AWAY] / each,
           spent[ON_THE_PATH] / each, spent[FAR_AWAY] / spent[NO_OVERLAY],
           spent[ON_THE_PATH] / spent[NO_OVERLAY]);
}

static void measure_overlays(void)
{
    site site = open_site(512);
    build_rooms(&site);
    measure_overlay(&site, "rooms");
    close_site(&site);
    site = open_site(512);
    scatter(&site, 26000, 3, FW_BLOCKED);
    must(fw_map_commit(site.map), "no commit");
    measure_overlay(&site, "tenth");
    close_site(&site);
    site = open_site(512);
    scatter(&site, 300, 3, FW_BLOCKED);
    must(fw_map_commit(site.map), "no commit");
    measure_overlay(&site, "open");
    close_site(&site);
}

int main(void)
{
    printf("scattered tiles on an open map, commit and next query\n%8s %8s %12s %12s %10s\n", "side", "tiles",
           "first ms", "later ms", "memory");
    measure_scattered(512, 250);
    measure_scattered(1024, 1000);
    measure_scattered(4096, 1);
    measure_scattered(4096, 1000);
    measure_scattered(16384, 1);
    measure_scattered(16384, 1000);
    printf("\nlong searches in slices that found their path within 3,000 ticks\n%8s %8s %8s\n", "edits every",
           "far", "near");
    static const int every[] = { 0, 30, 15, 5, 1 };
    for (size_t i = 0; i < sizeof every / sizeof *every; i++)
        printf("%8d %8d %8d\n", every[i], run_sliced(every[i], false), run_sliced(every[i], true));
    printf("\nrests of paths, one edit somewhere in every tick: us to ask whether a tile near has changed, "
           "and to check\n"
           "%8s %12s %12s %12s %12s\n",
           "tiles", "untouched", "check", "alarms", "not legal");
    measure_following();
    printf("\none blocked tile in an overlay, us of a query: none, far away, on the path, and their ratios "
           "to none\n"
           "%8s %10s %10s %10s %10s %10s\n",
           "map", "none", "far", "on path", "far", "on path");
    measure_overlays();
    return 0;
}
