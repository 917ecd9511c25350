// Random drives of 20 motions that the checker has proven: directional search must not deny any that has a twentieth of
// a tile to spare, at turning radii from a hundredth of a tile to 1,024 tiles. There are 100 drives for each radius and
// set of gears. FAIRWAY_MANY=N in the environment asks for N times as many, also for drives with less to spare, and
// prints how many were denied; FAIRWAY_MANY=100 proves 10,000.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/body_depth.h"
#include "common/check_for.h"
#include "common/drawing.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/segment.h"

enum { SIDE = 40, MOTIONS = 20, TRIES = 8, DRIVES = 100, WORLDS_A_DRIVE = 4 };

typedef enum ground_kind { OPEN_GROUND, CAVES, ROOMS, BAYS, KINDS } ground_kind;

typedef enum margin { AMPLE, SCARCE, MARGINS } margin;

/// Tiles that the body of a proven drive has to spare on all sides.
static const double spared[MARGINS] = { [AMPLE] = 0.05, [SCARCE] = 0.005 };

/// What became of the proven drives.
typedef struct tally {
    int proven, denied, given_up;
} tally;

/// The unit, and beside it units of larger bodies, by which drives are proven.
typedef struct proving_ground {
    road_test test;
    fw_unit_id larger[MARGINS];
    fw_path *drive;
} proving_ground;

static int32_t whole_within(random_source *source, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(source, (uint32_t)(high - low + 1));
}

static void set(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    assert_int_equal(fw_map_set_rect(map, x, y, width, height, terrain), FW_OK);
}

/// Chambers one after the other, each of which begins within the one before.
static void dig_caves(fw_map *map, random_source *source)
{
    set(map, 0, 0, SIDE, SIDE, FW_BLOCKED);
    int32_t x = SIDE / 2, y = SIDE / 2;
    for (int chamber = 0; chamber < 60; chamber++) {
        const int32_t width = whole_within(source, 2, 5), height = whole_within(source, 2, 5);
        set(map, x, y, width, height, FW_GROUND);
        x += whole_within(source, -3, width - 1);
        y += whole_within(source, -3, height - 1);
        x = x < 1 ? 1 : x > SIDE - 6 ? SIDE - 6 : x;
        y = y < 1 ? 1 : y > SIDE - 6 ? SIDE - 6 : y;
    }
}

static void build_rooms(fw_map *map, random_source *source)
{
    const int32_t room = whole_within(source, 5, 9);
    for (int32_t wall = room; wall < SIDE; wall += room + 1) {
        set(map, wall, 0, 1, SIDE, FW_BLOCKED);
        set(map, 0, wall, SIDE, 1, FW_BLOCKED);
    }
    for (int32_t wall = room; wall < SIDE; wall += room + 1)
        for (int32_t side = 0; side + room < SIDE; side += room + 1) {
            const int32_t width = whole_within(source, 2, 4),
                          door = side + whole_within(source, 0, room - width);
            set(map, wall, door, 1, width, FW_GROUND);
            set(map, door, wall, width, 1, FW_GROUND);
        }
}

/// Streets between rows of bays.
static void build_bays(fw_map *map, random_source *source)
{
    for (int32_t y = whole_within(source, 2, 4); y < SIDE - 4; y += whole_within(source, 6, 9)) {
        set(map, 2, y, SIDE - 4, 3, FW_BLOCKED);
        for (int32_t x = 3; x < SIDE - 6; x += whole_within(source, 3, 6))
            set(map, x, y, whole_within(source, 1, 4), 2, FW_GROUND);
    }
}

static fw_map *ground_of_kind(ground_kind kind, random_source *source)
{
    fw_map *map = open_map(SIDE, SIDE);
    if (kind == CAVES)
        dig_caves(map, source);
    else if (kind == ROOMS)
        build_rooms(map, source);
    else if (kind == BAYS)
        build_bays(map, source);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static fw_footprint body_at_random(random_source *source)
{
    const double length = random_within(source, 0.4, 2.6), width = length * random_within(source, 0.3, 0.8);
    return random_below(source, 3) ? body_moved(source, fw_rectangle(length, width)) : fw_circle(width / 2);
}

static proving_ground ground_open(ground_kind kind, double radius, bool reverses, random_source *source)
{
    proving_ground ground;
    fw_unit_def def = vehicle(body_at_random(source), 0, radius, FW_DIRECTIONAL);
    def.reverse = reverses;
    ground.test = road_on(ground_of_kind(kind, source), def);
    for (int i = 0; i < MARGINS; i++) {
        fw_unit_def larger = vehicle(def.footprint, 0, radius, FW_ASTAR);
        larger.reverse = reverses;
        body_grow(&larger.footprint, spared[i]);
        ground.larger[i] = add_unit(ground.test.map, larger);
    }
    assert_int_equal(fw_path_create(NULL, &ground.drive), FW_OK);
    return ground;
}

static bool is_legal(const proving_ground *ground, margin margin, const fw_segment *segments, int count)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    assert_int_equal(fw_path_set(ground->drive, segments, count, NULL), FW_OK);
    assert_int_equal(fw_path_check(ground->test.map, ground->larger[margin], ground->drive, &def, &report),
                     FW_OK);
    return report.legal;
}

/// A line or an arc at the turning radius, of .2 to 6 tiles; the more tries there were before it, the shorter.
static fw_segment motion_at_random(const fw_unit_def *def, random_source *source, fw_pose from, int tries)
{
    const bool in_reverse = def->reverse && random_below(source, 2);
    return (fw_segment){ .start = from,
                         .curvature = ((int)random_below(source, 3) - 1) / def->turn_radius,
                         .length = exp2(random_within(source, -2.3, 2.6 - 0.6 * tries)),
                         .gear = in_reverse ? FW_REVERSE : FW_FORWARD };
}

/// True if the larger body may drive the motion. Most motions end where it cannot stand, which is soon told.
static bool is_drivable(const proving_ground *ground, margin margin, const fw_segment *motion)
{
    const fw_segment stop = { .start = segment_end(motion), .gear = motion->gear };
    return is_legal(ground, margin, &stop, 1) && is_legal(ground, margin, motion, 1);
}

/// Drives at random, as far as the larger body passes.
///
/// @return true if 20 motions were driven
static bool drive_at_random(const proving_ground *ground, margin margin, random_source *source,
                            fw_pose *start, fw_pose *end)
{
    fw_segment segments[MOTIONS];
    *start = (fw_pose){ random_within(source, 1, SIDE - 1), random_within(source, 1, SIDE - 1),
                        random_within(source, -FW_PI, FW_PI) };
    if (random_below(source, 2))
        start->heading = random_below(source, 4) * FW_PI / 2;
    *end = *start;
    if (!is_legal(ground, margin, &(fw_segment){ .start = *start }, 1))
        return false;
    for (int count = 0; count < MOTIONS; count++) {
        int tries = 0;
        do {
            if (tries == TRIES)
                return false;
            segments[count] = motion_at_random(&ground->test.def, source, *end, tries++);
        } while (!is_drivable(ground, margin, &segments[count]));
        *end = segment_end(&segments[count]);
    }
    return is_legal(ground, margin, segments, MOTIONS);
}

static void print_denied(const proving_ground *ground, const fw_request *ask, fw_result result)
{
    const fw_unit_def *def = &ground->test.def;
    fw_statistics did;
    assert_int_equal(fw_planner_statistics(ground->test.planner, &did), FW_OK);
    printf(
        "%s: R %g%s, %s %.4f x %.4f (%.4f, %.4f), %.6f,%.6f,%.6f to %.6f,%.6f,%.6f, level %s, expanded %d\n",
        fw_result_text(result), def->turn_radius, def->reverse ? " reverse" : "",
        def->footprint.kind == FW_FOOTPRINT_CIRCLE ? "circle" : "rectangle",
        def->footprint.kind == FW_FOOTPRINT_CIRCLE ? def->footprint.radius : def->footprint.length,
        def->footprint.width, def->footprint.ahead, def->footprint.aside, ask->start.x, ask->start.y,
        ask->start.heading, ask->goal.pose.x, ask->goal.pose.y, ask->goal.pose.heading,
        fw_search_level_name(did.level), (int)did.expanded);
}

/// Counts a proven drive by the answer to the question for a path between its ends. All that is no path and no giving
/// up denies the drive, also what says that an end is blocked.
static void ask_for_drive(proving_ground *ground, fw_pose start, fw_pose end, tally *tally)
{
    fw_request ask = fw_default_request();
    ask.unit = ground->test.unit;
    ask.start = start;
    ask.goal = fw_goal_pose(end);
    ask.smoothing = FW_SMOOTH_NONE;
    const fw_result result = fw_find_path(ground->test.planner, &ask, ground->test.path);
    tally->proven++;
    tally->given_up += result == FW_GAVE_UP;
    tally->denied += result != FW_OK && result != FW_GAVE_UP;
    if (result == FW_OK)
        assert_path_is_legal(&ground->test, &ask);
    else
        print_denied(ground, &ask, result);
}

/// Asks for up to so many drives of each margin in one world: to make a world takes longer than to ask for a drive.
static void drive_in_a_world(ground_kind kind, double radius, bool reverses, random_source *source,
                             int drives, tally tallies[MARGINS])
{
    proving_ground ground = ground_open(kind, radius, reverses, source);
    for (margin margin = AMPLE; margin < (getenv("FAIRWAY_MANY") ? MARGINS : SCARCE); margin++) {
        fw_pose start, end;
        for (int tries = 0, left = drives; tries < 40 && left > 0; tries++)
            if (drive_at_random(&ground, margin, source, &start, &end)) {
                ask_for_drive(&ground, start, end, &tallies[margin]);
                left--;
            }
    }
    fw_path_destroy(ground.drive);
    road_end(&ground.test);
}

TEST(a_drive_with_a_twentieth_of_a_tile_to_spare_is_not_denied)
{
    static const double radii[] = { 0.1, 0.5, 1, 2, 4, 8, 16, 32, 48, 64, 128, 256, 512, 1024, 0.01 };
    for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
        for (int reverses = 0; reverses < 2; reverses++) {
            random_source source = { 4501 + 2 * r + (size_t)reverses };
            tally tallies[MARGINS] = { 0 };
            const int wanted = rounds(DRIVES) / stride(3);
            for (int world = 0; tallies[AMPLE].proven < wanted && world < WORLDS_A_DRIVE * wanted; world++)
                drive_in_a_world((ground_kind)(world % KINDS), radii[r], reverses, &source,
                                 wanted - tallies[AMPLE].proven > 1 ? 2 : 1, tallies);
            if (getenv("FAIRWAY_MANY"))
                for (int i = 0; i < MARGINS; i++)
                    printf("R %g%s, %g to spare: %d proven, %d denied, %d given up\n", radii[r],
                           reverses ? ", reverse" : "", spared[i], tallies[i].proven, tallies[i].denied,
                           tallies[i].given_up);
            assert_int_equal(tallies[AMPLE].proven, wanted);
            assert_int_equal(tallies[AMPLE].denied, 0);
        }
}

static void assert_drive_is_found(fw_map *map, fw_footprint body, fw_pose start, fw_pose goal)
{
    road_test test = road_on(map, vehicle(body, 0, 8, FW_DIRECTIONAL));
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.start = start;
    ask.goal = fw_goal_pose(goal);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    road_end(&test);
}

/// A drive of which a search with 48 headings finds nothing: a turn by a part of one of them leads through the doors.
TEST(a_drive_through_doors_by_turns_of_less_than_a_part_is_found)
{
    const char *rows[] = {
        "..........#", //
        "..........#", "..........#", "#.........#", "#.........#", "#..........", "#..........",
        "#..........", "#.........#", "###....####", "#..........", "#..........", "...........",
        "...........", "..........#", "..........#", "#.........#", "#.........#", "#.........#",
        "#....######", "#.........#", "#.........#", "..........#", "...........", "...........",
        "#..........", "#.........#", "#.........#", "#.........#", "##..#######", "#.........#",
    };
    assert_drive_is_found(DRAWN(rows), fw_circle(0.404), (fw_pose){ 8.733797, 28.243451, -1.789478 },
                          (fw_pose){ 7.66644, 3.398033, -0.834676 });
}

/// The same for a search with 144 headings.
TEST(a_drive_through_doors_by_turns_of_little_more_than_a_degree_is_found)
{
    const char *rows[] = {
        "##...#####", //
        "#........#", //
        ".........#", //
        ".........#", //
        "..........", //
        "#.........", //
        "#.........", //
        "#........#", //
        "#........#", //
        "####...###", //
        "#.........", //
        "#.........", //
        "#.........", //
        "#.........", //
        "#........#", //
        "#........#", //
        ".........#", //
        ".........#", //
        "##..######", //
        ".........#", //
        ".........#", //
        "#.........", //
        "#.........", //
        "#.........", //
        "#.........", //
        "#........#", //
        "#........#", //
        "#####...##", //
        "#........#", //
    };
    assert_drive_is_found(DRAWN(rows), fw_rectangle(0.8907, 0.5288),
                          (fw_pose){ 5.986326, 27.400947, 3 * FW_PI / 2 },
                          (fw_pose){ 8.402869, 1.641568, 5.515661 });
}

/// A car that stands closer to a wall than it can turn away from in one go moves off by small turns to and fro.
TEST(a_car_close_beside_a_wall_gets_away_at_any_turning_radius)
{
    const char *rows[] = {
        "################", //
        "#...############", //
        "#...############", //
        "#...############", //
        "#...############", //
        "#..............#", //
        "#..............#", //
        "#..............#", //
        "################",
    };
    static const double radii[] = { 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6 };
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        for (int gap = 1; gap <= 3; gap++) {
            fw_unit_def def = vehicle(fw_rectangle(1.8, 0.9), 0, radii[i], FW_DIRECTIONAL);
            def.reverse = true;
            road_test test = road_on(DRAWN(rows), def);
            fw_request ask = fw_default_request();
            ask.unit = test.unit;
            ask.start = (fw_pose){ 12.5, 7.55 - 0.02 * gap, FW_PI };
            ask.goal = fw_goal_at(2.5, 2);
            assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
            assert_path_is_legal(&test, &ask);
            road_end(&test);
        }
}
