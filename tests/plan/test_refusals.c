#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

/// What a refusal must say.
static void assert_names(const fw_refusal *why, fw_result result, const char *field, const char *other)
{
    if (why->result != result || strcmp(why->field, field) != 0 || strcmp(why->other, other) != 0)
        print_error("%s and %s: %s (%s), expected %s and %s: %s\n", why->field, why->other, why->reason,
                    fw_result_text(why->result), field, other, fw_result_text(result));
    assert_int_equal(why->result, result);
    assert_string_equal(why->field, field);
    assert_string_equal(why->other, other);
    assert_true(why->reason[0] != '\0' && why->reason[strlen(why->reason) - 1] != '.');
}

static void assert_nothing_wrong(const fw_refusal *why)
{
    assert_int_equal(why->result, FW_OK);
    assert_string_equal(why->field, "");
    assert_string_equal(why->other, "");
    assert_string_equal(why->reason, "");
}

/// A number of a struct, where it lies, and what it may not be besides NaN and infinities.
typedef struct number_field {
    const char *name;
    size_t place;
    bool is_float;
    fw_result refusal;
    double good[3], bad[3];
} number_field;

static void set_number(void *context, const number_field *field, double value)
{
    if (field->is_float)
        *(float *)((char *)context + field->place) = (float)value;
    else
        *(double *)((char *)context + field->place) = value;
}

/// A whole number or enumeration of a struct.
typedef struct whole_field {
    const char *name;
    size_t place;
    fw_result refusal;
    int32_t good[3], bad[3];
} whole_field;

static void set_whole(void *context, const whole_field *field, int32_t value)
{
    *(int32_t *)((char *)context + field->place) = value;
}

/// Sets each field to each of its values, one at a time, and asks `judge` of a struct that is otherwise `plain`.
typedef fw_refusal (*judge_fn)(const void *what);

static void try_numbers(const void *plain, size_t size, const number_field *fields, size_t count,
                        judge_fn judge)
{
    uint64_t copy[128];
    assert_true(size <= sizeof copy);
    const double never[] = { NAN, INFINITY, -INFINITY };
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 9; k++) {
            memcpy(copy, plain, size);
            set_number(copy, &fields[i],
                       k < 3   ? never[k]
                       : k < 6 ? fields[i].bad[k - 3]
                               : fields[i].good[k - 6]);
            const fw_refusal why = judge(copy);
            if (k < 6)
                assert_names(&why, k < 3 ? FW_NOT_FINITE : fields[i].refusal, fields[i].name, "");
            else
                assert_nothing_wrong(&why);
        }
}

static void try_wholes(const void *plain, size_t size, const whole_field *fields, size_t count,
                       judge_fn judge)
{
    uint64_t copy[128];
    assert_true(size <= sizeof copy);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 6; k++) {
            memcpy(copy, plain, size);
            set_whole(copy, &fields[i], k < 3 ? fields[i].bad[k] : fields[i].good[k - 3]);
            const fw_refusal why = judge(copy);
            if (k < 3)
                assert_names(&why, fields[i].refusal, fields[i].name, "");
            else
                assert_nothing_wrong(&why);
        }
}

#define COUNT_OF(items) (sizeof(items) / sizeof *(items))

/// The map of all tests: ground and swamp, roads, a wall with a gap.
static const char *const field[] = { "........", "...#....", "...#.RRR", "SS.#.RRR", "........", "........" };

enum { SIDE = 8, ROWS = 6 };

static struct {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_unit_id walker; ///< turns on the spot
    fw_unit_id car;    ///< with a turning radius and no reverse gear, prepared for everything
    fw_unit_id cutter; ///< cuts corners
    fw_unit_id dear;   ///< terrains cost different amounts
    fw_unit_id lean;   ///< FW_ON_DEMAND alone
    fw_unit_id lorry;  ///< with a body that is too long for motions
    fw_overlay *cone;
} at;

static fw_unit_id add_prepared(fw_unit_def unit)
{
    unit.terrain_cost[FW_ROAD] = unit.terrain_cost[FW_GROUND];
    const fw_unit_id id = add_unit(at.map, unit);
    for (int method = 0; method < FW_METHOD_COUNT && unit.methods != FW_METHOD_BIT(FW_ON_DEMAND); method++)
        fw_map_prepare(at.map, id, (fw_method)method);
    return id;
}

static int open_field(void **state)
{
    at.map = DRAWN(field);
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(0.3);
    at.walker = add_prepared(unit);
    unit.corners = FW_CORNERS_ALWAYS;
    unit.turn_radius = 1;
    at.cutter = add_prepared(unit);
    unit.corners = FW_CORNERS_NEVER;
    at.car = add_prepared(unit);
    unit.terrain_cost[FW_SWAMP] = 3;
    at.dear = add_prepared(unit);
    unit.footprint = fw_rectangle(100, 1);
    at.lorry = add_prepared(unit);
    unit = fw_default_unit_def();
    unit.methods = FW_METHOD_BIT(FW_ON_DEMAND);
    at.lean = add_prepared(unit);
    assert_int_equal(fw_planner_create(at.map, NULL, &at.planner), FW_OK);
    assert_int_equal(fw_overlay_create(SIDE, ROWS, NULL, &at.cone), FW_OK);
    assert_int_equal(fw_overlay_add_cost(at.cone, 7, 5, 1, 1, 1.0f), FW_OK);
    at.path = new_path();
    return 0;
}

static int close_field(void **state)
{
    fw_path_destroy(at.path);
    fw_overlay_destroy(at.cone);
    fw_planner_destroy(at.planner);
    fw_map_destroy(at.map);
    return 0;
}

static fw_request plain_request(fw_unit_id unit)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = (fw_pose){ 0.5, 0.5, 0 };
    ask.goal = fw_goal_at(6.5, 4.5);
    return ask;
}

/// What is told of a unit is what adding it returns.
static fw_refusal judge_unit(const void *what)
{
    const fw_unit_def *unit = what;
    const fw_refusal why = fw_unit_refusal(unit);
    fw_unit_id id = 0;
    assert_int_equal(fw_map_add_unit(at.map, unit, &id), why.result);
    if (why.result == FW_OK)
        assert_int_equal(fw_map_remove_unit(at.map, id), FW_OK);
    return why;
}

TEST(every_field_of_a_unit_is_named)
{
#define NUMBER(name) #name, offsetof(fw_unit_def, name), false
    static const number_field numbers[] = {
        { NUMBER(turn_radius), FW_BAD_VALUE, { 0, 1.0 / 64, 1024 }, { -1, 1024.5, 1e300 } },
        { NUMBER(reverse_penalty), FW_BAD_VALUE, { 1, 2, 255 }, { 0.5, -1, 256 } },
        { NUMBER(gear_change_cost), FW_BAD_VALUE, { 0, 1e-9, 1024 }, { -0.5, 1025, 1e9 } },
        { "terrain_cost[1]",
          offsetof(fw_unit_def, terrain_cost[1]),
          true,
          FW_BAD_VALUE,
          { 0, 0.0625, 255 },
          { 0.06, -1, 255.5 } },
        { "terrain_cost[31]",
          offsetof(fw_unit_def, terrain_cost[31]),
          true,
          FW_BAD_VALUE,
          { 0, 1, 255 },
          { 0.01, -1, 256 } },
    };
#undef NUMBER
#define WHOLE(name) #name, offsetof(fw_unit_def, name)
    static const whole_field wholes[] = {
        { WHOLE(size), FW_BAD_SIZE, { 0, 1, 64 }, { -1, 65, INT32_MIN } },
        { WHOLE(footprint.kind), FW_BAD_VALUE, { 0, 0, 0 }, { 4, -1, 99 } },
        { WHOLE(corners), FW_BAD_VALUE, { 0, 1, 3 }, { 4, -1, 99 } },
        { WHOLE(headings), FW_BAD_VALUE, { 8, 16, 8 }, { 0, 12, -8 } },
        { WHOLE(cluster), FW_BAD_VALUE, { 0, 4, 64 }, { 3, 65, -16 } },
        { WHOLE(dominance), FW_BAD_VALUE, { 0, 1, 2 }, { -1, 3, 99 } },
        { WHOLE(placement), FW_BAD_VALUE, { 0, 1, 2 }, { -1, 3, 99 } },
        { WHOLE(methods), FW_BAD_VALUE, { 0, 1, 4 }, { INT32_MIN, 1 << FW_METHOD_COUNT, -1 } },
    };
#undef WHOLE
    fw_unit_def unit = fw_default_unit_def();
    try_numbers(&unit, sizeof unit, numbers, COUNT_OF(numbers), judge_unit);
    try_wholes(&unit, sizeof unit, wholes, COUNT_OF(wholes), judge_unit);
    static const number_field circle = {
        "footprint.radius", offsetof(fw_unit_def, footprint.radius), false, FW_BAD_SIZE, { 0.01, 1, 32 },
        { 0, -1, 65 }
    };
    unit.footprint = fw_circle(1);
    try_numbers(&unit, sizeof unit, &circle, 1, judge_unit);
    static const number_field sides[] = {
        { "footprint.length",
          offsetof(fw_unit_def, footprint.length),
          false,
          FW_BAD_SIZE,
          { 0.01, 1, 32 },
          { 0, -1, 129 } },
        { "footprint.width",
          offsetof(fw_unit_def, footprint.width),
          false,
          FW_BAD_SIZE,
          { 0.01, 1, 32 },
          { 0, -1, 129 } },
    };
    unit.footprint = fw_rectangle(1, 1);
    try_numbers(&unit, sizeof unit, sides, COUNT_OF(sides), judge_unit);
}

TEST(what_is_wrong_with_a_unit_as_a_whole_is_named)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.cookie = 0;
    fw_refusal why = judge_unit(&unit);
    assert_names(&why, FW_BAD_DEF, "cookie", "");
    unit = fw_default_unit_def();
    unit.terrain_cost[FW_GROUND] = unit.terrain_cost[FW_SWAMP] = 0;
    why = judge_unit(&unit);
    assert_names(&why, FW_BAD_VALUE, "terrain_cost", "");
    unit = fw_default_unit_def();
    unit.footprint = fw_circle(40);
    why = judge_unit(&unit);
    assert_names(&why, FW_BAD_SIZE, "footprint", "size");
    why = fw_unit_refusal(NULL);
    assert_names(&why, FW_NULL_ARGUMENT, "def", "");
}

static fw_refusal judge_speeds(const void *what)
{
    const fw_speed_def *speeds = what;
    const fw_segment line = { .start = { 0.5, 0.5, 0 }, .length = 1 };
    const fw_refusal why = fw_speed_refusal(speeds);
    assert_int_equal(fw_path_set(at.path, &line, 1, NULL), FW_OK);
    const fw_result profiled = fw_path_profile(at.map, speeds, at.path, NULL);
    assert_int_equal(profiled == FW_NOT_FOUND ? FW_OK : profiled, why.result); // no braking is strong enough
    return why;
}

TEST(every_field_of_speeds_is_named)
{
#define RATE(name) #name, offsetof(fw_speed_def, name), false, FW_BAD_VALUE
    static const number_field numbers[] = {
        { RATE(top), { 1e-9, 1, 1e9 }, { 0, -1, 2e9 } },
        { RATE(acceleration), { 1e-9, 1, 1e9 }, { 0, -1, 2e9 } },
        { RATE(braking), { 1e-9, 1, 1e9 }, { 0, 1e-10, 2e9 } },
        { RATE(lateral), { 1e-9, 1, 1e9 }, { 0, -1, 2e9 } },
        { RATE(start), { 0, 1, 1e9 }, { -0.5, 1e-10, 2e9 } },
        { RATE(end), { 0, 1, 1e9 }, { -0.5, 1e-10, 2e9 } },
        { RATE(turn_radius), { 0, 1, 1e9 }, { -0.5, 1e-10, 2e9 } },
        { RATE(radius_per_speed), { 0, 1, 1e9 }, { -0.5, 1e-10, 2e9 } },
        { RATE(terrain_top[0]), { 0, 1, 1e9 }, { -0.5, 1e-10, 2e9 } },
        { RATE(terrain_top[31]), { 0, 1, 1e9 }, { -0.5, 1e-10, 2e9 } },
    };
#undef RATE
    fw_speed_def speeds = fw_default_speed_def();
    try_numbers(&speeds, sizeof speeds, numbers, COUNT_OF(numbers), judge_speeds);
    speeds.cookie = 0;
    fw_refusal why = judge_speeds(&speeds);
    assert_names(&why, FW_BAD_DEF, "cookie", "");
    why = fw_speed_refusal(NULL);
    assert_names(&why, FW_NULL_ARGUMENT, "def", "");
}

static bool is_refusal(fw_result result)
{
    return result >= FW_NULL_ARGUMENT && result != FW_NO_MEMORY && result != FW_TOO_MANY &&
           result != FW_ILLEGAL;
}

/// What is told of a request is what a search for it returns.
static fw_refusal judge_request(const void *what)
{
    const fw_request *ask = what;
    const fw_refusal why = fw_request_refusal(at.map, ask);
    const fw_result found = fw_find_path(at.planner, ask, at.path);
    assert_int_equal(is_refusal(found) ? found : FW_OK, why.result);
    fw_search *search = NULL;
    assert_int_equal(fw_search_begin(at.planner, ask, &search), why.result);
    fw_search_end(search);
    if (why.result != FW_OK)
        assert_int_equal(fw_request_ignored(at.map, ask, NULL, 0), 0);
    return why;
}

TEST(every_field_of_a_request_is_named)
{
#define NUMBER(name) #name, offsetof(fw_request, name), false
    static const number_field numbers[] = {
        { NUMBER(weight), FW_BAD_VALUE, { 1, 2, 1000 }, { 0.5, -1, 1001 } },
        { NUMBER(max_distance), FW_BAD_VALUE, { 0, 1, 1e300 }, { -1, -1e-9, -1e300 } },
        { NUMBER(turn_charge), FW_BAD_VALUE, { 0, 1, 1e6 }, { -1, -1e-9, -1e300 } },
        { NUMBER(splice), FW_BAD_VALUE, { 0, 1, 1e9 }, { -1, -1e-9, 2e9 } },
        { NUMBER(braking), FW_BAD_VALUE, { 0, 1, 32768 }, { -1, 32769, 1e300 } },
        { NUMBER(sample_step), FW_BAD_VALUE, { 0, 0.015625, 64 }, { -1, 0.0156, 64.5 } },
        { NUMBER(nearest_tolerance), FW_BAD_VALUE, { 0, 1, 32768 }, { -1, 32769, 1e300 } },
        { NUMBER(bend_cost), FW_BAD_VALUE, { 0, 1, 1024 }, { -1, -1e-9, 1025 } },
        { NUMBER(start.x), FW_OUT_OF_BOUNDS, { 0.5, 1, 2 }, { -1, 9, 1e300 } },
        { NUMBER(start.y), FW_OUT_OF_BOUNDS, { 0.5, 1, 2 }, { -1, 7, 1e300 } },
        { NUMBER(start_slack), FW_BAD_VALUE, { 0, 1, 32768 }, { -1, 32769, 1e300 } },
        { NUMBER(goal.heading_tolerance), FW_BAD_VALUE, { 0, 1, FW_PI }, { -1, 3.2, 1e300 } },
        { NUMBER(goal.pose.x), FW_OUT_OF_BOUNDS, { 6.5, 5, 6 }, { -1, 9, 1e300 } },
        { NUMBER(goal.pose.y), FW_OUT_OF_BOUNDS, { 4.5, 4, 5 }, { -1, 7, 1e300 } },
    };
    static const number_field radius = {
        NUMBER(goal.radius), FW_BAD_VALUE, { 0, 1, 32768 }, { -1, 32769, 1e300 }
    };
#undef NUMBER
#define WHOLE(name) #name, offsetof(fw_request, name), FW_BAD_VALUE
    static const whole_field wholes[] = {
        { WHOLE(method), { FW_AUTO, FW_GRID, FW_ASTAR }, { -1, FW_METHOD_COUNT, 99 } },
        { WHOLE(headings), { 0, 8, 8 }, { 7, -8, 12 } },
        { WHOLE(cluster), { 0, 1, 1024 }, { -1, -2, INT32_MIN } },
        { WHOLE(dominance), { 0, 0, 0 }, { -1, 3, 99 } },
        { WHOLE(placement), { 0, 0, 0 }, { -1, 3, 99 } },
        { WHOLE(segment), { 0, 1, INT32_MAX }, { -1, -2, INT32_MIN } },
        { WHOLE(heuristic), { 0, 1, 4 }, { -1, 7, 99 } },
        { WHOLE(pre_smooth), { 0, 0, 0 }, { -1, 3, 99 } },
        { WHOLE(smoothing), { 0, 1, 6 }, { -1, 7, 99 } },
        { WHOLE(turns), { 0, 1, 3 }, { -1, 5, 99 } },
        { WHOLE(roads), { 0, 1, 2 }, { -1, 5, 99 } },
        { WHOLE(fixed_angles), { 0, 8, 16 }, { 4, -8, 99 } },
        { WHOLE(goal.kind), { 0, 1, 0 }, { -1, 4, 99 } },
    };
#undef WHOLE
    fw_request ask = plain_request(at.walker);
    // A place off the map is named as a whole, a number that is none by itself.
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        number_field one = numbers[i];
        char whole[32];
        snprintf(whole, sizeof whole, "%s", one.name);
        if (one.refusal == FW_OUT_OF_BOUNDS)
            *strrchr(whole, '.') = '\0';
        for (int k = 0; k < 9; k++) {
            const double never[] = { NAN, INFINITY, -INFINITY };
            fw_request tried = ask;
            set_number(&tried, &one, k < 3 ? never[k] : k < 6 ? one.bad[k - 3] : one.good[k - 6]);
            const fw_refusal why = judge_request(&tried);
            if (k < 3)
                assert_names(&why, FW_NOT_FINITE, one.name, "");
            else if (k < 6)
                assert_names(&why, one.refusal, whole, "");
            else
                assert_nothing_wrong(&why);
        }
    }
    try_wholes(&ask, sizeof ask, wholes, COUNT_OF(wholes), judge_request);
    ask.goal = fw_goal_within(6.5, 4.5, 1);
    try_numbers(&ask, sizeof ask, &radius, 1, judge_request);
    ask.goal.pose.heading = NAN;
    fw_refusal why = judge_request(&ask);
    assert_names(&why, FW_NOT_FINITE, "goal.pose.heading", "");
    ask.goal = fw_goal_within(-50, 4.5, 1);
    why = judge_request(&ask);
    assert_names(&why, FW_OUT_OF_BOUNDS, "goal.pose", "");
    ask = plain_request(at.walker);
    ask.start.heading = INFINITY;
    why = judge_request(&ask);
    assert_names(&why, FW_NOT_FINITE, "start.heading", "");
}

TEST(what_a_request_points_to_is_named)
{
    fw_request ask = plain_request(at.car);
    fw_pose set[3] = { { 6.5, 4.5, 0 }, { 5.5, 4.5, 0 }, { 1, 1, 0 } };
    ask.goal = fw_goal_nearest_pose_of(NULL, 3);
    fw_refusal why = judge_request(&ask);
    assert_names(&why, FW_NULL_ARGUMENT, "goal.set", "");
    for (int32_t count = -1; count <= 65537; count += count < 0 ? 1 : 65537) {
        ask.goal = fw_goal_nearest_pose_of(set, count);
        why = judge_request(&ask);
        assert_names(&why, FW_BAD_SIZE, "goal.count", "");
    }
    ask.goal = fw_goal_nearest_pose_of(set, 3);
    set[2].heading = NAN;
    why = judge_request(&ask);
    assert_names(&why, FW_NOT_FINITE, "goal.set[2]", "");
    ask.goal = fw_goal_nearest_of(set, 3); // whose headings do not count
    why = judge_request(&ask);
    assert_nothing_wrong(&why);
    set[0].x = set[1].x = set[2].x = 99;
    why = judge_request(&ask);
    assert_names(&why, FW_OUT_OF_BOUNDS, "goal.set", "");

    ask = plain_request(at.car);
    fw_overlay *other = new_overlay(SIDE, ROWS + 1);
    ask.overlay = other;
    why = judge_request(&ask);
    assert_names(&why, FW_WRONG_MAP, "overlay", "");
    fw_overlay_destroy(other);

    ask = plain_request(at.car);
    fw_speed_def speeds = fw_default_speed_def();
    ask.fastest = &speeds;
    speeds.terrain_top[3] = -1;
    why = judge_request(&ask);
    assert_names(&why, FW_BAD_VALUE, "fastest.terrain_top[3]", "");
    speeds.top = NAN;
    why = judge_request(&ask);
    assert_names(&why, FW_NOT_FINITE, "fastest.top", "");
    speeds.cookie = 0;
    why = judge_request(&ask);
    assert_names(&why, FW_BAD_DEF, "fastest.cookie", "");

    ask = plain_request(77);
    why = judge_request(&ask);
    assert_names(&why, FW_UNKNOWN_UNIT, "unit", "");
    ask = plain_request(at.car);
    ask.cookie = 0;
    why = judge_request(&ask);
    assert_names(&why, FW_BAD_DEF, "cookie", "");
    why = fw_request_refusal(at.map, NULL);
    assert_names(&why, FW_NULL_ARGUMENT, "request", "");
    why = fw_request_refusal(NULL, &ask);
    assert_names(&why, FW_NULL_ARGUMENT, "map", "");
    assert_int_equal(fw_request_ignored(NULL, &ask, NULL, 0), 0);
    assert_int_equal(fw_request_ignored(at.map, NULL, NULL, 0), 0);
}

/// A request that is refused although each of its fields is right.
typedef struct combination {
    const fw_unit_id *unit;
    fw_method method;
    void (*change)(fw_request *ask);
    fw_result result;
    const char *field, *other;
} combination;

static const fw_pose two[2] = { { 6.5, 4.5, 0 }, { 5.5, 4.5, 0 } };

// clang-format off
static void nothing(fw_request *ask) { (void)ask; }
static void set_goal(fw_request *ask) { ask->goal = fw_goal_nearest_of(two, 2); }
static void large_disc(fw_request *ask) { ask->goal = fw_goal_within(6.5, 4.5, 65); }
static void lanes(fw_request *ask) { ask->roads = FW_ROADS_LANES; }
static void cones_to_two(fw_request *ask) { set_goal(ask); ask->roads = FW_ROADS_CONES; }
static void follow(fw_request *ask) { ask->roads = FW_ROADS_FOLLOW; }
static void wide(fw_request *ask) { ask->roads = FW_ROADS_WIDE; }
static void keep_right(fw_request *ask) { ask->keep_right = true; }
static void wide_and_right(fw_request *ask) { wide(ask); keep_right(ask); }
static void bends(fw_request *ask) { ask->fewer_bends = true; }
static void charged_bends(fw_request *ask) { ask->bend_cost = 1; }
static void charged_bends_within(fw_request *ask) { ask->bend_cost = 1; ask->max_distance = 9; }
static void overlay(fw_request *ask) { ask->overlay = at.cone; }
static void charge(fw_request *ask) { ask->turn_charge = 1; }
static void headings(fw_request *ask) { ask->headings = 16; }
static void own_headings(fw_request *ask) { ask->headings = 8; }
static void heuristic(fw_request *ask) { ask->heuristic = FW_HEURISTIC_CURVE; }
static void cluster(fw_request *ask) { ask->cluster = 8; }
static void segment(fw_request *ask) { ask->segment = 8; }
static void weak(fw_request *ask) { ask->dominance = FW_DOMINANCE_WEAK; }
static void clear(fw_request *ask) { ask->placement = FW_PLACEMENT_CLEARANCE; }
static void tighten(fw_request *ask) { ask->turns = FW_TURNS_TIGHTEN; }
static void back_up(fw_request *ask) { ask->turns = FW_TURNS_BACK_UP; }
static void tighten_and_follow(fw_request *ask) { tighten(ask); follow(ask); }
static void tighten_and_right(fw_request *ask) { tighten(ask); keep_right(ask); }
static void pre_smooth(fw_request *ask) { ask->pre_smooth = FW_PRE_SMOOTH_48; }
static void pre_smooth_two(fw_request *ask) { pre_smooth(ask); set_goal(ask); }
static void pre_smooth_nearest(fw_request *ask) { pre_smooth(ask); ask->nearest = true; }
static void pre_smooth_roads(fw_request *ask) { pre_smooth(ask); follow(ask); }
static void pre_smooth_right(fw_request *ask) { pre_smooth(ask); keep_right(ask); }
static void pre_smooth_overlay(fw_request *ask) { pre_smooth(ask); overlay(ask); }
static void pre_smooth_wide(fw_request *ask) { pre_smooth(ask); wide(ask); }
static void pre_smooth_charged(fw_request *ask) { pre_smooth(ask); charge(ask); ask->smoothing = FW_SMOOTH_CURVED; }
static void taut(fw_request *ask) { ask->smoothing = FW_SMOOTH_TAUT; }
// clang-format on

static const fw_speed_def *some_speeds(void)
{
    static fw_speed_def speeds;
    speeds = fw_default_speed_def();
    return &speeds;
}

// clang-format off
static void fastest(fw_request *ask) { ask->fastest = some_speeds(); }
static void fastest_nearest(fw_request *ask) { fastest(ask); ask->nearest = true; }
static void fastest_charged(fw_request *ask) { fastest(ask); charge(ask); }
static void fastest_limited(fw_request *ask) { fastest(ask); ask->max_distance = 3; }
// clang-format on

static const combination combinations[] = {
    { &at.walker, FW_JUMP_POINTS, set_goal, FW_METHOD_DOES_NOT_FIT, "method", "goal" },
    { &at.walker, FW_JUMP_POINTS, lanes, FW_METHOD_DOES_NOT_FIT, "method", "roads" },
    { &at.walker, FW_JUMP_POINTS, bends, FW_METHOD_DOES_NOT_FIT, "method", "fewer_bends" },
    { &at.walker, FW_JUMP_POINTS, charged_bends, FW_METHOD_DOES_NOT_FIT, "method", "bend_cost" },
    { &at.walker, FW_ASTAR, charged_bends_within, FW_METHOD_DOES_NOT_FIT, "bend_cost", "max_distance" },
    { &at.walker, FW_HIERARCHY, charged_bends, FW_METHOD_DOES_NOT_FIT, "bend_cost", "method" },
    { &at.walker, FW_JUMP_POINTS, overlay, FW_METHOD_DOES_NOT_FIT, "method", "overlay" },
    { &at.cutter, FW_JUMP_POINTS, nothing, FW_METHOD_DOES_NOT_FIT, "method", "unit.corners" },
    { &at.dear, FW_JUMP_POINTS, nothing, FW_METHOD_DOES_NOT_FIT, "method", "unit.terrain_cost" },
    { &at.lean, FW_JUMP_POINTS, nothing, FW_NOT_PREPARED, "method", "unit.methods" },
    { &at.lean, FW_ASTAR, nothing, FW_NOT_PREPARED, "method", "unit.methods" },
    { &at.lean, FW_ON_DEMAND, taut, FW_NOT_PREPARED, "smoothing", "unit.methods" },
    { &at.lorry, FW_HIERARCHY, nothing, FW_METHOD_DOES_NOT_FIT, "method", "unit.footprint" },
    { &at.walker, FW_HIERARCHY, lanes, FW_METHOD_DOES_NOT_FIT, "method", "roads" },
    { &at.walker, FW_HIERARCHY, cluster, FW_NOT_PREPARED, "cluster", "unit.cluster" },
    { &at.walker, FW_HIERARCHY, weak, FW_NOT_PREPARED, "dominance", "unit.dominance" },
    { &at.walker, FW_HIERARCHY, clear, FW_NOT_PREPARED, "placement", "unit.placement" },
    { &at.walker, FW_HIERARCHY, bends, FW_METHOD_DOES_NOT_FIT, "fewer_bends", "method" },
    { &at.lean, FW_HIERARCHY, nothing, FW_NOT_PREPARED, "method", "unit.methods" },
    { &at.lean, FW_MIDPOINT, nothing, FW_NOT_PREPARED, "method", "unit.methods" },
    { &at.walker, FW_MIDPOINT, lanes, FW_METHOD_DOES_NOT_FIT, "method", "roads" },
    { &at.walker, FW_MIDPOINT, bends, FW_METHOD_DOES_NOT_FIT, "fewer_bends", "method" },
    { &at.walker, FW_AREAS, nothing, FW_NOT_PREPARED, "method", "areas" },
    { &at.walker, FW_DIRECTIONAL, nothing, FW_METHOD_DOES_NOT_FIT, "method", "unit.turn_radius" },
    { &at.walker, FW_HYBRID, nothing, FW_METHOD_DOES_NOT_FIT, "method", "unit.turn_radius" },
    { &at.walker, FW_AUTO, fastest, FW_METHOD_DOES_NOT_FIT, "method", "unit.turn_radius" },
    { &at.lorry, FW_DIRECTIONAL_24, nothing, FW_METHOD_DOES_NOT_FIT, "method", "unit.footprint" },
    { &at.car, FW_DIRECTIONAL_8, large_disc, FW_METHOD_DOES_NOT_FIT, "method", "goal.radius" },
    { &at.car, FW_HYBRID, large_disc, FW_METHOD_DOES_NOT_FIT, "method", "goal.radius" },
    { &at.dear, FW_HYBRID_STRICT, nothing, FW_METHOD_DOES_NOT_FIT, "method", "unit.terrain_cost" },
    { &at.car, FW_HYBRID_STRICT, overlay, FW_METHOD_DOES_NOT_FIT, "method", "overlay" },
    { &at.car, FW_HYBRID_STRICT, charge, FW_METHOD_DOES_NOT_FIT, "method", "turn_charge" },
    { &at.car, FW_HYBRID_STRICT, wide, FW_METHOD_DOES_NOT_FIT, "method", "roads" },
    { &at.car, FW_AUTO, headings, FW_NOT_PREPARED, "headings", "unit.headings" },
    { &at.car, FW_DIRECTIONAL, headings, FW_NOT_PREPARED, "headings", "unit.headings" },
    { &at.car, FW_ASTAR, back_up, FW_METHOD_DOES_NOT_FIT, "turns", "unit.reverse" },
    { &at.cutter, FW_ASTAR, tighten, FW_METHOD_DOES_NOT_FIT, "turns", "unit.corners" },
    { &at.car, FW_ASTAR, tighten_and_follow, FW_METHOD_DOES_NOT_FIT, "turns", "roads" },
    { &at.car, FW_ASTAR, tighten_and_right, FW_METHOD_DOES_NOT_FIT, "turns", "keep_right" },
    { &at.car, FW_DIRECTIONAL, lanes, FW_METHOD_DOES_NOT_FIT, "roads", "method" },
    { &at.car, FW_DIRECTIONAL, keep_right, FW_METHOD_DOES_NOT_FIT, "keep_right", "method" },
    { &at.car, FW_HYBRID, lanes, FW_METHOD_DOES_NOT_FIT, "roads", "method" },
    { &at.car, FW_AUTO, wide_and_right, FW_METHOD_DOES_NOT_FIT, "keep_right", "roads" },
    { &at.walker, FW_ASTAR, cones_to_two, FW_METHOD_DOES_NOT_FIT, "roads", "goal" },
    { &at.car, FW_GRID, wide, FW_METHOD_DOES_NOT_FIT, "roads", "method" },
    { &at.car, FW_AUTO, pre_smooth_wide, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "method" },
    { &at.car, FW_ASTAR, pre_smooth_two, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "goal" },
    { &at.car, FW_ASTAR, pre_smooth_nearest, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "nearest" },
    { &at.car, FW_ASTAR, pre_smooth_roads, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "roads" },
    { &at.car, FW_ASTAR, pre_smooth_right, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "keep_right" },
    { &at.car, FW_ASTAR, pre_smooth_overlay, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "overlay" },
    { &at.car, FW_ASTAR, pre_smooth_charged, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "turn_charge" },
    { &at.dear, FW_ASTAR, pre_smooth, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "unit.terrain_cost" },
    { &at.walker, FW_ASTAR, pre_smooth, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "unit.turn_radius" },
    { &at.car, FW_GRID, fastest, FW_METHOD_DOES_NOT_FIT, "fastest", "method" },
    { &at.car, FW_HYBRID, fastest, FW_METHOD_DOES_NOT_FIT, "fastest", "method" },
    { &at.car, FW_DIRECTIONAL, fastest_nearest, FW_METHOD_DOES_NOT_FIT, "fastest", "nearest" },
    { &at.car, FW_DIRECTIONAL, fastest_charged, FW_METHOD_DOES_NOT_FIT, "fastest", "turn_charge" },
    { &at.car, FW_DIRECTIONAL, fastest_limited, FW_METHOD_DOES_NOT_FIT, "fastest", "max_distance" },
    // Options without effect on the method that is named.
    { &at.car, FW_ASTAR, heuristic, FW_METHOD_DOES_NOT_FIT, "heuristic", "method" },
    { &at.car, FW_JUMP_POINTS, heuristic, FW_METHOD_DOES_NOT_FIT, "heuristic", "method" },
    { &at.car, FW_ON_DEMAND, own_headings, FW_METHOD_DOES_NOT_FIT, "headings", "method" },
    { &at.car, FW_ASTAR, charge, FW_METHOD_DOES_NOT_FIT, "turn_charge", "method" },
    { &at.car, FW_DIRECTIONAL, bends, FW_METHOD_DOES_NOT_FIT, "fewer_bends", "method" },
    { &at.car, FW_DIRECTIONAL_80, cluster, FW_METHOD_DOES_NOT_FIT, "cluster", "method" },
    { &at.walker, FW_ASTAR, cluster, FW_METHOD_DOES_NOT_FIT, "cluster", "method" },
    { &at.walker, FW_ASTAR, segment, FW_METHOD_DOES_NOT_FIT, "segment", "method" },
    { &at.walker, FW_ASTAR, weak, FW_METHOD_DOES_NOT_FIT, "dominance", "method" },
    { &at.walker, FW_ASTAR, clear, FW_METHOD_DOES_NOT_FIT, "placement", "method" },
    { &at.car, FW_HYBRID, pre_smooth, FW_METHOD_DOES_NOT_FIT, "pre_smooth", "method" },
    { &at.car, FW_DIRECTIONAL, tighten, FW_METHOD_DOES_NOT_FIT, "turns", "method" },
    { &at.car, FW_HYBRID_STRICT, tighten, FW_METHOD_DOES_NOT_FIT, "turns", "method" },
};

TEST(both_fields_of_every_combination_that_is_refused_are_named)
{
    for (size_t i = 0; i < COUNT_OF(combinations); i++) {
        const combination *tried = &combinations[i];
        fw_request ask = plain_request(*tried->unit);
        ask.method = tried->method;
        tried->change(&ask);
        const fw_refusal why = judge_request(&ask);
        assert_names(&why, tried->result, tried->field, tried->other);
        assert_null(strstr(why.reason, "fw_")); // callers in other languages read it, too
    }
}

TEST(a_method_that_cannot_be_prepared_says_which_field_forbids_it)
{
    static const struct {
        const fw_unit_id *unit;
        int method;
        fw_result result;
        const char *field, *other;
    } tried[] = {
        { &at.dear, FW_JUMP_POINTS, FW_METHOD_DOES_NOT_FIT, "method", "unit.terrain_cost" },
        { &at.cutter, FW_JUMP_POINTS, FW_METHOD_DOES_NOT_FIT, "method", "unit.corners" },
        { &at.walker, FW_DIRECTIONAL, FW_METHOD_DOES_NOT_FIT, "method", "unit.turn_radius" },
        { &at.walker, FW_HYBRID_STRICT, FW_METHOD_DOES_NOT_FIT, "method", "unit.turn_radius" },
        { &at.lorry, FW_DIRECTIONAL_80, FW_METHOD_DOES_NOT_FIT, "method", "unit.footprint" },
        { &at.walker, FW_METHOD_COUNT, FW_BAD_VALUE, "method", "" },
        { &at.walker, -1, FW_BAD_VALUE, "method", "" },
    };
    for (size_t i = 0; i < COUNT_OF(tried); i++) {
        const fw_method method = (fw_method)tried[i].method;
        const fw_refusal why = fw_map_prepare_refusal(at.map, *tried[i].unit, method);
        assert_names(&why, tried[i].result, tried[i].field, tried[i].other);
        assert_int_equal(fw_map_prepare(at.map, *tried[i].unit, method), tried[i].result);
    }
    fw_refusal why = fw_map_prepare_refusal(at.map, 77, FW_ASTAR);
    assert_names(&why, FW_UNKNOWN_UNIT, "unit", "");
    why = fw_map_prepare_refusal(NULL, at.car, FW_ASTAR);
    assert_names(&why, FW_NULL_ARGUMENT, "map", "");
    why = fw_map_prepare_refusal(at.map, at.car, FW_HYBRID);
    assert_nothing_wrong(&why);
}

/// A request with several options, each of which may be wrong or go badly with another.
static fw_request random_request(random_source *source)
{
    const fw_unit_id units[] = { at.walker, at.car, at.cutter, at.dear, at.lean, at.lorry };
    fw_request ask = plain_request(units[random_below(source, 6)]);
    ask.method = (fw_method)random_below(source, FW_METHOD_COUNT);
    for (uint32_t changes = random_below(source, 3); changes > 0; changes--) {
        const combination *one = &combinations[random_below(source, (uint32_t)COUNT_OF(combinations))];
        one->change(&ask);
    }
    switch (random_below(source, 12)) {
    case 0:
        ask.weight = random_within(source, -1, 3);
        break;
    case 1:
        ask.start.x = random_within(source, -2, 10);
        break;
    case 2:
        ask.goal.pose.heading = NAN;
        break;
    case 3:
        ask.smoothing = (fw_smoothing)random_below(source, 9);
        break;
    case 4:
        ask.fixed_angles = (int32_t)random_below(source, 20);
        break;
    default:
        break;
    }
    return ask;
}

TEST(whatever_a_search_refuses_is_explained_with_the_same_result)
{
    random_source source = { 17 };
    int refused = 0;
    enum { TRIED = 4000 };
    for (int i = 0; i < TRIED; i++) {
        const fw_request ask = random_request(&source);
        const fw_refusal why = judge_request(&ask);
        refused += why.result != FW_OK;
        if (why.result == FW_OK)
            assert_nothing_wrong(&why);
        else
            assert_true(why.field[0] && why.reason[0]);
    }
    assert_in_range(refused, TRIED / 4, TRIED - TRIED / 20);
}

TESTS_BETWEEN(open_field, close_field)
