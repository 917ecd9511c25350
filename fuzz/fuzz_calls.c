// Bytes become a sequence of calls: edits, commits, units, overlays, searches that are stepped and ended in any order,
// paths that are checked, cut and joined. Nothing may crash, leak or hang, and paths of legal methods must be legal.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairway/fairway.h"

enum { UNITS = 4, SEARCHES = 4, MOST_BYTES = 1024, MOST_SIDE = 40, WORK = 3000 };

/// What is left of the input; zeros after its end.
typedef struct source {
    const uint8_t *bytes;
    size_t left;
} source;

typedef struct running {
    fw_search *search;
    bool uses_overlay;
} running;

/// Everything that calls are made on.
typedef struct world {
    source from;
    int32_t width, height;
    fw_map *map;
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path, *other;
    fw_unit_id units[UNITS];
    running searches[SEARCHES];
    fw_pose set[3]; ///< goals; lives as long as the searches
} world;

static uint8_t byte(world *in)
{
    if (in->from.left == 0)
        return 0;
    in->from.left--;
    return *in->from.bytes++;
}

static int32_t below(world *in, int32_t limit)
{
    return byte(in) % limit;
}

/// A number as callers have them: mostly within the map, now and then a strange one.
static double number(world *in)
{
    static const double strange[] = { -1.0, 0.0, 1e300, -1e300, 1e-300, 0.5, NAN, INFINITY };
    const uint8_t value = byte(in);
    return value >= 248 ? strange[value - 248] : value / 6.0;
}

/// A tile, sometimes outside the map.
static int32_t tile(world *in)
{
    return byte(in) % (MOST_SIDE + 4) - 2;
}

static fw_unit_id some_unit(world *in)
{
    return in->units[below(in, UNITS)];
}

static fw_pose some_pose(world *in)
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

static void edit(world *in)
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

static void commit(world *in)
{
    expect(fw_map_commit(in->map) == FW_OK, "a commit must not fail");
}

static void change_units(world *in)
{
    fw_unit_id *slot = &in->units[below(in, UNITS)];
    if (*slot && byte(in) % 2) {
        expect(fw_map_remove_unit(in->map, *slot) == FW_OK, "a known unit must go");
        expect(fw_map_remove_unit(in->map, *slot) == FW_UNKNOWN_UNIT, "and then be unknown");
        *slot = 0;
        return;
    }
    fw_unit_def def = fw_default_unit_def();
    def.size = byte(in) % 5 - (byte(in) == 9);
    for (int terrain = 0; terrain < 8; terrain++)
        def.terrain_cost[terrain] = byte(in) % 3 ? (float)(byte(in) % 64) / 16.0F : 1.0F;
    def.corners = (fw_corner_rule)(byte(in) % 5);
    switch (byte(in) % 4) {
    case 0:
        def.footprint = fw_circle(number(in) / 8.0);
        break;
    case 1:
        def.footprint = fw_rectangle(number(in) / 8.0, number(in) / 8.0);
        break;
    default:
        break;
    }
    if (byte(in) % 64 == 0) { // rarely: the motions of such a unit take longer to build than all else here
        def.turn_radius = number(in) / 8.0;
        def.reverse = byte(in) % 2;
        def.gear_change_cost = number(in);
        def.all_curves = byte(in) % 2;
    }
    if (byte(in) % 4 == 0)
        def.methods = 1U << below(in, FW_METHOD_COUNT);
    fw_unit_id id = 0;
    if (fw_map_add_unit(in->map, &def, &id) != FW_OK)
        return;
    if (*slot)
        expect(fw_map_remove_unit(in->map, *slot) == FW_OK, "a known unit must go");
    *slot = id;
}

static void prepare(world *in)
{
    fw_map_prepare(in->map, some_unit(in), (fw_method)below(in, FW_METHOD_COUNT + 1));
}

static void change_overlay(world *in)
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

static fw_goal some_goal(world *in)
{
    switch (byte(in) % 4) {
    case 0:
        return fw_goal_pose(some_pose(in));
    case 1:
        return fw_goal_within(number(in), number(in), number(in) / 4.0);
    case 2:
        return fw_goal_nearest_of(in->set, byte(in) % 4);
    default: {
        const fw_pose at = some_pose(in);
        return fw_goal_at(at.x, at.y);
    }
    }
}

static fw_request some_request(world *in)
{
    fw_request ask = fw_default_request();
    ask.unit = some_unit(in);
    ask.start = some_pose(in);
    ask.goal = some_goal(in);
    ask.method = (fw_method)(byte(in) % 3 ? byte(in) % (FW_ON_DEMAND + 1) : byte(in) % (FW_METHOD_COUNT + 1));
    ask.max_work = WORK;
    const uint8_t wishes = byte(in);
    ask.nearest = wishes & 1;
    ask.partial = wishes & 2;
    ask.fewer_bends = wishes & 4;
    ask.overlay = wishes & 8 ? in->overlay : NULL;
    if (wishes & 16) {
        ask.weight = 1.0 + number(in);
        ask.max_distance = number(in);
        ask.max_work = 1U + byte(in);
    }
    if (wishes & 32) {
        ask.smoothing = (fw_smoothing)(byte(in) % 7);
        ask.pre_smooth = (fw_pre_smooth)(byte(in) % 3);
        ask.turns = (fw_turns)(byte(in) % 6);
        ask.roads = (fw_roads)(byte(in) % 6);
        ask.fixed_angles = byte(in) % 3 * 8;
        ask.keep_right = byte(in) % 2;
    }
    return ask;
}

/// A path of a legal method must be legal: no rule was broken on purpose, and the unit can turn on the spot.
static void judge(world *in, const fw_request *ask)
{
    fw_unit_def unit;
    fw_path_summary summary;
    expect(fw_path_summarise(in->path, &summary) == FW_OK, "a path can be summarised");
    expect(summary.segment_count > 0, "success means a path");
    if (fw_map_unit(in->map, ask->unit, &unit) != FW_OK || unit.turn_radius > 0 ||
        ask->turns != FW_TURNS_NONE || summary.violations.blocked || summary.violations.impossible)
        return;
    if (unit.footprint.kind == FW_FOOTPRINT_RECTANGLE || unit.size < 2.0 * unit.footprint.radius - FW_TOUCH)
        return; // grid methods believe a size that was given smaller than the body
    fw_check_def against = fw_default_check_def();
    against.overlay = ask->overlay;
    against.has_start = true;
    against.start = ask->start;
    against.has_goal = summary.outcome == FW_OUTCOME_FOUND;
    against.goal = ask->goal;
    fw_check_report report;
    expect(fw_path_check(in->map, ask->unit, in->path, &against, &report) == FW_OK, "a path can be checked");
    if (!report.legal)
        fprintf(stderr, "%s at %g, %g; length %g, outcome %s\n", fw_fault_text(report.first), report.first_x,
                report.first_y, summary.length, fw_outcome_name(summary.outcome));
    expect(report.legal, "a path of a legal method must be legal");
}

static void find(world *in)
{
    const fw_request ask = some_request(in);
    if (fw_find_path(in->planner, &ask, in->path) == FW_OK)
        judge(in, &ask);
    fw_statistics statistics;
    expect(fw_planner_statistics(in->planner, &statistics) == FW_OK, "figures are there");
}

static void begin(world *in)
{
    running *slot = &in->searches[below(in, SEARCHES)];
    if (slot->search)
        return;
    const fw_request ask = some_request(in);
    slot->uses_overlay = ask.overlay != NULL;
    if (fw_search_begin(in->planner, &ask, &slot->search) != FW_OK)
        slot->search = NULL;
}

static void step(world *in)
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

static void end(world *in)
{
    running *slot = &in->searches[below(in, SEARCHES)];
    fw_search_end(slot->search);
    slot->search = NULL;
    if (byte(in) % 8 == 0)
        fw_planner_trim(in->planner);
}

static void ask_map(world *in)
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
    fw_map_memory use;
    expect(fw_map_memory_use(in->map, &use) == FW_OK, "memory is known");
}

static void work_on_paths(world *in)
{
    fw_pose poses[32];
    fw_check_report report;
    fw_box box;
    double at = 0.0;
    int32_t count = 0;
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

static bool create(world *in)
{
    fw_map_def def = fw_default_map_def();
    def.width = in->width = 1 + below(in, MOST_SIDE);
    def.height = in->height = 1 + below(in, MOST_SIDE);
    def.fill = FW_GROUND;
    if (fw_map_create(&def, &in->map) != FW_OK)
        return false;
    for (int i = 0; i < 3; i++)
        in->set[i] = some_pose(in);
    const fw_unit_def unit = fw_default_unit_def();
    return fw_map_add_unit(in->map, &unit, &in->units[0]) == FW_OK &&
           fw_planner_create(in->map, NULL, &in->planner) == FW_OK &&
           fw_overlay_create(in->width, in->height, NULL, &in->overlay) == FW_OK &&
           fw_path_create(NULL, &in->path) == FW_OK && fw_path_create(NULL, &in->other) == FW_OK;
}

static void destroy(world *in)
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
    static void (*const calls[])(world *) = { edit,           edit, commit,        change_units, prepare,
                                              change_overlay, find, find,          find,         begin,
                                              step,           step, work_on_paths, end,          ask_map };
    if (size > MOST_BYTES)
        return 0;
    world in = { .from = { bytes, size } };
    expect(create(&in), "a world can be made");
    while (in.from.left > 0)
        calls[byte(&in) % (sizeof calls / sizeof *calls)](&in);
    destroy(&in);
    return 0;
}
