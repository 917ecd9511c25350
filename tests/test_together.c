/// Everything at once: whatever is asked of whatever unit on whatever map, an answer keeps what is promised of every
/// answer. FAIRWAY_MANY=N in the environment draws N times as many cases.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "fairway/fairway.h"

enum { MAPS = 40, REQUESTS = 12, MOST_SIDE = 28, PLACES = 3 };

typedef struct together {
    random_source source;
    fw_map *map;
    fw_unit_def def;
    fw_unit_id unit;
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path, *sliced;
    fw_pose places[PLACES]; ///< a set of goals
    fw_speed_def speeds;
    int found, legal;
} together;

static bool one_in(together *of, uint32_t chances)
{
    return random_below(&of->source, chances) == 0;
}

static double between(together *of, double least, double most)
{
    return least + (most - least) * random_unit(&of->source);
}

static void draw_unit(together *of)
{
    static const double radii[] = { 0, 0, 0, 0.5, 1, 2, 3, 5 };
    fw_unit_def def = fw_default_unit_def();
    def.turn_radius = radii[random_below(&of->source, 8)];
    def.corners = one_in(of, 3) ? (fw_corner_rule)random_below(&of->source, 4) : FW_CORNERS_NEVER;
    const bool costs_differ = one_in(of, 3);
    for (int terrain = 1; terrain < 8; terrain++)
        def.terrain_cost[terrain] = costs_differ ? (float)between(of, 0.25, 4) : 1.5F;
    def.terrain_cost[7] = 0;
    switch (random_below(&of->source, 3)) {
    case 0:
        def.size = 1 + (int32_t)random_below(&of->source, 3);
        break;
    case 1:
        def.footprint = fw_circle(between(of, 0.2, 1.2));
        break;
    default: {
        const double width = between(of, 0.3, 1.5);
        def.footprint = fw_rectangle(width * between(of, 1, 2.5), width);
    }
    }
    if (def.turn_radius > 0 && one_in(of, 2)) {
        def.reverse = true;
        def.reverse_penalty = one_in(of, 2) ? 1 : between(of, 1, 3);
        def.gear_change_cost = one_in(of, 2) ? 0 : between(of, 0, 2);
    }
    of->def = def;
}

static void begin(together *of)
{
    const int32_t width = 1 + (int32_t)random_below(&of->source, MOST_SIDE);
    const int32_t height = 1 + (int32_t)random_below(&of->source, MOST_SIDE);
    const uint32_t blocked = random_below(&of->source, 20);
    const uint32_t terrains = one_in(of, 2) ? 1 : 7;
    of->map = map_at_random(&of->source, width, height, blocked, terrains);
    draw_unit(of);
    of->unit = add_unit(of->map, of->def);
    assert_int_equal(fw_map_unit(of->map, of->unit, &of->def), FW_OK);
    assert_int_equal(fw_planner_create(of->map, NULL, &of->planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &of->path), FW_OK);
    assert_int_equal(fw_path_create(NULL, &of->sliced), FW_OK);
    assert_int_equal(fw_overlay_create(width, height, NULL, &of->overlay), FW_OK);
    for (uint32_t i = random_below(&of->source, 4); i > 0; i--) {
        const int32_t x = (int32_t)random_below(&of->source, (uint32_t)width);
        const int32_t y = (int32_t)random_below(&of->source, (uint32_t)height);
        if (one_in(of, 2))
            fw_overlay_block(of->overlay, x, y, 2, 1);
        else if (one_in(of, 2))
            fw_overlay_add_cost(of->overlay, x, y, 3, 4, 1.25F);
        else
            fw_overlay_forbid(of->overlay, x, y, (uint8_t)random_below(&of->source, 256));
    }
}

static void end(together *of)
{
    fw_overlay_destroy(of->overlay);
    fw_path_destroy(of->sliced);
    fw_path_destroy(of->path);
    fw_planner_destroy(of->planner);
    fw_map_destroy(of->map);
}

/// Somewhere on the map: mostly on an anchor where the unit fits, or not far from its middle.
static fw_pose draw_place(together *of)
{
    const uint32_t width = (uint32_t)fw_map_width(of->map), height = (uint32_t)fw_map_height(of->map);
    fw_pose at = { 0, 0, 0 };
    for (int tries = 0; tries < 10; tries++) {
        const int32_t x = (int32_t)random_below(&of->source, width);
        const int32_t y = (int32_t)random_below(&of->source, height);
        at = fw_pose_on_tile(x, y, of->def.size);
        if (fw_map_fits(of->map, of->unit, x, y))
            break;
    }
    if (one_in(of, 3)) {
        at.x += between(of, -0.3, 0.3);
        at.y += between(of, -0.3, 0.3);
    }
    at.heading = one_in(of, 3) ? between(of, -8, 8) : (FW_PI / 4) * (double)random_below(&of->source, 8);
    return at;
}

static fw_goal draw_goal(together *of)
{
    const fw_pose at = draw_place(of);
    switch (random_below(&of->source, 6)) {
    case 0: {
        const double radius = between(of, 0, 4);
        return one_in(of, 2) ? fw_goal_pose_within(at, radius) : fw_goal_within(at.x, at.y, radius);
    }
    case 1:
        for (int i = 0; i < PLACES; i++)
            of->places[i] = draw_place(of);
        return one_in(of, 2) ? fw_goal_nearest_pose_of(of->places, PLACES)
                             : fw_goal_nearest_of(of->places, PLACES);
    case 2:
    case 3:
        return fw_goal_pose(at);
    default:
        return fw_goal_at(at.x, at.y);
    }
}

static fw_request draw_request(together *of)
{
    fw_request ask = fw_default_request();
    ask.unit = of->unit;
    ask.start = draw_place(of);
    ask.goal = draw_goal(of);
    ask.method = (fw_method)random_below(&of->source, FW_METHOD_COUNT);
    ask.overlay = one_in(of, 2) ? of->overlay : NULL;
    ask.nearest = one_in(of, 4);
    ask.fewer_bends = one_in(of, 6);
    ask.weight = one_in(of, 3) ? between(of, 1, 3) : 1;
    if (one_in(of, 2))
        return ask;
    ask.smoothing = (fw_smoothing)random_below(&of->source, FW_SMOOTH_CURVED + 1);
    ask.pre_smooth = one_in(of, 4) ? FW_PRE_SMOOTH_48 : FW_PRE_SMOOTH_NONE;
    ask.turns = one_in(of, 2) ? (fw_turns)random_below(&of->source, FW_TURNS_BACK_UP + 1) : FW_TURNS_NONE;
    ask.roads = one_in(of, 3) ? (fw_roads)random_below(&of->source, FW_ROADS_CONES + 1) : FW_ROADS_NONE;
    ask.keep_right = one_in(of, 4);
    ask.fixed_angles = one_in(of, 5) ? 8 + 8 * (int32_t)random_below(&of->source, 2) : 0;
    ask.turn_charge = one_in(of, 4) ? between(of, 0, 5) : 0;
    of->speeds = fw_default_speed_def();
    of->speeds.top = between(of, 0.5, 4);
    of->speeds.lateral = between(of, 0.2, 2);
    of->speeds.terrain_top[2] = one_in(of, 2) ? between(of, 0.2, 2) : 0;
    ask.fastest = one_in(of, 4) ? &of->speeds : NULL;
    if (one_in(of, 4)) {
        ask.partial = one_in(of, 2);
        ask.max_work = 1 + random_below(&of->source, 60);
    }
    if (one_in(of, 8))
        ask.max_distance = between(of, 1, 20);
    return ask;
}

/// Is it one of the results that a finished search can have?
static bool is_answer(fw_result result)
{
    return result == FW_OK || result == FW_UNREACHABLE || result == FW_NOT_FOUND || result == FW_GAVE_UP ||
           result == FW_START_BLOCKED || result == FW_GOAL_BLOCKED || result == FW_LIMIT;
}

/// Does a request ask for more than this unit or build can do?
static bool is_refusal(fw_result result)
{
    return result == FW_METHOD_DOES_NOT_FIT || result == FW_NOT_PREPARED || result == FW_NOT_SUPPORTED ||
           result == FW_OUT_OF_BOUNDS;
}

/// May the checker find a fault, by what the path says of itself or by what was asked for?
static bool is_owned_up(const together *of, const fw_request *ask, const fw_path_summary *said,
                        fw_fault fault)
{
    const fw_violations *broken = &said->violations;
    switch (fault) {
    case FW_FAULT_BLOCKED:
    case FW_FAULT_CORNER: {
        const bool is_longer_than_its_square = said->method < FW_DIRECTIONAL && of->def.turn_radius > 0 &&
                                               of->def.footprint.kind == FW_FOOTPRINT_RECTANGLE;
        return broken->blocked || broken->impossible || ask->smoothing == FW_SMOOTH_SIMPLE_SAMPLED ||
               is_longer_than_its_square;
    }
    case FW_FAULT_HEADING:
    case FW_FAULT_START:
    case FW_FAULT_GOAL:
        return broken->heading_jumps || said->fixed_angles;
    case FW_FAULT_TOO_TIGHT:
        return broken->too_tight || said->fixed_angles;
    case FW_FAULT_ANGLE:
        return broken->impossible;
    default:
        return false;
    }
}

/// What the checker finds is what the path says of itself.
static void judge(together *of, const fw_request *ask, uint64_t seed)
{
    fw_path_summary summary;
    fw_check_report report;
    fw_check_def def = fw_default_check_def();
    assert_int_equal(fw_path_summarise(of->path, &summary), FW_OK);
    def.overlay = ask->overlay;
    def.has_start = true;
    def.start = ask->start;
    def.has_goal = summary.outcome == FW_OUTCOME_FOUND;
    def.goal = ask->goal;
    assert_int_equal(fw_path_check(of->map, of->unit, of->path, &def, &report), FW_OK);
    bool owned_up = true;
    for (int fault = 0; fault < FW_FAULT_COUNT; fault++)
        owned_up = owned_up && (!report.faults[fault] || fault == FW_FAULT_STALE ||
                                is_owned_up(of, ask, &summary, (fw_fault)fault));
    if (!owned_up)
        fail_msg("seed %llu: %s, smoothing %d, turns %d, roads %d: segment %d, after %g tiles: %s",
                 (unsigned long long)seed, fw_method_name(summary.method), (int)ask->smoothing,
                 (int)ask->turns, (int)ask->roads, (int)report.first_segment, report.first_at,
                 fw_fault_text(report.first));
    of->found++;
    of->legal += report.legal;
}

static fw_result ask_in_slices(together *of, const fw_request *ask, uint64_t seed)
{
    fw_search *search;
    fw_result result = fw_search_begin(of->planner, ask, &search);
    double progress = 0;
    if (result != FW_OK)
        return result;
    do {
        result = fw_search_step(search, 1 + random_below(&of->source, 40));
        const double now = fw_search_progress(search);
        if (!(now >= progress && now <= 1))
            fail_msg("seed %llu: progress falls from %g to %g", (unsigned long long)seed, progress, now);
        progress = now;
    } while (result == FW_PENDING);
    if (result == FW_OK)
        assert_int_equal(fw_search_best_so_far(search, of->sliced), FW_OK);
    fw_search_end(search);
    return result;
}

static void assert_same_path(const together *of, uint64_t seed)
{
    int32_t count, again;
    const fw_segment *one = fw_path_segments(of->path, &count);
    const fw_segment *other = fw_path_segments(of->sliced, &again);
    bool same = count == again;
    for (int32_t i = 0; same && i < count; i++)
        same = one[i].start.x == other[i].start.x && one[i].start.y == other[i].start.y &&
               one[i].start.heading == other[i].start.heading && one[i].length == other[i].length &&
               one[i].curvature == other[i].curvature && one[i].gear == other[i].gear;
    if (!same)
        fail_msg("seed %llu: the path depends on slices", (unsigned long long)seed);
}

static void draw_and_ask(together *of, uint64_t seed)
{
    const fw_request ask = draw_request(of);
    if (!one_in(of, 8))
        fw_map_prepare(of->map, of->unit, ask.method);
    const fw_result result = fw_find_path(of->planner, &ask, of->path);
    if (!is_answer(result) && !is_refusal(result))
        fail_msg("seed %llu: %s", (unsigned long long)seed, fw_result_text(result));
    if (result == FW_OK)
        judge(of, &ask, seed);
    const fw_result sliced = ask_in_slices(of, &ask, seed);
    if (sliced != result)
        fail_msg("seed %llu: in slices %s, at once %s", (unsigned long long)seed, fw_result_text(sliced),
                 fw_result_text(result));
    if (result == FW_OK)
        assert_same_path(of, seed);
}

static void every_answer_keeps_what_is_promised(void **state)
{
    (void)state;
    const char *many = getenv("FAIRWAY_MANY");
    const int maps = MAPS * (many ? atoi(many) : 1);
    together of = { .found = 0 };
    for (int i = 0; i < maps; i++) {
        const uint64_t seed = 7000 + (uint64_t)i;
        of.source = (random_source){ seed };
        begin(&of);
        for (int k = 0; k < REQUESTS; k++)
            draw_and_ask(&of, seed);
        end(&of);
    }
    assert_true(of.found > maps);
    assert_true(of.legal > of.found / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_keeps_what_is_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
