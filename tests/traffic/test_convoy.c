// Groups that share one way: its lanes, who follows it, and what happens when the group changes on the way.
#include <math.h>

#include "base/random.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/roster.h"

enum { MOST = 40 };

/// A map of 80 x 40 tiles, and a group on it.
typedef struct field {
    fw_map *map;
    fw_traffic *traffic;
    fw_agent_id ids[MOST];
    fw_pose places[MOST];
    int32_t count;
    fw_group_def def;
} field;

enum { WIDTH = 80, HEIGHT = 40 };

static field field_begin(void)
{
    field made = { .def = fw_default_group_def() };
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    assert_int_equal(fw_map_create(&def, &made.map), FW_OK);
    assert_int_equal(fw_traffic_create(made.map, NULL, &made.traffic), FW_OK);
    return made;
}

static void field_end(field *field)
{
    fw_traffic_destroy(field->traffic);
    fw_map_destroy(field->map);
}

static void lay(const field *field, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    assert_int_equal(fw_map_set_rect(field->map, x, y, width, height, terrain), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
}

/// A wall at x = 38 and 39 with a gap from `y` on.
static void wall_with_gap(const field *field, int32_t y, int32_t height)
{
    lay(field, 38, 0, 2, HEIGHT, FW_BLOCKED);
    lay(field, 38, y, 2, height, FW_GROUND);
}

static fw_unit_id add_kind(const field *field, double radius, bool swims)
{
    fw_unit_def kind = fw_default_unit_def();
    fw_unit_id id = 0;
    kind.size = 0;
    kind.footprint = fw_circle(radius);
    kind.terrain_cost[FW_WATER] = swims ? 1 : 0;
    assert_int_equal(fw_map_add_unit(field->map, &kind, &id), FW_OK);
    return id;
}

/// Adds the next unit, with a place for it or another one.
static void add(field *field, fw_unit_id kind, fw_pose start, fw_pose place, double top)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = field->ids[field->count] = (fw_agent_id)(7 + field->count);
    def.unit = kind;
    def.start = start;
    def.top = top;
    def.acceleration = def.braking = def.lateral = 4;
    assert_int_equal(fw_traffic_add(field->traffic, &def), FW_OK);
    field->places[field->count++] = place;
}

/// Adds a box of units around (12, 20) that goes to a box around (x, y).
static void add_box(field *field, fw_unit_id kind, int32_t count, double x, double y)
{
    fw_pose starts[MOST], places[MOST];
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ 12, 20, 0 }, 1.9, starts, count),
                     FW_OK);
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ x, y, 0 }, 1.9, places, count), FW_OK);
    for (int32_t i = 0; i < count; i++)
        add(field, kind, starts[i], places[i], 2);
}

static void go_together(const field *field)
{
    assert_int_equal(
        fw_traffic_order_together(field->traffic, &field->def, field->ids, field->places, field->count),
        FW_OK);
}

static void step(const field *field, double seconds, uint64_t budget)
{
    assert_int_equal(fw_traffic_step(field->traffic, seconds, budget), FW_OK);
}

static int32_t count_of(const field *field, fw_agent_activity activity)
{
    int32_t count = 0, found = 0;
    const fw_agent_state *states = fw_traffic_states(field->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        found += states[i].activity == activity;
    return found;
}

/// Number of units that have left their group in the last step.
static int32_t count_left(const field *field)
{
    int32_t count = 0, found = 0;
    const fw_traffic_event *events = fw_traffic_events(field->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        found += events[i].leaves_group;
    return found;
}

static void expect_arrivals(const field *field, int32_t count)
{
    for (int32_t tick = 0; tick < 2000 && count_of(field, FW_AGENT_ARRIVED) < count; tick++)
        step(field, 0.1, 1000);
    assert_int_equal(count_of(field, FW_AGENT_ARRIVED), count);
}

static const agent *unit_of(const field *field, int32_t index)
{
    return &field->traffic->agents[traffic_slot_of(field->traffic, field->ids[index])];
}

/// True if a body stands on ground alone: the distance to each blocked tile, by itself.
static bool is_on_ground(const field *field, double radius, double x, double y)
{
    for (int32_t row = (int32_t)floor(y - radius); row <= (int32_t)floor(y + radius); row++)
        for (int32_t column = (int32_t)floor(x - radius); column <= (int32_t)floor(x + radius); column++) {
            const bool is_inside = row >= 0 && column >= 0 && row < HEIGHT && column < WIDTH;
            const double dx = fmax(fmax(column - x, x - column - 1), 0),
                         dy = fmax(fmax(row - y, y - row - 1), 0);
            if (dx * dx + dy * dy < (radius - FW_TOUCH) * (radius - FW_TOUCH) &&
                (!is_inside || fw_map_terrain(field->map, column, row) == FW_BLOCKED))
                return false;
        }
    return true;
}

/// A unit's way leads from its start to its goal, and its body touches no blocked tile on it.
static void expect_legal_way(const field *field, const agent *unit, fw_pose start, double radius)
{
    const way *way = &unit->way;
    assert_true(way->count > 0 && way->points[0].x == start.x && way->points[0].y == start.y);
    const way_point *end = &way->points[way->count - 1];
    assert_true(end->x == unit->order.goal_x && end->y == unit->order.goal_y);
    for (int32_t i = 0; i + 1 < way->count; i++) {
        const way_point *from = &way->points[i], *to = from + 1;
        const int32_t parts = 1 + (int32_t)(hypot(to->x - from->x, to->y - from->y) / 0.02);
        for (int32_t part = 0; part <= parts; part++)
            assert_true(is_on_ground(field, radius, from->x + (to->x - from->x) * part / parts,
                                     from->y + (to->y - from->y) * part / parts));
    }
}

/// Draws a place where bodies have room, at least 1.2 tiles from others.
static fw_pose draw_place(const field *field, random_source *source, double x, const fw_pose *others,
                          int32_t count)
{
    for (;;) {
        const fw_pose place = { x + 20 * random_unit(source), 4 + 32 * random_unit(source), 0 };
        bool is_free = is_on_ground(field, 0.55, place.x, place.y);
        for (int32_t i = 0; i < count; i++)
            is_free = is_free && hypot(place.x - others[i].x, place.y - others[i].y) > 1.2;
        if (is_free)
            return place;
    }
}

TEST(ways_of_members_are_free_of_walls_and_lead_to_all_places)
{
    random_source source = { 11 };
    int32_t shared = 0, all = 0;
    for (int trial = 0; trial < 40; trial++) {
        field field = field_begin();
        const fw_unit_id kind = add_kind(&field, 0.45, false);
        for (int i = 0; i < 14; i++)
            lay(&field, (int32_t)random_below(&source, 70), (int32_t)random_below(&source, 34),
                1 + (int32_t)random_below(&source, 8), 1 + (int32_t)random_below(&source, 6), FW_BLOCKED);
        fw_pose starts[12], places[12];
        field.def.own_steps = trial % 4 * 5;
        for (int32_t i = 0; i < 12; i++) {
            starts[i] = draw_place(&field, &source, 2, starts, i);
            places[i] = draw_place(&field, &source, 57, places, i);
            add(&field, kind, starts[i], places[i], 2);
        }
        go_together(&field);
        int32_t left = 0;
        for (int tick = 0; field.traffic->desk.count > 0 && tick < 1000; tick++) {
            step(&field, 0, 500);
            left += count_left(&field);
        }
        bool is_taken[12] = { false };
        for (int32_t i = 0; i < 12; i++) {
            const agent *unit = unit_of(&field, i);
            if (unit->pursuit.refused != FW_OK)
                continue;
            expect_legal_way(&field, unit, starts[i], 0.45);
            for (int32_t j = 0; j < 12; j++)
                if (unit->order.goal_x == places[j].x && unit->order.goal_y == places[j].y) {
                    assert_false(is_taken[j]);
                    is_taken[j] = true;
                }
        }
        all += 12;
        shared += 12 - left;
        field_end(&field);
    }
    assert_true(shared > all / 2); // most members do share their ways
}

/// Work until all members have ways, counted in steps of 32.
static int32_t work_until_all_have_ways(const field *field)
{
    int32_t steps = 0;
    for (; field->traffic->desk.count > 0; steps++)
        step(field, 0, 32);
    for (int32_t i = 0; i < field->count; i++)
        assert_true(unit_of(field, i)->way.count > 0);
    return 32 * steps;
}

/// Walls at x = 30, 34, ... whose gaps lie at the top and at the bottom in turn.
static void snake(const field *field)
{
    for (int32_t i = 0; i < 6; i++)
        lay(field, 30 + 5 * i, i % 2 ? 0 : 6, 1, HEIGHT - 6, FW_BLOCKED);
}

TEST(forty_units_need_one_long_search)
{
    int32_t work[3];
    for (int how = 0; how < 3; how++) {
        field field = field_begin();
        const fw_unit_id kind = add_kind(&field, 0.45, false);
        snake(&field);
        add_box(&field, kind, how == 0 ? 1 : MOST, 68, 20);
        if (how == 2)
            assert_int_equal(fw_traffic_order_group(field.traffic, field.ids, field.places, field.count),
                             FW_OK);
        else
            go_together(&field);
        work[how] = work_until_all_have_ways(&field);
        assert_int_equal(count_left(&field), 0);
        field_end(&field);
    }
    assert_true(work[1] <= work[0] + 64); // together, they need no more than one unit alone
    assert_true(20 * work[1] < work[2]);
}

/// Where a way crosses a column of the map for the first time.
static double way_at(const agent *unit, double x)
{
    const way *way = &unit->way;
    for (int32_t i = 0; i + 1 < way->count; i++) {
        const way_point *from = &way->points[i], *to = from + 1;
        if (from->x <= x && to->x > x)
            return from->y + (to->y - from->y) * (x - from->x) / (to->x - from->x);
    }
    return NAN;
}

TEST(files_keep_their_distances_where_there_is_room_and_come_closer_in_a_gap)
{
    field field = field_begin();
    const fw_unit_id kind = add_kind(&field, 0.45, false);
    wall_with_gap(&field, 17, 5);
    add_box(&field, kind, 36, 68, 20);
    go_together(&field);
    step(&field, 0, 10000);
    for (int32_t i = 0; i < 36; i++)
        for (int32_t j = 0; j < 36; j++) {
            const agent *one = unit_of(&field, i), *two = unit_of(&field, j);
            const double apart = two->order.goal_y - one->order.goal_y;
            assert_true(fabs(way_at(two, 28) - way_at(one, 28) - apart) < 1e-6);
            assert_true(fabs(way_at(two, 52) - way_at(one, 52) - apart) < 1e-6);
            const double there = way_at(two, 39) - way_at(one, 39);
            assert_true(apart > 0 ? there > 0.3 * apart && there < 0.6 * apart : true);
        }
    expect_arrivals(&field, 36);
    field_end(&field);
}

TEST(a_unit_that_is_too_wide_for_the_gap_leaves_the_group_and_the_others_go_on)
{
    field field = field_begin();
    const fw_unit_id small = add_kind(&field, 0.45, false), wide = add_kind(&field, 1.4, false);
    wall_with_gap(&field, 19, 2);
    add_box(&field, small, 9, 68, 20);
    add(&field, wide, (fw_pose){ 6, 32, 0 }, (fw_pose){ 68, 32, 0 }, 2);
    go_together(&field);
    int32_t left = 0;
    for (int tick = 0; field.traffic->desk.count > 0 && tick < 1000; tick++) {
        step(&field, 0.05, 100);
        left += count_left(&field);
    }
    assert_int_equal(left, 1);
    expect_arrivals(&field, 9);
    assert_int_equal(fw_traffic_states(field.traffic, NULL)[9].activity, FW_AGENT_BLOCKED);
    field_end(&field);
}

TEST(the_shared_way_fits_the_widest_unit_with_the_fewest_terrains)
{
    field field = field_begin();
    const fw_unit_id small = add_kind(&field, 0.45, true), wide = add_kind(&field, 1.4, false);
    wall_with_gap(&field, 19, 2);        // too narrow for the wide unit
    lay(&field, 38, 10, 2, 6, FW_WATER); // it does not swim
    lay(&field, 38, 32, 2, 6, FW_GROUND);
    add_box(&field, small, 9, 68, 20);
    add(&field, wide, (fw_pose){ 6, 32, 0 }, (fw_pose){ 68, 32, 0 }, 2);
    go_together(&field);
    step(&field, 0, 100000);
    for (int32_t i = 0; i < field.count; i++) {
        const double y = way_at(unit_of(&field, i), 39);
        assert_true(y > 32 && y < 38);
    }
    expect_arrivals(&field, field.count);
    field_end(&field);
}

TEST(units_that_can_follow_nobody_leave_the_group)
{
    field field = field_begin();
    // The wide ones may swim, the small ones may not: none can follow the others.
    const fw_unit_id small = add_kind(&field, 0.45, false), wide = add_kind(&field, 0.6, true);
    add_box(&field, small, 9, 68, 20);
    for (int32_t i = 0; i < 3; i++)
        add(&field, wide, (fw_pose){ 6, 28 + 2 * i, 0 }, (fw_pose){ 62, 28 + 2 * i, 0 }, 2);
    go_together(&field);
    step(&field, 0, 100000);
    assert_int_equal(count_left(&field), 3);
    expect_arrivals(&field, field.count);
    field_end(&field);
}

TEST(a_group_whose_leader_is_removed_or_ordered_elsewhere_goes_on)
{
    field field = field_begin();
    const fw_unit_id kind = add_kind(&field, 0.45, false);
    snake(&field);
    add_box(&field, kind, 16, 68, 20);
    go_together(&field);
    step(&field, 0.01, 1);
    assert_int_equal(field.traffic->desk.count, 1); // the leader waits for all
    assert_int_equal(fw_traffic_remove(field.traffic, field.ids[0]), FW_OK);
    step(&field, 0.01, 1);
    assert_int_equal(field.traffic->desk.count, 1);
    assert_int_equal(fw_traffic_order(field.traffic, field.ids[1], 20, 20), FW_OK);
    expect_arrivals(&field, 15);
    const fw_agent_state *states = fw_traffic_states(field.traffic, NULL);
    assert_true(hypot(states[0].pose.x - 20, states[0].pose.y - 20) < 0.06);
    for (int32_t i = 1; i < 15; i++)
        assert_true(states[i].pose.x > 60);
    field_end(&field);
}

TEST(a_group_that_is_ordered_anew_in_every_tick_gets_its_shared_way)
{
    field field = field_begin();
    const fw_unit_id kind = add_kind(&field, 0.45, false);
    snake(&field);
    add_box(&field, kind, 16, 68, 20);
    for (int tick = 0; tick < 200; tick++) { // too little work in a tick for a search
        go_together(&field);
        step(&field, 0.1, 20);
        for (int32_t i = 0; i < field.count; i++)
            field.places[i].y += 0.01;
    }
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(field.traffic, &count);
    for (int32_t i = 0; i < count; i++)
        assert_true(states[i].driven > 15);
    field_end(&field);
}

TEST(a_group_whose_way_is_cut_finds_others)
{
    field field = field_begin();
    const fw_unit_id kind = add_kind(&field, 0.45, false);
    wall_with_gap(&field, 17, 5);
    lay(&field, 38, 2, 2, 4, FW_GROUND);
    add_box(&field, kind, 16, 68, 20);
    field.def.keeps_abreast = true;
    go_together(&field);
    for (int tick = 0; tick < 60; tick++)
        step(&field, 0.1, 1000);
    lay(&field, 38, 17, 2, 5, FW_BLOCKED);
    expect_arrivals(&field, 16);
    field_end(&field);
}

/// The greatest difference between what is left of two ways, while all units are far from both ends.
static double widest_spread(bool keeps_abreast)
{
    field field = field_begin();
    const fw_unit_id kind = add_kind(&field, 0.45, false);
    double widest = 0;
    for (int32_t i = 0; i < 5; i++) // the slowest one makes 1.2 tiles in a second, the fastest one 2
        add(&field, kind, (fw_pose){ 6, 16 + 2 * i, 0 }, (fw_pose){ 74, 16 + 2 * i, 0 }, 1.2 + 0.2 * i);
    field.def.keeps_abreast = keeps_abreast;
    go_together(&field);
    for (int tick = 0; tick < 300; tick++) {
        step(&field, 0.1, 1000);
        for (int32_t i = 0; i < 5; i++)
            for (int32_t j = 0; j < 5; j++)
                widest = fmax(widest, unit_of(&field, i)->to.x - unit_of(&field, j)->to.x);
    }
    expect_arrivals(&field, 5);
    field_end(&field);
    return widest;
}

TEST(units_that_keep_abreast_wait_for_the_slowest)
{
    assert_true(widest_spread(false) > 20);
    assert_true(widest_spread(true) < 3);
}

TEST(a_unit_that_waits_for_its_group_is_told_so)
{
    field field = field_begin();
    const fw_unit_id kind = add_kind(&field, 0.45, false);
    int32_t waits = 0;
    for (int32_t i = 0; i < 2; i++)
        add(&field, kind, (fw_pose){ 6, 16 + 4 * i, 0 }, (fw_pose){ 40, 16 + 4 * i, 0 }, i == 0 ? 0.2 : 3);
    field.def.keeps_abreast = true;
    go_together(&field);
    for (int tick = 0; tick < 300; tick++) {
        step(&field, 0.1, 1000);
        for (int32_t i = 0; i < 2; i++) {
            fw_wait_cause cause;
            fw_agent_id other;
            assert_int_equal(fw_traffic_get_cause(field.traffic, field.ids[i], &cause, &other), FW_OK);
            assert_true(i == 1 || cause != FW_CAUSE_GROUP); // nobody is behind the slow one
            waits += cause == FW_CAUSE_GROUP;
        }
    }
    assert_true(waits > 20);
    field_end(&field);
}

TEST(a_def_must_be_filled_and_within_its_limits)
{
    field field = field_begin();
    add(&field, add_kind(&field, 0.45, false), (fw_pose){ 6, 6, 0 }, (fw_pose){ 9, 9, 0 }, 2);
    fw_traffic *traffic = field.traffic;
    fw_group_def def = { .own_steps = 10 };
    assert_int_equal(fw_traffic_order_together(traffic, NULL, field.ids, field.places, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_together(traffic, &def, field.ids, field.places, 1), FW_BAD_DEF);
    def = fw_default_group_def();
    def.own_steps = -1;
    assert_int_equal(fw_traffic_order_together(traffic, &def, field.ids, field.places, 1), FW_BAD_VALUE);
    def.own_steps = NAN;
    assert_int_equal(fw_traffic_order_together(traffic, &def, field.ids, field.places, 1), FW_NOT_FINITE);
    def.own_steps = 10;
    assert_int_equal(fw_traffic_order_together(traffic, &def, NULL, NULL, 0), FW_OK);
    assert_int_equal(fw_traffic_order_together(traffic, &def, field.ids, field.places, 1), FW_OK);
    expect_arrivals(&field, 1);
    field_end(&field);
}
