// What share of the solvable queries of narrow worlds each directional method solves, against an independent flood over
// exact poses whose body is a twentieth of a tile larger. FAIRWAY_MANY=N in the environment asks N times as many
// queries, and prints the table of docs/inside/directional.md.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/body_depth.h"
#include "common/drawing.h"
#include "common/pose_flood.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"

enum { SIDE = 20, METHODS = 3 };

#define LARGER 0.05 ///< tiles by which the flood's body is enlarged

static const fw_method methods[METHODS] = { FW_AUTO, FW_DIRECTIONAL, FW_HYBRID_STRICT };

typedef enum world_kind { LANES, ROOMS, GAPS, PARKING, KINDS } world_kind;

static const char *const kind_names[KINDS] = { "lanes", "rooms", "gaps", "parking" };

/// What was counted over the queries of a kind.
typedef struct shares {
    int solvable, solved[METHODS];
} shares;

static int32_t whole_within(random_source *source, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(source, (uint32_t)(high - low + 1));
}

/// Frees a rectangle, as far as it lies on the map.
static void dig(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height)
{
    for (int32_t row = y; row < y + height && row < SIDE; row++)
        for (int32_t column = x; column < x + width && column < SIDE; column++)
            assert_int_equal(fw_map_set_tile(map, column, row, FW_GROUND), FW_OK);
}

/// A lane of one to three tiles that turns a few times.
static void dig_lane(fw_map *map, random_source *source)
{
    const int32_t width = whole_within(source, 1, 3);
    int32_t x = whole_within(source, 1, SIDE - 4), y = whole_within(source, 1, SIDE - 4);
    for (int leg = 0; leg < 4; leg++) {
        const int32_t to_x = leg % 2 ? x : whole_within(source, 1, SIDE - 4);
        const int32_t to_y = leg % 2 ? whole_within(source, 1, SIDE - 4) : y;
        dig(map, x < to_x ? x : to_x, y < to_y ? y : to_y, abs(x - to_x) + width, abs(y - to_y) + width);
        x = to_x;
        y = to_y;
    }
}

/// Rooms with doors of one to three tiles between them.
static void dig_rooms(fw_map *map, random_source *source)
{
    const int32_t room = whole_within(source, 4, 8);
    dig(map, 0, 0, SIDE, SIDE);
    for (int32_t wall = room; wall < SIDE; wall += room + 1) {
        fw_map_set_rect(map, wall, 0, 1, SIDE, FW_BLOCKED);
        fw_map_set_rect(map, 0, wall, SIDE, 1, FW_BLOCKED);
    }
    for (int32_t wall = room; wall < SIDE; wall += room + 1)
        for (int32_t at = 0; at < SIDE; at += room + 1) {
            const int32_t width = whole_within(source, 1, 3),
                          door = at + whole_within(source, 0, room - width);
            fw_map_set_rect(map, wall, door, 1, width, FW_GROUND);
            fw_map_set_rect(map, door, wall, width, 1, FW_GROUND);
        }
}

/// Open ground behind walls with gaps of a tile or two.
static void dig_gaps(fw_map *map, random_source *source)
{
    dig(map, 0, 0, SIDE, SIDE);
    for (int32_t wall = 3; wall < SIDE; wall += whole_within(source, 3, 6)) {
        fw_map_set_rect(map, wall, 0, whole_within(source, 1, 2), SIDE, FW_BLOCKED);
        for (int gap = 0; gap < 2; gap++)
            dig(map, wall, whole_within(source, 0, SIDE - 2), 2, whole_within(source, 1, 2));
    }
}

/// A street with bays on both sides.
static void dig_parking(fw_map *map, random_source *source)
{
    const int32_t street = whole_within(source, 2, 4), depth = whole_within(source, 1, 4);
    const int32_t middle = SIDE / 2;
    dig(map, 0, middle, SIDE, street);
    for (int32_t x = 1; x < SIDE - 3; x += whole_within(source, 2, 5)) {
        const int32_t width = whole_within(source, 1, 3);
        dig(map, x, random_below(source, 2) ? middle - depth : middle + street, width, depth);
    }
}

static fw_map *world_of_kind(random_source *source, world_kind kind)
{
    static void (*const digs[KINDS])(fw_map *, random_source *) = { dig_lane, dig_rooms, dig_gaps,
                                                                    dig_parking };
    fw_map *map = open_map(SIDE, SIDE);
    assert_int_equal(fw_map_set_rect(map, 0, 0, SIDE, SIDE, FW_BLOCKED), FW_OK);
    digs[kind](map, source);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// Turning radii from 1/64 to 16 and bodies from 0.2 to 3 tiles across.
static fw_unit_def driver_at_random(random_source *source)
{
    const double radius = exp2(random_within(source, -6, 4)), across = exp2(random_within(source, -2.3, 1.6));
    const bool is_round = random_below(source, 2);
    const double width = across * random_within(source, 0.3, 0.8);
    const fw_footprint body = is_round ? fw_circle(fmin(across, 2) / 2)
                              : random_below(source, 3) == 0
                                  ? body_cut(source, across, width)
                                  : body_moved(source, fw_rectangle(across, width));
    fw_unit_def def = vehicle(body, 0, radius, FW_DIRECTIONAL);
    def.reverse = random_below(source, 3) == 0;
    return def;
}

/// A pose where the larger body stands, often along the compass, often a little askew.
static bool find_pose(const fw_map *map, const fw_unit_def *def, random_source *source, fw_pose *pose)
{
    for (int tries = 0; tries < 200; tries++) {
        *pose = (fw_pose){ random_within(source, 0, SIDE), random_within(source, 0, SIDE),
                           random_below(source, 8) * FW_PI / 4 };
        if (random_below(source, 2)) {
            pose->x = floor(pose->x) + 0.5;
            pose->y = floor(pose->y) + 0.5;
        }
        if (random_below(source, 2))
            pose->heading += random_within(source, -0.3, 0.3);
        if (pose_flood_stands(map, def, *pose, LARGER))
            return true;
    }
    return false;
}

static void ask_all(const road_test *test, const fw_request *wish, shares *sum)
{
    fw_request ask = *wish;
    sum->solvable++;
    for (int i = 0; i < METHODS; i++) {
        ask.method = methods[i];
        const fw_result result = fw_find_path(test->planner, &ask, test->path);
        sum->solved[i] += result == FW_OK;
        if (result == FW_OK)
            assert_path_is_legal(test, &ask);
        else if (i == 0 && getenv("FAIRWAY_MANY"))
            printf("missed: R %.4f %s %.3f x %.3f%s from %.4f,%.4f,%.2f to %.4f,%.4f,%.2f: %s\n",
                   test->def.turn_radius,
                   test->def.footprint.kind == FW_FOOTPRINT_CIRCLE ? "circle" : "rectangle",
                   test->def.footprint.kind == FW_FOOTPRINT_CIRCLE ? test->def.footprint.radius
                                                                   : test->def.footprint.length,
                   test->def.footprint.width, test->def.reverse ? " reverse" : "", ask.start.x, ask.start.y,
                   ask.start.heading * 180 / FW_PI, ask.goal.pose.x, ask.goal.pose.y,
                   ask.goal.kind == FW_GOAL_PLACE ? -999 : ask.goal.pose.heading * 180 / FW_PI,
                   fw_result_text(result));
    }
}

static shares ask_kind(world_kind kind, uint64_t seed, int worlds)
{
    random_source source = { seed };
    shares sum = { 0 };
    for (int world = 0; world < worlds; world++) {
        fw_map *map = world_of_kind(&source, kind);
        const fw_unit_def def = driver_at_random(&source);
        road_test test = road_on(map, def);
        for (int query = 0; query < 3; query++) {
            fw_pose start, goal;
            const bool any = random_below(&source, 4) == 0;
            if (!find_pose(map, &def, &source, &start) || !find_pose(map, &def, &source, &goal))
                break;
            if (pose_flood(map, &def, start, goal, any, LARGER) != FLOOD_REACHES)
                continue;
            fw_request ask = fw_default_request();
            ask.unit = test.unit;
            ask.start = start;
            ask.goal = any ? fw_goal_at(goal.x, goal.y) : fw_goal_pose(goal);
            ask_all(&test, &ask, &sum);
        }
        road_end(&test);
    }
    return sum;
}

TEST(the_default_method_solves_what_an_exact_flood_solves)
{
    int solvable = 0, missed = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        const shares sum = ask_kind((world_kind)kind, 201 + (uint64_t)kind, rounds(6));
        assert_true(sum.solvable > at_least(4));
        if (getenv("FAIRWAY_MANY"))
            printf("| %s | %d | %d | %d | %d |\n", kind_names[kind], sum.solvable, sum.solved[0],
                   sum.solved[1], sum.solved[2]);
        solvable += sum.solvable;
        missed += sum.solvable - sum.solved[0];
    }
    assert_true(1000 * missed <= solvable);
}
