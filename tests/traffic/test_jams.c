// Units that hold each other: all get past each other, and those that were parked come back.
#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "common/crowd.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"
#include "traffic/jam.h"

static crowd scene;

static crowd_options usual_options(void)
{
    return (crowd_options){ .dt = 0.05, .limit = 300, .budget = 20000, .checks = true };
}

/// A blocked square map of `side` tiles, in which rooms are opened.
static void begin(const char *name, double side)
{
    crowd_begin(&scene, name, side, 1, 300, 0);
    crowd_block(&scene, -side / 2, -side / 2, side / 2, side / 2);
}

static void add(double radius, double x, double y, double to_x, double to_y)
{
    crowd_add(&scene, x, y, to_x, to_y);
    scene.members[scene.count - 1].radius = radius;
    scene.members[scene.count - 1].top = 2;
}

static void park(double radius, double x, double y)
{
    add(radius, x, y, x, y);
}

/// Runs the scene: all must arrive, which a parked unit has when it is back.
static crowd_outcome expect_all_arrive_within(double time)
{
    const crowd_options options = usual_options();
    const crowd_outcome outcome = crowd_run(&scene, &options);
    if (outcome.arrived != scene.count || outcome.time > time)
        fail_msg("%s: %d of %d arrived, after %g s (%g)", scene.name, outcome.arrived, scene.count,
                 outcome.time, time);
    return outcome;
}

/// Two rooms of 9 x 18 with a wall and a door between them, and a unit that goes from one to the other.
static void door(int32_t thick, int32_t width, double radius)
{
    static char name[64];
    const double low = -floor(width / 2.0), middle = low + width / 2.0, right = floor(thick / 2.0);
    snprintf(name, sizeof name, "door %d wide, wall %d thick, radius %g", width, thick, radius);
    begin(name, 32);
    crowd_open(&scene, right - thick - 9, -9, right - thick, 9);
    crowd_open(&scene, right, -9, right + 9, 9);
    crowd_open(&scene, right - thick, low, right, low + width);
    add(radius, right - thick - 6.5, middle, right + 5.5, middle);
}

TEST(a_unit_parked_in_a_door_lets_another_one_pass_and_comes_back)
{
    static const struct {
        int32_t width;
        double radius;
    } doors[] = { { 1, 0.35 }, { 1, 0.4 }, { 1, 0.45 }, { 1, 0.5 }, { 2, 0.6 }, { 2, 0.7 },
                  { 2, 0.8 },  { 2, 1 },   { 3, 1 },    { 3, 1.3 }, { 3, 1.5 } };
    static const int32_t walls[] = { 1, 2, 3, 5 };
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
        for (size_t j = 0; j < sizeof walls / sizeof *walls; j++) {
            door(walls[j], doors[i].width, doors[i].radius);
            const double alone = expect_all_arrive_within(30).time;
            const double right = floor(walls[j] / 2.0), low = -floor(doors[i].width / 2.0);
            park(doors[i].radius, right - walls[j] / 2.0, low + doors[i].width / 2.0);
            expect_all_arrive_within(1.5 * alone + 5);
        }
}

/// A room, and a lane 1 tile wide that begins there, with parked units in it.
static void lane(int32_t length, int32_t parked, bool has_end_room)
{
    static char name[64];
    const double left = -40;
    snprintf(name, sizeof name, "%s of %d with %d parked units", has_end_room ? "corridor" : "dead end",
             length, parked);
    begin(name, 90);
    crowd_open(&scene, left - 4, -5, left + 6, 6);
    crowd_open(&scene, left + 6, 0, left + 6 + length, 1);
    if (has_end_room)
        crowd_open(&scene, left + 6 + length, -5, left + 16 + length, 6);
    add(0.4, left - 1.5, 0.5, left + 4.5 + length + (has_end_room ? 4 : 0), 0.5);
    for (int32_t i = 0; i < parked; i++)
        park(0.4, left + 6.5 + (length - 1) * (i + 1.0) / (parked + 1) * 0.9, 0.5);
}

TEST(units_parked_in_a_dead_end_or_a_corridor_let_another_one_pass_and_come_back)
{
    for (int32_t length = 10; length <= 60; length += is_sanitized() ? 50 : 10)
        for (int32_t parked = 1; parked <= 6; parked++)
            for (int32_t has_room = 0; has_room < 2; has_room++) {
                lane(length, parked, has_room == 1);
                expect_all_arrive_within(300);
            }
}

/// Two rooms with a shortcut 1 tile wide and a way round, units parked in the shortcut, and movers.
TEST(units_parked_in_a_shortcut_jam_nobody)
{
    for (int32_t parked = 1; parked <= 6; parked += is_sanitized() ? 5 : 1)
        for (int32_t movers = 4; movers <= 8; movers++) {
            static char name[64];
            snprintf(name, sizeof name, "shortcut with %d parked units, %d movers", parked, movers);
            begin(name, 44);
            crowd_open(&scene, -19, -12, -9, 6);
            crowd_open(&scene, 7, -12, 17, 6);
            crowd_open(&scene, -9, -12, 7, -9);
            crowd_open(&scene, -9, 0, 7, 1);
            for (int32_t i = 0; i < movers; i++)
                add(0.4, -16.5 + 1.2 * (i / 3), 0.5 + 1.3 * (i % 3 - 1), 10.5 + 1.2 * (i / 3),
                    0.5 + 1.3 * (i % 3 - 1));
            for (int32_t i = 0; i < parked; i++)
                park(0.4, -8.5 + 15 * (i + 1.0) / (parked + 1) * 0.9, 0.5);
            expect_all_arrive_within(120);
        }
}

/// A room of 7 x 2 with a dead end of 1 x 2 below.
static void short_dead_end(double radius)
{
    begin("short dead end", 12);
    crowd_open(&scene, -4, -3, 3, -1);
    crowd_open(&scene, -1, -1, 0, 1);
    add(radius, -1.5, -2.5, -0.5, -0.5);
    add(radius, 2.5, -2.5, -0.5, 0.5);
}

TEST(units_whose_goals_lie_one_behind_the_other_in_a_dead_end_take_turns)
{
    short_dead_end(0.35);
    expect_all_arrive_within(20);
    short_dead_end(0.45);
    expect_all_arrive_within(20);
}

/// Three ways between two ends.
static void ladder(void)
{
    begin("ladder", 14);
    crowd_open(&scene, -5, -4, 5, 3);
    crowd_block(&scene, -4, -3, 4, -1);
    crowd_block(&scene, -4, 0, 4, 2);
}

TEST(units_that_meet_in_a_lane_beside_a_free_way_get_past_each_other)
{
    ladder();
    add(0.3, -4.5, -0.5, 4.5, -0.5);
    add(0.3, 4.5, -0.5, -4.5, -0.5);
    expect_all_arrive_within(20);
    ladder();
    add(0.3, -4.5, -0.5, 4.5, -0.5);
    park(0.3, 0.5, -0.5);
    expect_all_arrive_within(20);
}

TEST(a_column_takes_places_in_reverse_order_at_the_end_of_a_dead_end)
{
    begin("column", 40);
    crowd_open(&scene, -19, -5, -10, 5);
    crowd_open(&scene, -10, 0, 7, 1);
    for (int32_t i = 0; i < 4; i++)
        add(0.4, -11.5 - i, 0.5, -5.55 + 1.3 * i, 0.5);
    expect_all_arrive_within(60);
}

/// Two crowds on both sides of a corridor 40 tiles long.
static void crowds(int32_t width, int32_t each)
{
    begin("two crowds", 100);
    crowd_open(&scene, -50, -15, -20, 15);
    crowd_open(&scene, 20, -15, 50, 15);
    crowd_open(&scene, -20, -3, 20, -3 + width);
    for (int32_t i = 0; i < each; i++) {
        const double away = 24 + 1.4 * (i / 12), y = -11 + 1.9 * (i % 12);
        add(0.45, -away, y, away, y);
        add(0.45, away, y + 0.5, -away, y + 0.5);
    }
}

/// Within three times the time that one crowd takes alone.
TEST(two_crowds_get_past_each_other_in_a_corridor)
{
    static const int32_t each[] = { 5, 10, 20, 40, 60 };
    static const double limits[][5] = { { 96, 108, 138, 183, 240 },
                                        { 96, 96, 120, 165, 204 },
                                        { 96, 99, 117, 165, 186 } }; // [2, 3, 4 wide][each] seconds
    for (int32_t width = 2; width <= 4; width++)
        for (size_t i = 0; i < (is_sanitized() ? 1 : 5); i++) {
            crowds(width, each[i]);
            expect_all_arrive_within(limits[width - 2][i]);
        }
}

/// Two rooms with a door between them.
typedef struct rooms {
    int32_t side, thick; ///< of a room, of the wall
    random_source random;
} rooms;

/// A place in one of the rooms.
static fw_pose place_in(rooms *rooms, bool is_right)
{
    const double left = is_right ? rooms->side + rooms->thick + 1.5 : 1.5;
    const double x = left + (rooms->side - 1) * random_unit(&rooms->random);
    return (fw_pose){ x, 1.5 + (rooms->side - 1) * random_unit(&rooms->random), 0 };
}

static fw_map *rooms_with_door(const rooms *rooms, int32_t wide)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = 2 * rooms->side + rooms->thick + 2;
    def.height = rooms->side + 2;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    const int32_t right = rooms->side + 1 + rooms->thick;
    fw_map_set_rect(map, 0, 0, def.width, def.height, FW_BLOCKED);
    fw_map_set_rect(map, 1, 1, rooms->side, rooms->side, 1);
    fw_map_set_rect(map, right, 1, rooms->side, rooms->side, 1);
    fw_map_set_rect(map, rooms->side + 1, rooms->side / 2, rooms->thick, wide, 1);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// A door, and units that go to and fro through it.
typedef struct door_traffic {
    int32_t wide, thick; ///< the door, its wall
    int32_t units;
    int32_t least; ///< arrivals in two minutes
} door_traffic;

/// How often the units arrive in two minutes.
static int32_t count_crossings(const door_traffic *door)
{
    rooms rooms = { 30, door->thick, { 12345 } };
    fw_map *map = rooms_with_door(&rooms, door->wide);
    fw_unit_def kind = fw_default_unit_def();
    kind.size = 0;
    kind.footprint = fw_circle(0.4);
    fw_agent_def unit = fw_default_agent_def();
    unit.acceleration = unit.braking = unit.lateral = 4;
    unit.top = 2;
    fw_traffic *traffic = NULL;
    assert_int_equal(fw_map_add_unit(map, &kind, &unit.unit), FW_OK);
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    for (unit.id = 1; unit.id <= (fw_agent_id)door->units;) {
        unit.start = place_in(&rooms, unit.id % 2 == 0);
        unit.id += fw_traffic_add(traffic, &unit) == FW_OK;
    }
    int32_t arrivals = -door->units; // they stand at first
    while (fw_traffic_time(traffic) < 120) {
        for (fw_agent_id id = 1; id < unit.id; id++) {
            fw_agent_state state;
            assert_int_equal(fw_traffic_get_state(traffic, id, &state, sizeof state), FW_OK);
            if (state.activity != FW_AGENT_ARRIVED && state.activity != FW_AGENT_STANDS)
                continue;
            arrivals++;
            const fw_pose to = place_in(&rooms, state.pose.x < rooms.side + 1);
            assert_int_equal(fw_traffic_order(traffic, id, to.x, to.y), FW_OK);
        }
        assert_int_equal(fw_traffic_step(traffic, FW_TRAFFIC_KNOT, 20000), FW_OK);
    }
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
    return arrivals;
}

/// Two streams that meet in a door hold each other, unless each keeps to its side of it, or they take turns. The first
/// door lets 136 through if nobody keeps right, the others 44, 46, 25, 91 and 16 if nobody waits for a turn.
TEST(streams_that_meet_in_a_door_get_through)
{
    static const door_traffic doors[] = { { 4, 2, 120, 160 }, { 2, 3, 120, 100 },  { 2, 1, 120, 110 },
                                          { 3, 5, 200, 150 }, { 4, 24, 200, 150 }, { 1, 5, 120, 45 } };
    if (is_sanitized())
        skip(); // too slow
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
        const int32_t arrivals = count_crossings(&doors[i]);
        if (arrivals < doors[i].least)
            fail_msg("door %d wide, wall %d thick: %d arrivals of at least %d", (int)doors[i].wide,
                     (int)doors[i].thick, (int)arrivals, (int)doors[i].least);
    }
}

/// The plan of a crowd is made in many knots, and is driven by more units than any window holds.
TEST(a_restored_traffic_goes_on_with_the_plan_of_a_crowd)
{
    if (is_sanitized())
        skip(); // too slow
    crowds(2, 30);
    crowd_options options = usual_options();
    options.checks = false;
    options.limit = 50;
    options.dt = 0.25;
    const uint64_t hash = crowd_run(&scene, &options).hash;
    for (double time = 18; time < 48; time += 5) {
        options.save_at = time;
        if (crowd_run(&scene, &options).hash != hash)
            fail_msg("saved at %g", time);
    }
}

/// A unit of radius 1 that goes from one side of the map's middle to the other.
static void add_opposed(fw_traffic *traffic, fw_agent_def *def, double x, double y)
{
    enum { MIDDLE = 124 };
    def->id++;
    def->start = (fw_pose){ MIDDLE + x, MIDDLE + y, 0 };
    assert_int_equal(fw_traffic_add(traffic, def), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, def->id, MIDDLE - x, MIDDLE - y), FW_OK);
}

/// They hold each other, more than fit into one plan; but free motion gets them on.
TEST(a_thousand_units_on_open_ground_get_on_without_a_joint_plan)
{
    if (is_sanitized())
        skip(); // too slow
    fw_map_def def = fw_default_map_def();
    def.width = def.height = 248;
    fw_unit_def kind = fw_default_unit_def();
    kind.size = 0;
    kind.footprint = fw_circle(1);
    fw_agent_def unit = fw_default_agent_def();
    unit.acceleration = unit.braking = unit.lateral = 4;
    unit.top = 2;
    fw_map *map = NULL;
    fw_traffic *traffic = NULL;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_add_unit(map, &kind, &unit.unit), FW_OK);
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    for (int32_t row = -16; row < 16; row++)
        for (int32_t column = -16; column < 16; column++)
            add_opposed(traffic, &unit, 5.5 * column + row % 3, 5.5 * row + column % 3);
    while (fw_traffic_time(traffic) < 80) {
        assert_int_equal(fw_traffic_step(traffic, FW_TRAFFIC_KNOT, 20000), FW_OK);
        if (traffic->joint.jams && traffic->joint.jams->request.units)
            fail_msg("a plan of %d units is made after %g s", (int)traffic->joint.jams->request.count,
                     fw_traffic_time(traffic));
    }
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// Two units that meet in a corridor, which may have a pocket, or else a second leg of so many tiles beyond a corner.
///
/// @return seconds until they are about to meet: they speed up in a second, and brake in another one; a corner costs
/// one more
static double meeting(random_source *random, bool has_pocket, double leg)
{
    const double length = 10 + (double)random_below(random, 30), left = -floor(length / 2);
    begin("meeting", 64);
    crowd_open(&scene, left, 0, left + length, 1);
    if (has_pocket) {
        const double x = left + 2 + (double)random_below(random, (uint32_t)length - 4);
        crowd_open(&scene, x, -1, x + 1, 0);
    }
    if (leg > 0)
        crowd_open(&scene, left + length - 1, 0, left + length, 1 + leg);
    const double radius = 0.3 + 0.05 * (double)random_below(random, 4);
    add(radius, left + 0.5, 0.5, left + length - 0.5, 0.5 + leg);
    add(radius, left + length - 0.5, 0.5 + leg, left + 0.5, 0.5);
    return (length - 1 + leg) / 4 + (leg > 0 ? 2 : 1);
}

TEST(pairs_are_told_within_two_seconds_that_they_cannot_pass_if_and_only_if_they_cannot)
{
    random_source random = { 4 };
    for (int round = 0; round < (is_sanitized() ? 12 : 150); round++) {
        const bool has_pocket = round % 3 == 0;
        const double meets = meeting(&random, has_pocket, round % 3 == 1 ? 4 + round % 8 : 0);
        crowd_options options = usual_options();
        options.limit = has_pocket ? options.limit : meets + 2;
        const crowd_outcome outcome = crowd_run(&scene, &options);
        const int32_t told = has_pocket ? 0 : 2;
        if (outcome.infeasible != told || outcome.arrived != 2 - told || (told && !outcome.names_each_other))
            fail_msg("meeting %d, pocket %d: %d were told, %d arrived", round, has_pocket, outcome.infeasible,
                     outcome.arrived);
    }
}

/// Scenes with plans that take some knots to make and long to drive.
static void any_jam(int32_t number)
{
    switch (number) {
    case 0:
        door(3, 1, 0.4);
        park(0.4, -0.5, 0.5);
        return;
    case 1:
        lane(20, 3, true);
        return;
    case 2:
        short_dead_end(0.35);
        return;
    case 3:
        lane(60, 5, false); // a plan takes more than one knot
        return;
    default:
        crowds(2, 5);
        return;
    }
}

enum { JAMS = 5 };

TEST(the_length_of_steps_and_the_order_of_units_do_not_change_how_jams_are_resolved)
{
    for (int32_t number = 0; number < JAMS; number++) {
        any_jam(number);
        crowd_options options = usual_options();
        options.checks = false;
        options.limit = 60;
        options.dt = 0.25;
        const crowd_outcome usual = crowd_run(&scene, &options);
        options.adds_backwards = true;
        assert_true(crowd_run(&scene, &options).hash == usual.hash);
        options.checks = true; // steps are cut into eight parts
        assert_true(crowd_run(&scene, &options).hash == usual.hash);
    }
}

TEST(a_restored_traffic_goes_on_with_the_plans_of_the_saved_one)
{
    for (int32_t number = 0; number < JAMS; number++) {
        any_jam(number);
        crowd_options options = usual_options();
        options.checks = false;
        options.limit = 30;
        const uint64_t hash = crowd_run(&scene, &options).hash;
        for (double time = 1; time < 15; time += is_sanitized() ? 3.7 : 0.35) {
            options.save_at = time;
            if (crowd_run(&scene, &options).hash != hash)
                fail_msg("%s: saved at %g", scene.name, time);
        }
    }
}
