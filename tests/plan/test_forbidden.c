/// Moves that an overlay forbids: no method makes them, no smoothing, and no pass over a finished path. FAIRWAY_MANY=N
/// in the environment draws N times as many cases.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/move_samples.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/path.h"
#include "fairway/fairway.h"

enum { MOST_TILES = 32 * 32, WORLDS = 30, REQUESTS = 10 };

static const uint8_t eastward = FW_MOVE_E | FW_MOVE_NE | FW_MOVE_SE;

static const fw_method methods[] = { FW_AUTO,           FW_GRID,           FW_ASTAR,
                                     FW_ON_DEMAND,      FW_DIRECTIONAL,    FW_DIRECTIONAL_8,
                                     FW_DIRECTIONAL_24, FW_DIRECTIONAL_48, FW_DIRECTIONAL_80,
                                     FW_HYBRID,         FW_HYBRID_STRICT };
enum { METHODS = sizeof methods / sizeof *methods, SMOOTHINGS = FW_SMOOTHING_COUNT };

static bool one_in(random_source *source, uint32_t chances)
{
    return random_below(source, chances) == 0;
}

static int32_t pick(random_source *source, int32_t count)
{
    return (int32_t)random_below(source, (uint32_t)count);
}

/// A map with one unit, and the moves that are forbidden there.
typedef struct one_way {
    fw_map *map;
    fw_unit_def def;
    fw_unit_id unit;
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path;
    fw_speed_def speeds;
    uint8_t moves[MOST_TILES];
    forbidden_moves under;
} one_way;

static void begin(one_way *way, fw_map *map, fw_unit_def def)
{
    *way = (one_way){ .map = map, .unit = add_unit(map, def) };
    way->under = (forbidden_moves){ fw_map_width(map), fw_map_height(map), way->moves };
    assert_int_equal(fw_map_unit(map, way->unit, &way->def), FW_OK);
    assert_int_equal(fw_planner_create(map, NULL, &way->planner), FW_OK);
    assert_int_equal(fw_overlay_create(way->under.width, way->under.height, NULL, &way->overlay), FW_OK);
    assert_int_equal(fw_path_create(NULL, &way->path), FW_OK);
}

static void end(one_way *way)
{
    fw_path_destroy(way->path);
    fw_overlay_destroy(way->overlay);
    fw_planner_destroy(way->planner);
    fw_map_destroy(way->map);
}

static void forbid(one_way *way, int32_t x, int32_t y, uint8_t moves)
{
    assert_int_equal(fw_overlay_forbid(way->overlay, x, y, moves), FW_OK);
    way->moves[y * way->under.width + x] |= moves;
}

static bool makes_forbidden_move(const one_way *way, double *at)
{
    return samples_make_forbidden_move(&way->under, way->def.size, way->path, at);
}

static bool checker_finds_forbidden_move(const one_way *way, double *at)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = way->overlay;
    assert_int_equal(fw_path_check(way->map, way->unit, way->path, &def, &report), FW_OK);
    *at = report.first_at;
    return report.faults[FW_FAULT_FORBIDDEN] > 0;
}

static void assert_obeys(const one_way *way, const char *what)
{
    double at;
    if (makes_forbidden_move(way, &at)) {
        fw_pose pose;
        fw_path_pose_at(way->path, at, &pose);
        fail_msg("%s: a forbidden move after %g tiles, at %.9g, %.9g", what, at, pose.x, pose.y);
    }
    if (checker_finds_forbidden_move(way, &at))
        fail_msg("%s: the checker finds a forbidden move after %g tiles", what, at);
}

static void write_path(const one_way *way, const fw_segment *segments, int32_t count)
{
    const fw_path_summary summary = { .outcome = FW_OUTCOME_FOUND, .unit = way->unit };
    path_begin(way->path);
    assert_int_equal(path_push_all(way->path, segments, count), FW_OK);
    path_end(way->path, &summary);
}

/// A column of tiles that are not left eastward, but for the last row where a unit fits.
static void begin_column(one_way *way, fw_unit_def def)
{
    begin(way, open_map(24, 16), def);
    for (int32_t y = 0; y < 16 - way->def.size; y++)
        forbid(way, 11, y, eastward);
}

/// A line or an arc that begins on the lattice, on a side, in a corner, or anywhere.
static fw_segment random_segment(random_source *source)
{
    const bool is_aligned = one_in(source, 2);
    const double quarters_x = 12 + pick(source, 40), quarters_y = 12 + pick(source, 40);
    fw_segment segment = { .start = { quarters_x / 4, quarters_y / 4, FW_PI / 4 * pick(source, 8) },
                           .length = 0.25 * (1 + pick(source, 24)),
                           .gear = one_in(source, 2) ? FW_REVERSE : FW_FORWARD };
    if (!is_aligned) {
        segment.start.x += random_unit(source);
        segment.start.heading += random_unit(source);
    }
    if (is_aligned &&
        segment.start.heading / (FW_PI / 4) - 2 * floor(segment.start.heading / (FW_PI / 2)) == 1)
        segment.length *= sqrt(2);
    if (one_in(source, 2))
        segment.curvature = (one_in(source, 2) ? 1 : -1) / (0.25 * (1 + pick(source, 12)));
    return segment;
}

/// But for arcs that touch a side where they turn back: these may count as in the tile on the other hand for a while,
/// and make their moves there.
TEST(a_sweep_finds_the_moves_that_samples_find)
{
    random_source source = { 77 };
    int free = 0, forbidden = 0;
    for (int32_t size = 1; size <= 4; size++) {
        one_way way;
        fw_unit_def def = unit_of_size(size);
        def.footprint = fw_circle(0.1);
        begin(&way, open_map(20, 20), def);
        for (int i = 0; i < 150; i++)
            forbid(&way, pick(&source, 20), pick(&source, 20), (uint8_t)(1u << pick(&source, 8)));
        for (int i = 0; i < rounds(2000); i++) {
            const fw_segment segment = random_segment(&source);
            bool is_free, is_on_map;
            double at;
            assert_int_equal(fw_sweep(way.map, way.unit, NULL, &segment, &is_on_map), FW_OK);
            assert_int_equal(fw_sweep(way.map, way.unit, way.overlay, &segment, &is_free), FW_OK);
            assert_true(is_on_map || !is_free);
            if (!is_on_map)
                continue;
            write_path(&way, &segment, 1);
            const bool is_forbidden = makes_forbidden_move(&way, &at);
            if (is_free && checker_finds_forbidden_move(&way, &at))
                fail_msg("size %d, case %d: the checker finds a forbidden move", (int)size, i);
            const bool may_graze =
                segment.curvature != 0 && segment.start.x * 4 == floor(segment.start.x * 4);
            if (is_free ? is_forbidden : !is_forbidden && !may_graze)
                fail_msg("size %d, case %d: %s, after %g tiles, from %.17g, %.17g, heading %g, curvature %g, "
                         "length %g, gear %d",
                         (int)size, i, is_free ? "free" : "forbidden", at, segment.start.x, segment.start.y,
                         segment.start.heading, segment.curvature, segment.length, (int)segment.gear);
            free += is_free;
            forbidden += !is_free;
        }
        end(&way);
    }
    assert_true(free > at_least(500) && forbidden > at_least(500));
}

static fw_request request_across(const one_way *way)
{
    fw_request ask = fw_default_request();
    ask.unit = way->unit;
    ask.start = fw_pose_on_tile(3, 4, way->def.size);
    ask.goal = fw_goal_on_tile(18, 4, way->def.size);
    ask.overlay = way->overlay;
    return ask;
}

static fw_unit_def vehicle(int32_t size, double turn_radius, bool reverse)
{
    fw_unit_def def = unit_of_size(size);
    def.footprint = fw_circle(size / 2.0 - 0.05);
    def.turn_radius = turn_radius;
    def.reverse = reverse;
    return def;
}

/// The shortest way for a point: down to the row that may be left, across, and up.
static double least_length(const one_way *way)
{
    const double down = 16 - way->def.size - 4 - 0.5, over = 12 - 3.5, on_to = 18.5 - 12;
    return sqrt(down * down + over * over) + sqrt(down * down + on_to * on_to) - 1e-6;
}

TEST(no_method_goes_through_a_one_way_column_the_wrong_way)
{
    for (int32_t size = 1; size <= 2; size++) {
        one_way way;
        begin_column(&way, vehicle(size, 1, size % 2));
        fw_request ask = request_across(&way);
        for (int method = 0; method < METHODS; method++) {
            ask.method = methods[method];
            ask.overlay = way.overlay;
            ask.allow_violations = true; // grid methods turn on the spot
            assert_int_equal(fw_map_prepare(way.map, way.unit, ask.method), FW_OK);
            assert_int_equal(fw_find_path(way.planner, &ask, way.path), FW_OK);
            assert_obeys(&way, fw_method_name(ask.method));
            assert_true(fw_path_length(way.path) >= least_length(&way));
            ask.overlay = NULL;
            assert_int_equal(fw_find_path(way.planner, &ask, way.path), FW_OK);
            assert_near(fw_path_length(way.path), 15, 1e-6);
        }
        end(&way);
    }
}

TEST(no_smoothing_goes_through_a_one_way_column_the_wrong_way)
{
    for (int32_t size = 1; size <= 4; size++)
        for (int kind = 0; kind < 5 * SMOOTHINGS; kind++) {
            static const fw_corner_rule corners[] = { FW_CORNERS_NEVER, FW_CORNERS_ALWAYS, FW_CORNERS_ONE,
                                                      FW_CORNERS_ORTHOGONAL, FW_CORNERS_NEVER };
            const int rule = kind / SMOOTHINGS;
            one_way way;
            fw_unit_def def = vehicle(size, rule == 4 ? 2 : 0, false);
            def.corners = corners[rule];
            begin_column(&way, def);
            fw_request ask = request_across(&way);
            ask.method = FW_ASTAR;
            ask.allow_violations = true; // before it is smoothed, it turns on the spot
            ask.smoothing = (fw_smoothing)(kind % SMOOTHINGS);
            assert_int_equal(fw_find_path(way.planner, &ask, way.path), FW_OK);
            assert_obeys(&way, "smoothed");
            const double length = fw_path_length(way.path);
            assert_true(length >= least_length(&way));
            ask.smoothing = FW_SMOOTH_NONE;
            assert_int_equal(fw_find_path(way.planner, &ask, way.path), FW_OK);
            assert_int_equal(
                fw_path_smooth(way.planner, way.overlay, (fw_smoothing)(kind % SMOOTHINGS), way.path), FW_OK);
            assert_obeys(&way, "smoothed afterwards");
            assert_int_equal(fw_path_fix_angles(way.planner, way.overlay, 8 + 8 * (kind % 2), way.path),
                             FW_OK);
            assert_obeys(&way, "at fixed angles");
            end(&way);
        }
}

TEST(a_taut_path_is_taut_where_it_may_be)
{
    one_way way;
    begin_column(&way, unit_of_size(1));
    fw_request ask = request_across(&way);
    ask.method = FW_ASTAR;
    ask.smoothing = FW_SMOOTH_TAUT;
    assert_int_equal(fw_find_path(way.planner, &ask, way.path), FW_OK);
    assert_true(fw_path_length(way.path) < least_length(&way) + 2);
    end(&way);
}

static fw_unit_def random_unit_def(random_source *source, bool costs_differ)
{
    static const double radii[] = { 0, 0, 0.5, 1, 1.5, 2.5 };
    fw_unit_def def = unit_of_size(1 + pick(source, 4));
    def.turn_radius = radii[pick(source, 6)];
    def.corners = one_in(source, 2) ? (fw_corner_rule)pick(source, 4) : FW_CORNERS_NEVER;
    if (one_in(source, 2))
        def.footprint = fw_circle(def.size * (0.25 + 0.25 * random_unit(source)));
    else if (def.turn_radius > 0)
        def.footprint = fw_rectangle(def.size * (1 + random_unit(source)), def.size * 0.9);
    for (int terrain = 1; terrain < 4; terrain++)
        def.terrain_cost[terrain] = costs_differ ? (float)terrain : 1.0F;
    def.reverse = def.turn_radius > 0 && one_in(source, 2);
    if (def.reverse && one_in(source, 2)) {
        def.reverse_penalty = 1.5;
        def.gear_change_cost = 0.5;
    }
    return def;
}

/// Columns or rows of one-way tiles, and scattered moves.
static void forbid_at_random(one_way *way, random_source *source)
{
    const int32_t width = way->under.width, height = way->under.height;
    for (int32_t lines = pick(source, 4); lines > 0; lines--) {
        const bool is_column = one_in(source, 2);
        const int32_t at = pick(source, is_column ? width : height), side = is_column ? height : width;
        const int32_t first = pick(source, side), last = first + pick(source, side - first);
        const int turned = 4 * pick(source, 2) + (is_column ? 0 : 2); // clockwise, by eighths
        for (int32_t i = first; i <= last; i++)
            forbid(way, is_column ? at : i, is_column ? i : at, (uint8_t)(eastward * 0x101u << turned >> 8));
    }
    for (int32_t scattered = pick(source, width * height / 4 + 1); scattered > 0; scattered--)
        forbid(way, pick(source, width), pick(source, height), (uint8_t)(1u << pick(source, 8)));
    if (one_in(source, 3))
        fw_overlay_block(way->overlay, pick(source, width), pick(source, height), 2, 1);
}

static void begin_at_random(one_way *way, random_source *source)
{
    const int32_t width = 6 + pick(source, 20), height = 6 + pick(source, 20);
    const bool costs_differ = one_in(source, 3);
    fw_map *map = map_at_random(source, width, height, random_below(source, 12), costs_differ ? 3 : 1);
    begin(way, map, random_unit_def(source, costs_differ));
    forbid_at_random(way, source);
}

/// On the lattice, on a side or a corner of tiles, or anywhere.
static fw_pose random_place(const one_way *way, random_source *source)
{
    fw_pose at = { 0 };
    for (int tries = 0; tries < 10; tries++) {
        const int32_t x = pick(source, way->under.width), y = pick(source, way->under.height);
        at = fw_pose_on_tile(x, y, way->def.size);
        if (fw_map_fits(way->map, way->unit, x, y))
            break;
    }
    at.heading = FW_PI / 4 * pick(source, 8);
    if (one_in(source, 2))
        return at;
    const bool is_anywhere = one_in(source, 2);
    at.x += is_anywhere ? random_unit(source) - 0.5 : 0.5 * pick(source, 2);
    at.y += is_anywhere ? random_unit(source) - 0.5 : 0.5 * pick(source, 2);
    at.heading = one_in(source, 2) ? at.heading : 6 * random_unit(source);
    return at;
}

static fw_request random_request(one_way *way, random_source *source, fw_pose *places)
{
    fw_request ask = fw_default_request();
    ask.unit = way->unit;
    ask.overlay = way->overlay;
    ask.start = random_place(way, source);
    for (int i = 0; i < 3; i++)
        places[i] = random_place(way, source);
    const fw_goal goals[] = {
        fw_goal_at(places[0].x, places[0].y), fw_goal_pose(places[0]),
        fw_goal_pose_within(places[0], 2),    fw_goal_within(places[0].x, places[0].y, 2),
        fw_goal_nearest_of(places, 3),        fw_goal_nearest_pose_of(places, 3)
    };
    ask.goal = goals[one_in(source, 2) ? pick(source, 2) : pick(source, 6)];
    ask.method = methods[one_in(source, 2) ? pick(source, 4) : pick(source, METHODS)];
    ask.smoothing = (fw_smoothing)pick(source, SMOOTHINGS);
    ask.nearest = one_in(source, 5);
    ask.weight = one_in(source, 3) ? 1.5 : 1;
    ask.fixed_angles = one_in(source, 6) ? 8 + 8 * pick(source, 2) : 0;
    if (ask.method >= FW_DIRECTIONAL) {
        way->speeds = fw_default_speed_def();
        way->speeds.top = 1 + random_unit(source);
        ask.fastest = one_in(source, 4) ? &way->speeds : NULL;
        ask.turn_charge = one_in(source, 4) ? 2 : 0;
        ask.heuristic =
            one_in(source, 4) ? (fw_heuristic)pick(source, FW_HEURISTIC_MOTIONS + 1) : FW_HEURISTIC_AUTO;
    } else {
        ask.fewer_bends = one_in(source, 6);
        ask.pre_smooth = one_in(source, 6) ? FW_PRE_SMOOTH_48 : FW_PRE_SMOOTH_NONE;
        ask.turns = one_in(source, 3) ? (fw_turns)pick(source, FW_TURNS_BACK_UP + 1) : FW_TURNS_NONE;
        ask.roads = one_in(source, 4) ? (fw_roads)pick(source, FW_ROADS_CONES + 1) : FW_ROADS_NONE;
        ask.road_terrains = 1u << 1;
        ask.keep_right = one_in(source, 6);
    }
    if (one_in(source, 8)) {
        ask.partial = true;
        ask.max_work = 1 + random_below(source, 200);
    }
    return ask;
}

static void describe(char *text, size_t size, uint64_t seed, int index, const one_way *way,
                     const fw_request *ask, const char *what)
{
    snprintf(text, size,
             "seed %llu, request %d: %s, size %d, radius %g, %s, smoothing %d, turns %d, roads %d, fixed %d, "
             "corners %d",
             (unsigned long long)seed, index, what, (int)way->def.size, way->def.turn_radius,
             fw_method_name(ask->method), (int)ask->smoothing, (int)ask->turns, (int)ask->roads,
             (int)ask->fixed_angles, (int)way->def.corners);
}

/// A pass over the path that A* finds.
static void pass_over(one_way *way, fw_request ask, random_source *source, char *what, size_t size,
                      uint64_t seed, int index)
{
    const fw_turns turns = (fw_turns)pick(source, FW_TURNS_BACK_UP + 1);
    const fw_smoothing smoothing = (fw_smoothing)pick(source, SMOOTHINGS);
    const int pass = pick(source, 3), again = pick(source, 3);
    const fw_request plain = fw_default_request();
    fw_request bare = plain;
    bare.unit = ask.unit;
    bare.overlay = ask.overlay;
    bare.start = ask.start;
    bare.goal = ask.goal;
    bare.method = FW_ASTAR;
    if (fw_find_path(way->planner, &bare, way->path) != FW_OK)
        return;
    for (int i = 0; i < 2; i++) {
        const int which = i == 0 ? pass : again;
        if (which == 0)
            fw_path_smooth(way->planner, way->overlay, smoothing, way->path);
        else if (which == 1)
            fw_path_turn(way->planner, way->overlay, turns, NULL, NULL, way->path);
        else
            fw_path_fix_angles(way->planner, way->overlay, 8, way->path);
        ask.smoothing = smoothing;
        ask.turns = turns;
        describe(what, size, seed, index, way, &ask,
                 which == 0   ? "smoothed"
                 : which == 1 ? "turned"
                              : "fixed");
        assert_obeys(way, what);
    }
}

TEST(nothing_makes_a_forbidden_move)
{
    const int worlds = rounds(WORLDS);
    int found = 0;
    char what[512];
    for (int i = 0; i < worlds; i++) {
        const uint64_t seed = 9000 + (uint64_t)i;
        random_source source = { seed };
        one_way way;
        fw_pose places[3];
        begin_at_random(&way, &source);
        for (int k = 0; k < REQUESTS; k += stride(3)) {
            const fw_request ask = random_request(&way, &source, places);
            fw_map_prepare(way.map, way.unit, ask.method);
            const fw_result result = fw_find_path(way.planner, &ask, way.path);
            if (result == FW_OK) {
                found++;
                describe(what, sizeof what, seed, k, &way, &ask, "found");
                assert_obeys(&way, what);
            }
            pass_over(&way, ask, &source, what, sizeof what, seed, k);
        }
        end(&way);
    }
    assert_true(found > 2 * at_least(WORLDS));
}

/// To poses that take turning round: the hybrid also goes backward from its goal.
TEST(hybrids_make_no_forbidden_move_into_their_goal)
{
    random_source source = { 5 };
    int found = 0;
    for (int world = 0; world < rounds(8); world++) {
        one_way way;
        begin(&way, map_at_random(&source, 24, 24, 4, 1), vehicle(1, world % 2 ? 1.5 : 2.5, false));
        for (int i = 0; i < 100; i++)
            forbid(&way, pick(&source, 24), pick(&source, 24), (uint8_t)(1u << pick(&source, 8)));
        assert_int_equal(fw_map_prepare(way.map, way.unit, FW_HYBRID), FW_OK);
        assert_int_equal(fw_map_prepare(way.map, way.unit, FW_HYBRID_STRICT), FW_OK);
        for (int i = 0; i < 40; i += stride(3)) {
            fw_request ask = request_across(&way);
            ask.start = random_place(&way, &source);
            ask.goal = fw_goal_pose(random_place(&way, &source));
            ask.method = i % 2 ? FW_HYBRID : FW_HYBRID_STRICT;
            if (fw_find_path(way.planner, &ask, way.path) != FW_OK)
                continue;
            found++;
            assert_obeys(&way, "hybrid");
        }
        end(&way);
    }
    assert_true(found > at_least(80));
}
