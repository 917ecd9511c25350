// Bytes become a sequence of calls: edits, commits, units, overlays, searches that are stepped and ended in any order,
// paths that are checked, cut and joined. Nothing may crash, leak or hang.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/trial.h"

enum { UNITS = 4, SEARCHES = 4, MOST_BYTES = 1024, MOST_SIDE = WORLD_SIDE, WORK = 3000 };

typedef struct running {
    fw_search *search;
    bool uses_overlay;
} running;

/// Everything that calls are made on.
typedef struct subject {
    choices from;
    int32_t width, height;
    fw_map *map;
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path, *other;
    fw_unit_id units[UNITS];
    running searches[SEARCHES];
    fw_pose set[5]; ///< goals; lives as long as the searches
} subject;

static uint8_t byte(subject *in)
{
    return (uint8_t)choose_below(&in->from, 256);
}

static int32_t below(subject *in, int32_t limit)
{
    return (int32_t)choose_below(&in->from, (uint32_t)limit);
}

/// A number as callers have them: mostly within the map, now and then a strange one.
static double number(subject *in)
{
    static const double strange[] = { -1.0, 0.0, 1e300, -1e300, 1e-300, 0.5, NAN, INFINITY };
    const uint8_t value = byte(in);
    return value >= 248 ? strange[value - 248] : value / 6.0;
}

/// A tile, sometimes outside the map.
static int32_t tile(subject *in)
{
    return byte(in) % (MOST_SIDE + 4) - 2;
}

static fw_unit_id some_unit(subject *in)
{
    return in->units[below(in, UNITS)];
}

static fw_pose some_pose(subject *in)
{
    if (byte(in) % 2)
        return fw_pose_on_tile(tile(in), tile(in), 1 + below(in, 3));
    return (fw_pose){ number(in), number(in), number(in) };
}

static void expect(bool true_or_broken, const char *what)
{
    if (true_or_broken)
        return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

static void edit(subject *in)
{
    const uint8_t terrain = byte(in) % 9 == 8 ? 200 : (uint8_t)(byte(in) % 8);
    uint8_t buffer[16];
    switch (byte(in) % 4) {
    case 0:
        fw_map_set_tile(in->map, tile(in), tile(in), terrain);
        break;
    case 1:
        fw_map_set_rect(in->map, tile(in), tile(in), tile(in), tile(in), terrain);
        break;
    case 2:
        for (size_t i = 0; i < sizeof buffer; i++)
            buffer[i] = (uint8_t)(byte(in) % 8);
        fw_map_set_tiles(in->map, tile(in), tile(in), 1 + below(in, 4), 1 + below(in, 4), buffer, 4);
        break;
    default:
        if (byte(in) % 4 == 0)
            fw_map_discard(in->map);
        break;
    }
}

static void commit(subject *in)
{
    const uint64_t version = fw_map_version(in->map);
    expect(fw_map_commit(in->map) == FW_OK, "a commit must not fail");
    expect(!fw_map_has_pending_edits(in->map), "a commit leaves no edits");
    expect(fw_map_version(in->map) - version <= 1, "a commit raises the version by one at most");
}

/// Names go in as bytes and come out the same.
static void name(subject *in)
{
    char given[34];
    const uint8_t terrain = byte(in) % 40;
    const int32_t length = below(in, (int32_t)sizeof given);
    for (int32_t i = 0; i < length; i++)
        given[i] = (char)(1 + below(in, 255));
    given[length] = '\0';
    if (fw_map_set_terrain_name(in->map, terrain, given) == FW_OK)
        expect(strcmp(fw_map_terrain_name(in->map, terrain), given) == 0, "a name stays");
    fw_method method;
    if (fw_method_from_name(given, &method) == FW_OK)
        expect(strcmp(fw_method_name(method), given) == 0, "a method has one name");
}

static void change_units(subject *in)
{
    fw_unit_id *slot = &in->units[below(in, UNITS)];
    if (*slot && byte(in) % 2) {
        expect(fw_map_remove_unit(in->map, *slot) == FW_OK, "a known unit must go");
        expect(fw_map_remove_unit(in->map, *slot) == FW_UNKNOWN_UNIT, "and then be unknown");
        *slot = 0;
        return;
    }
    fw_unit_def def = trial_draw_unit(&in->from);
    if (byte(in) % 8) // motions take longer to build than all else here
        def.turn_radius = 0;
    if (byte(in) % 16 == 0)
        *(byte(in) % 2 ? &def.turn_radius : &def.footprint.radius) = number(in);
    if (byte(in) % 16 == 0)
        def.terrain_cost[below(in, 8)] = (float)number(in);
    fw_unit_id id = 0;
    if (fw_map_add_unit(in->map, &def, &id) != FW_OK)
        return;
    if (*slot)
        expect(fw_map_remove_unit(in->map, *slot) == FW_OK, "a known unit must go");
    *slot = id;
}

static void prepare(subject *in)
{
    const fw_unit_id unit = some_unit(in);
    const fw_method method = (fw_method)below(in, FW_METHOD_COUNT + 1);
    const fw_refusal refusal = fw_map_prepare_refusal(in->map, unit, method);
    expect(fw_map_prepare(in->map, unit, method) == refusal.result, "what is refused is said");
}

static void change_overlay(subject *in)
{
    for (int i = 0; i < SEARCHES; i++)
        if (in->searches[i].search && in->searches[i].uses_overlay)
            return; // read-only until these end
    switch (byte(in) % 6) {
    case 0:
        fw_overlay_block(in->overlay, tile(in), tile(in), tile(in), tile(in));
        break;
    case 1:
        fw_overlay_forbid(in->overlay, tile(in), tile(in), byte(in));
        break;
    case 2:
        fw_overlay_add_cost(in->overlay, tile(in), tile(in), tile(in), tile(in), (float)number(in));
        break;
    case 3:
        fw_overlay_corridor(in->overlay, tile(in), tile(in), tile(in), tile(in));
        break;
    case 4:
        fw_overlay_corridor_along(in->overlay, in->path, tile(in), tile(in));
        break;
    default:
        fw_overlay_clear(in->overlay);
        break;
    }
}

/// A request of any kind, now and then with a strange value.
static fw_request some_request(subject *in)
{
    static trial drawn;
    drawn.width = in->width;
    drawn.height = in->height;
    memset(drawn.tiles, FW_GROUND, sizeof drawn.tiles);
    const fw_unit_id unit = some_unit(in);
    if (fw_map_unit(in->map, unit, &drawn.unit) != FW_OK)
        drawn.unit = fw_default_unit_def();
    trial_draw_request(&in->from, &drawn);
    fw_request ask = drawn.ask;
    ask.unit = unit;
    ask.goal.set = in->set;
    ask.fastest = drawn.is_timed ? &drawn.speeds : NULL;
    ask.overlay = byte(in) % 2 ? in->overlay : NULL;
    ask.max_work = ask.max_work && ask.max_work < WORK ? ask.max_work : WORK;
    double *const numbers[] = { &ask.start.x, &ask.start.heading, &ask.goal.pose.y, &ask.goal.radius,
                                &ask.weight,  &ask.max_distance,  &ask.turn_charge };
    if (byte(in) % 4 == 0)
        *numbers[below(in, 7)] = number(in);
    if (byte(in) % 8 == 0)
        ask.goal = fw_goal_on_tile(tile(in), tile(in), 1 + below(in, 3));
    if (byte(in) % 32 == 0)
        ask.goal.count = byte(in) % 6 - 1;
    if (byte(in) % 32 == 0)
        ask.method = (fw_method)below(in, FW_METHOD_COUNT + 1);
    return ask;
}

static void find(subject *in)
{
    const fw_request ask = some_request(in);
    fw_path_summary summary;
    if (fw_find_path(in->planner, &ask, in->path) == FW_OK)
        expect(fw_path_summarise(in->path, &summary) == FW_OK && summary.segment_count > 0,
               "success means a path");
    fw_statistics statistics;
    expect(fw_planner_statistics(in->planner, &statistics) == FW_OK, "figures are there");
}

static void begin(subject *in)
{
    running *slot = &in->searches[below(in, SEARCHES)];
    if (slot->search)
        return;
    const fw_request ask = some_request(in);
    slot->uses_overlay = ask.overlay != NULL;
    if (fw_search_begin(in->planner, &ask, &slot->search) != FW_OK)
        slot->search = NULL;
}

static void step(subject *in)
{
    fw_search *search = in->searches[below(in, SEARCHES)].search;
    if (!search)
        return;
    const fw_result result = fw_search_step(search, byte(in));
    if (result != FW_PENDING)
        expect(fw_search_step(search, 1) == result, "a search that is over stays over");
    fw_search_best_so_far(search, in->other);
    fw_statistics statistics;
    expect(fw_search_statistics(search, &statistics) == FW_OK, "figures are there");
    const double progress = fw_search_progress(search);
    expect(progress >= 0.0 && progress <= 1.0, "progress is a share");
}

static void end(subject *in)
{
    running *slot = &in->searches[below(in, SEARCHES)];
    fw_search_end(slot->search);
    slot->search = NULL;
    if (byte(in) % 8 == 0)
        fw_planner_trim(in->planner);
}

static void ask_map(subject *in)
{
    const fw_unit_id unit = some_unit(in);
    const int32_t x = tile(in);
    const int32_t y = tile(in);
    const uint32_t region = fw_map_region(in->map, unit, x, y);
    expect(!region || fw_map_fits(in->map, unit, x, y), "what has a region fits");
    expect(!region || fw_map_connected(in->map, unit, x, y, x, y), "what fits gets where it is");
    int32_t nearest_x = 0;
    int32_t nearest_y = 0;
    if (region &&
        fw_map_nearest(in->map, unit, region, number(in), number(in), &nearest_x, &nearest_y) == FW_OK)
        expect(fw_map_region(in->map, unit, nearest_x, nearest_y) == region, "nearest is of the region");
    fw_unit_def def;
    if (region && fw_map_unit(in->map, unit, &def) == FW_OK) {
        uint32_t capability = 0;
        for (unsigned terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
            capability |= (uint32_t)(def.terrain_cost[terrain] > 0) << terrain;
        expect(fw_map_clearance(in->map, capability, x, y) >= def.size, "what fits has the clearance");
    }
    expect(fw_map_width(in->map) == in->width && fw_map_height(in->map) == in->height, "sides stay");
    expect(!region || fw_map_terrain(in->map, x, y) != FW_BLOCKED, "what fits is not blocked");
    fw_motion_summary motions;
    fw_map_motions(in->map, unit, (fw_method)below(in, FW_METHOD_COUNT + 1), &motions);
    fw_map_memory use;
    expect(fw_map_memory_use(in->map, &use) == FW_OK, "memory is known");
}

static void work_on_paths(subject *in)
{
    fw_pose poses[32];
    fw_check_report report;
    fw_box box;
    double at = 0.0;
    int32_t count = 0;
    const double stretches[] = { number(in), number(in) };
    fw_path_set_impossible(in->path, stretches, byte(in) % 2);
    switch (byte(in) % 8) {
    case 0:
        fw_path_split(in->path, number(in), in->other);
        break;
    case 1:
        fw_path_join(in->path, in->other);
        break;
    case 2:
        expect(fw_path_reverse(in->path) == FW_OK, "every path can be turned around");
        break;
    case 3:
        fw_path_resample(in->path, number(in) / 16.0, poses, below(in, 32), &count);
        break;
    case 4:
        fw_path_pose_at(in->path, number(in), poses);
        fw_path_pose_following(in->path, number(in), &count, poses);
        fw_path_nearest(in->path, number(in), number(in), &at, NULL);
        fw_path_bounds(in->path, &box);
        break;
    case 5:
        expect(fw_path_copy(in->path, in->other) == FW_OK, "every path can be copied");
        break;
    case 6: {
        fw_segment segments[3];
        for (int i = 0; i < 3; i++)
            segments[i] =
                (fw_segment){ some_pose(in), number(in) - 2.0, number(in), (fw_gear)(byte(in) % 2) };
        fw_path_set(in->path, segments, byte(in) % 4, NULL);
        break;
    }
    default:
        fw_path_check(in->map, some_unit(in), in->path, NULL, &report);
        fw_path_smooth(in->planner, NULL, (fw_smoothing)(byte(in) % 7), in->path);
        break;
    }
}

static bool create(subject *in)
{
    fw_map_def def = fw_default_map_def();
    def.width = in->width = 1 + below(in, MOST_SIDE);
    def.height = in->height = 1 + below(in, MOST_SIDE);
    def.fill = FW_GROUND;
    if (fw_map_create(&def, &in->map) != FW_OK)
        return false;
    for (int i = 0; i < 5; i++)
        in->set[i] = some_pose(in);
    const fw_unit_def unit = fw_default_unit_def();
    return fw_map_add_unit(in->map, &unit, &in->units[0]) == FW_OK &&
           fw_planner_create(in->map, NULL, &in->planner) == FW_OK &&
           fw_overlay_create(in->width, in->height, NULL, &in->overlay) == FW_OK &&
           fw_path_create(NULL, &in->path) == FW_OK && fw_path_create(NULL, &in->other) == FW_OK;
}

static void destroy(subject *in)
{
    for (int i = 0; i < SEARCHES / 2; i++)
        fw_search_end(in->searches[i].search); // the planner ends the others
    fw_planner_destroy(in->planner);
    fw_overlay_destroy(in->overlay);
    fw_path_destroy(in->path);
    fw_path_destroy(in->other);
    fw_map_destroy(in->map);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static void (*const calls[])(
        subject *) = { edit, edit, commit, change_units, prepare, change_overlay, name, find,
                       find, find, begin,  step,         step,    work_on_paths,  end,  ask_map };
    if (size > MOST_BYTES || !fw_version())
        return 0;
    subject in = { .from = choices_of_bytes(bytes, size) };
    expect(create(&in), "a world can be made");
    while (!choices_are_over(&in.from))
        calls[byte(&in) % (sizeof calls / sizeof *calls)](&in);
    destroy(&in);
    return 0;
}
