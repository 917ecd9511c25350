// Motions: what they touch, where they lead, and that pruning changes no answer.
#include <math.h>

#include "base/keeper.h"
#include "common/body_depth.h"
#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motion_set.h"
#include "directional/motions/motion_table.h"
#include "directional/motions/motions.h"
#include "fairway/fairway.h"
#include "grid/field_grow.h"
#include "map/map.h"

#define DEGREES (FW_PI / 180)

static fw_unit_def vehicle(fw_footprint footprint, int32_t size, double radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = footprint;
    def.size = size;
    def.turn_radius = radius;
    return def;
}

/// The same with headings between eighths of a turn.
static fw_unit_def on_sixteen(fw_unit_def def)
{
    def.headings = 16;
    return def;
}

static const motion_choice common_choice = { .ring = 3, .most_turn = 185 * DEGREES, .most_length = 100 };

static motion_set set_of(memory *memory, const fw_unit_def *unit, const motion_choice *choice)
{
    motion_set set;
    assert_int_equal(motion_set_build(memory, unit, choice, &set), FW_OK);
    return set;
}

static void assert_curve_is_drivable(const motion_set *set, const motion *motion, int start, double radius)
{
    fw_pose pose = { 0, 0, motion_heading(start) };
    double length = 0;
    for (int32_t i = 0; i < motion_segment_count(set, motion); i++) {
        const fw_segment segment = motion_segment(set, motion, i, 0, 0, FW_FORWARD);
        assert_true(fabs(segment.start.x - pose.x) < 1e-9 && fabs(segment.start.y - pose.y) < 1e-9);
        assert_true(fabs(trig_wrap(segment.start.heading - pose.heading)) < 1e-9);
        assert_true(segment.curvature == 0 || fabs(fabs(segment.curvature) * radius - 1) < 1e-12);
        pose = segment_end(&segment);
        length += segment.length;
    }
    assert_true(fabs(pose.x - motion->dx) < 1e-9 && fabs(pose.y - motion->dy) < 1e-9);
    assert_true(fabs(trig_wrap(pose.heading - motion_heading(motion->end))) < 1e-9);
    assert_true(fabs(length * MOTION_SCALE - motion->cost[FW_FORWARD]) <= 1);
}

TEST(every_motion_drives_from_lattice_pose_to_lattice_pose)
{
    const double radii[] = { 0.5, 1, 2, 3, 6, 0.5, 1, 3 };
    for (int i = 0; i < 8; i++) {
        memory memory;
        memory_init(&memory, NULL);
        const fw_unit_def eighths = vehicle(fw_circle(0.4), 1, radii[i]);
        const fw_unit_def unit = i < 5 ? eighths : on_sixteen(eighths);
        motion_table *table = NULL;
        assert_int_equal(
            motion_table_build(&memory, &unit, i % 5 < 3 ? FW_DIRECTIONAL : FW_DIRECTIONAL_48, &table),
            FW_OK);
        assert_int_equal(table->headings, unit.headings);
        for (int32_t set = 0; set < table->set_count; set++)
            for (int heading = 0; heading < table->headings; heading++) {
                const control_set *controls = &table->sets[set].control_sets[heading];
                assert_true(controls->count > 0);
                for (int32_t m = 0; m < controls->count; m++)
                    assert_curve_is_drivable(&table->sets[set], &controls->motions[m], heading, radii[i]);
            }
        motion_table_destroy(&memory, table);
        assert_int_equal(memory.bytes, 0);
    }
}

/// How deep a body at a pose lies in tile (x, y); negative where it does not reach it.
static double depth_in_tile(const fw_footprint *body, const fw_pose *pose, int x, int y)
{
    if (body->kind == FW_FOOTPRINT_CIRCLE) {
        const double dx = fmax(fmax(x - pose->x, pose->x - x - 1), 0),
                     dy = fmax(fmax(y - pose->y, pose->y - y - 1), 0);
        return body->radius - sqrt(dx * dx + dy * dy);
    }
    return body_depth(body, *pose, x, y);
}

/// Deepest overlap with a tile while the motion is driven, begun in a gear, by sampling.
static double depth_of_motion(const motion_set *set, const motion *motion, const fw_footprint *body,
                              double offset, fw_gear gear, int samples, int x, int y)
{
    double deepest = -INFINITY;
    for (int32_t i = 0; i < motion_segment_count(set, motion); i++) {
        const fw_segment segment = motion_segment(set, motion, i, offset, offset, gear);
        for (int sample = 0; sample <= samples; sample++) {
            const fw_pose pose = segment_pose_at(&segment, segment.length * sample / samples);
            deepest = fmax(deepest, depth_in_tile(body, &pose, x, y));
        }
    }
    return deepest;
}

static bool mask_has(const control_set *controls, int32_t index, int x, int y)
{
    const int column = x - controls->left, row = y - controls->top;
    if (column < 0 || row < 0 || column >= controls->width || row >= controls->height)
        return false;
    return control_mask(controls, index, row / controls->rows_a_word) >>
               (row % controls->rows_a_word * controls->width + column) &
           1;
}

/// The masks of a motion in both gears against samples.
static void assert_masks_fit(const motion_set *set, int heading, int32_t index, const fw_footprint *body,
                             double offset)
{
    const bool has_front = set->turned_sets[heading].masks != set->control_sets[heading].masks;
    for (int gear = FW_FORWARD; gear <= (has_front ? FW_REVERSE : FW_FORWARD); gear++) {
        const control_set *controls =
            gear == FW_FORWARD ? &set->control_sets[heading] : &set->turned_sets[heading];
        for (int y = -7; y <= 7; y++)
            for (int x = -7; x <= 7; x++) {
                const motion *motion = &controls->motions[index];
                const bool touched = mask_has(controls, index, x, y);
                double depth = depth_of_motion(set, motion, body, offset, (fw_gear)gear, 60, x, y);
                if (touched && depth <= -0.02)
                    depth = depth_of_motion(set, motion, body, offset, (fw_gear)gear, 600, x, y);
                assert_true(depth < 1e-6 || touched);
                assert_true(depth > -0.02 || !touched);
            }
    }
}

TEST(masks_hold_the_tiles_that_the_body_touches_and_no_others)
{
    static const fw_corner kite[] = { { 1.9, 0.1 }, { 0.3, 0.6 }, { -0.5, 0 }, { 0.2, -0.5 } };
    const fw_unit_def units[] = { vehicle(fw_circle(0.33), 1, 2),
                                  vehicle(fw_circle(0.9), 2, 2.5),
                                  vehicle(fw_rectangle(1.2, 0.6), 1, 3),
                                  vehicle(fw_rectangle(3.5, 1.5), 2, 2),
                                  on_sixteen(vehicle(fw_rectangle(2.4, 1.2), 2, 1)),
                                  vehicle(fw_rectangle_at(3, 0.9, 1.1, 0), 1, 2),
                                  vehicle(fw_rectangle_at(2.4, 1.2, -0.7, 0.4), 2, 1),
                                  vehicle(fw_polygon(kite, 4), 1, 2) };
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        memory memory;
        memory_init(&memory, NULL);
        keeper kept;
        keeper_init(&kept, &memory);
        motion_choice choice = common_choice;
        choice.ring = units[u].headings == 8 ? 3 : 2;
        motion_set set = set_of(&kept.memory, &units[u], &choice);
        const double offset = units[u].size % 2 ? 0.5 : 0;
        for (int heading = 0; heading < units[u].headings; heading++)
            for (int32_t i = 0; i < set.control_sets[heading].count;
                 i += stride(4) * units[u].headings / 8 * (1 + heading % 3))
                assert_masks_fit(&set, heading, i, &units[u].footprint, offset);
        keeper_release(&kept);
        assert_int_equal(memory.bytes, 0);
    }
}

/// Asserts that both walks reach the same poses at the same cost, but for what rounding a motion's cost makes.
static void assert_walks_agree(const motion_walk *a, const motion_walk *b)
{
    for (int i = 0; i < WALK_POSES; i++) {
        assert_int_equal(a->cost[i] == UINT64_MAX, b->cost[i] == UINT64_MAX);
        if (a->cost[i] != UINT64_MAX)
            assert_true(fabs((double)a->cost[i] - (double)b->cost[i]) < 40);
    }
}

static lattice_pose pose_at_random(random_source *source, int32_t side)
{
    // One after the other: compilers differ in the order in which they evaluate a list.
    const int32_t x = (int32_t)random_below(source, (uint32_t)side);
    const int32_t y = (int32_t)random_below(source, (uint32_t)side);
    return (lattice_pose){ x, y, (int32_t)random_below(source, MOTION_HEADINGS) };
}

TEST(dropping_sums_of_other_motions_changes_no_distance)
{
    random_source source = { 3 };
    const double radii[] = { 0.7, 1.5, 2.5, 1.2 };
    for (int r = 0; r < 4; r++) {
        memory memory;
        memory_init(&memory, NULL);
        keeper kept;
        keeper_init(&kept, &memory);
        const fw_unit_def eighths = vehicle(fw_circle(0.35), 1, radii[r]);
        const fw_unit_def unit = r < 3 ? eighths : on_sixteen(eighths);
        motion_choice choice = common_choice;
        choice.ring = r < 3 ? 3 : 2;
        motion_table pruned = { .sets = { set_of(&kept.memory, &unit, &choice) },
                                .set_count = 1,
                                .offset = 0.5 };
        choice.keeps_all = true;
        motion_table whole = { .sets = { set_of(&kept.memory, &unit, &choice) },
                               .set_count = 1,
                               .offset = 0.5 };
        assert_true(pruned.sets[BASE_MOTIONS].motion_count < whole.sets[BASE_MOTIONS].motion_count);
        for (int i = 0; i < rounds(12); i++) {
            fw_map *map = map_at_random(&source, 14, 14, 12, 1);
            const layer *open = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer;
            const lattice_pose start = pose_at_random(&source, 14);
            const motion_ground lean = { .table = &pruned, .open = open };
            const motion_ground full = { .table = &whole, .open = open };
            static motion_walk a, b;
            walk_from(&lean, start, &a);
            walk_from(&full, start, &b);
            assert_walks_agree(&a, &b);
            fw_map_destroy(map);
        }
        keeper_release(&kept);
    }
}

static motion_table *table_of(memory *memory, const fw_unit_def *unit, fw_method method)
{
    motion_table *table = NULL;
    assert_int_equal(motion_table_build(memory, unit, method, &table), FW_OK);
    return table;
}

TEST(longer_curves_lead_wherever_the_shortest_lead_and_farther)
{
    random_source source = { 9 };
    const fw_method methods[] = { FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48 };
    int shorter = 0, reached = 0;
    for (int i = 0; i < 3; i++) {
        memory memory;
        memory_init(&memory, NULL);
        fw_unit_def unit = vehicle(fw_circle(0.33), 1, 0.8 * (i + 1));
        motion_table *shortest = table_of(&memory, &unit, methods[i]);
        unit.all_curves = true;
        motion_table *all = table_of(&memory, &unit, methods[i]);
        for (int map = 0; map < 12; map++) {
            static motion_walk by_shortest, by_all;
            fw_map *world = map_at_random(&source, 14, 14, 20, 1);
            const layer *open = map_find_unit(map_version_of(world), add_unit(world, unit_of_size(1)))->layer;
            const lattice_pose start = pose_at_random(&source, 14);
            walk_from(&(motion_ground){ .table = shortest, .open = open }, start, &by_shortest);
            walk_from(&(motion_ground){ .table = all, .open = open }, start, &by_all);
            for (int pose = 0; pose < WALK_POSES; pose++) {
                assert_true(by_shortest.cost[pose] == UINT64_MAX ||
                            by_all.cost[pose] < by_shortest.cost[pose] + 40);
                shorter += by_all.cost[pose] != UINT64_MAX && by_all.cost[pose] + 40 < by_shortest.cost[pose];
                reached += by_all.cost[pose] != UINT64_MAX && by_shortest.cost[pose] == UINT64_MAX;
            }
            fw_map_destroy(world);
        }
        motion_table_destroy(&memory, shortest);
        motion_table_destroy(&memory, all);
    }
    assert_true(shorter > 0 && reached > 0);
}

TEST(what_can_be_driven_can_be_driven_backward_facing_the_other_way)
{
    random_source source = { 4 };
    memory memory;
    memory_init(&memory, NULL);
    const fw_unit_def unit = vehicle(fw_circle(0.33), 1, 1.5), finer = on_sixteen(unit);
    motion_table *const tables[] = { table_of(&memory, &unit, FW_DIRECTIONAL),
                                     table_of(&memory, &finer, FW_DIRECTIONAL) };
    for (int i = 0; i < rounds(40); i++) {
        const motion_table *table = tables[i / 2 % 2];
        fw_map *map = map_at_random(&source, 12, 12, 15, 1);
        const layer *open = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer;
        const lattice_pose start = pose_at_random(&source, 12), goal = pose_at_random(&source, 12);
        const motion_ground ground = { .table = table,
                                       .open = open,
                                       .extended_ends = i % 2 ? BOTH_ENDS : 0,
                                       .start = start,
                                       .goals = lattice_box(goal),
                                       .extended_reach = 3 };
        static motion_walk there, back;
        walk_from(&ground, start, &there);
        walk_from(&ground, lattice_opposite(goal), &back);
        const uint64_t forward = there.cost[walk_index(goal)];
        const uint64_t backward = back.cost[walk_index(lattice_opposite(start))];
        assert_int_equal(forward == UINT64_MAX, backward == UINT64_MAX);
        if (forward != UINT64_MAX)
            assert_true(fabs((double)forward - (double)backward) < 40);
        fw_map_destroy(map);
    }
    motion_table_destroy(&memory, tables[0]);
    motion_table_destroy(&memory, tables[1]);
}

/// The way on the grid that a field finds if nothing is free but what a motion touches.
static uint32_t distance_on_grid(memory *memory, const control_set *controls, int32_t index)
{
    enum { SIDE = 40, CENTRE = SIDE / 2 };
    fw_map *map = open_map(SIDE, SIDE);
    for (int32_t row = 0; row < controls->height; row++)
        for (int32_t column = 0; column < controls->width; column++)
            if (control_mask(controls, index, row / controls->rows_a_word) >>
                    (row % controls->rows_a_word * controls->width + column) &
                1)
                fw_map_set_rect(map, CENTRE + controls->left + column, CENTRE + controls->top + row, 1, 1,
                                FW_GROUND);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const layer *open = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer;
    const motion *motion = &controls->motions[index];
    grid_field field;
    keeper kept;
    keeper_init(&kept, memory);
    grid_field_init(&field, &kept.memory);
    uint64_t work = UINT64_MAX;
    assert_int_equal(grid_field_reset(&field, open, NULL, CENTRE + motion->dx, CENTRE + motion->dy, -1, -1),
                     FW_OK);
    assert_int_equal(grid_field_reach(&field, CENTRE, CENTRE, &work), FW_OK);
    const uint32_t distance = grid_field_at(&field, CENTRE, CENTRE);
    keeper_release(&kept);
    fw_map_destroy(map);
    return distance;
}

TEST(no_motion_is_cheaper_than_the_way_on_the_grid_within_what_it_touches)
{
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    const fw_unit_def units[] = { vehicle(fw_circle(0.33), 1, 1), vehicle(fw_circle(0.9), 2, 1),
                                  vehicle(fw_rectangle(2.6, 1.4), 2, 1),
                                  vehicle(fw_rectangle(1.2, 0.6), 1, 2),
                                  on_sixteen(vehicle(fw_circle(0.33), 1, 2)) };
    const motion_choice choice = { .ring = 2, .most_turn = 360 * DEGREES, .most_length = 10 };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        motion_set set = set_of(&kept.memory, &units[i], &choice);
        for (int heading = 0; heading < units[i].headings; heading++)
            for (int32_t index = 0; index < set.control_sets[heading].count; index++) {
                const control_set *controls = &set.control_sets[heading];
                const uint64_t way = distance_on_grid(&memory, controls, index);
                assert_true(way * set.field_scale <= (uint64_t)controls->motions[index].cost[FW_FORWARD]
                                                         << 16);
            }
        keeper_release(&kept);
    }
}

TEST(the_way_to_a_goal_falls_by_no_more_than_a_motion_costs)
{
    memory memory;
    memory_init(&memory, NULL);
    const double radii[] = { 1, 2, 5, 2 };
    for (int i = 0; i < 4; i++) {
        const fw_unit_def eighths = vehicle(fw_circle(0.33), 1, radii[i]);
        const fw_unit_def unit = i < 3 ? eighths : on_sixteen(eighths);
        motion_table *table = table_of(&memory, &unit, FW_DIRECTIONAL);
        const int32_t headings = table->headings;
        for (int32_t at = 0; at < 29 * 29 * headings * headings; at++) {
            const lattice_pose goal = { 0, 0, at % headings };
            const int32_t tile = at / (headings * headings);
            const lattice_pose pose = { tile % 29 - 14, tile / 29 - 14, at / headings % headings };
            const control_set *controls = &table->sets[BASE_MOTIONS].control_sets[pose.heading];
            for (int32_t index = 0; index < controls->count; index++) {
                const motion *motion = &controls->motions[index];
                const lattice_pose to = { pose.x + motion->dx, pose.y + motion->dy, motion->end };
                assert_true(lookup_at_least(table->lookup, pose, goal, false) <=
                            motion->cost[FW_FORWARD] + lookup_at_least(table->lookup, to, goal, false));
            }
        }
        motion_table_destroy(&memory, table);
    }
}

TEST(windows_at_the_edges_of_a_map_are_blocked_outside_it)
{
    random_source source = { 8 };
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    const fw_unit_def unit = vehicle(fw_circle(0.8), 2, 3);
    motion_table table = { .sets = { set_of(&kept.memory, &unit, &common_choice) }, .set_count = 1 };
    for (int i = 0; i < rounds(20); i++) {
        fw_map *map = map_at_random(&source, 5 + 3 * i, 24 - i, 10, 1);
        const motion_ground ground = {
            .table = &table, .open = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer
        };
        for (int32_t y = 0; y < ground.open->height; y++)
            for (int32_t x = 0; x < ground.open->width; x++) {
                const control_set *controls =
                    &table.sets[BASE_MOTIONS].control_sets[(x + y + i) % MOTION_HEADINGS];
                uint64_t blocked[WINDOW_WORDS];
                const bool any = control_set_look(controls, ground.open, NULL, x, y, blocked);
                for (int32_t m = 0; m < controls->count; m++)
                    assert_int_equal(!any || control_is_free(controls, m, blocked),
                                     walk_may_drive(&ground, controls, m, x, y));
            }
        fw_map_destroy(map);
    }
    keeper_release(&kept);
}

TEST(the_summary_tells_what_a_method_has)
{
    fw_map *map = DRAWN(((const char *const[]){ "....", "...." }));
    fw_unit_def def = vehicle(fw_circle(0.33), 1, 3);
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_DIRECTIONAL_24);
    const fw_unit_id id = add_unit(map, def);
    fw_motion_summary own, ring_2;
    assert_int_equal(fw_map_motions(map, id, FW_DIRECTIONAL, &own), FW_OK);
    assert_int_equal(fw_map_motions(map, id, FW_DIRECTIONAL_24, &ring_2), FW_OK);
    assert_int_equal(fw_map_motions(map, id, FW_DIRECTIONAL_48, &ring_2), FW_NOT_PREPARED);
    assert_int_equal(fw_map_motions(map, id, FW_ASTAR, &own), FW_BAD_VALUE);
    assert_int_equal(fw_map_motions(map, id, (fw_method)-1, &own), FW_BAD_VALUE);
    assert_int_equal(fw_map_motions(map, id, (fw_method)99, &own), FW_BAD_VALUE);
    assert_int_equal(fw_map_motions(map, id + 1, FW_DIRECTIONAL, &own), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_map_motions(NULL, id, FW_DIRECTIONAL, &own), FW_NULL_ARGUMENT);
    assert_int_equal(own.headings, 8);
    assert_int_equal(own.reach, 3);
    assert_true(own.complete && !ring_2.complete && own.branching == 5 && own.unpruned > 10 &&
                own.bytes > 1000);
    fw_map_destroy(map);
}

/// The windows of all headings lie within `farthest` tiles from the start to the left and up, 31 to the right and down.
static void assert_windows_join(const motion_set *set, int32_t farthest)
{
    for (int heading = 0; heading < 8; heading++) {
        const control_set *controls = &set->control_sets[heading];
        assert_true(controls->left >= -farthest && controls->top >= -farthest);
        assert_true(controls->left + controls->width <= MOTION_REACH + 1 &&
                    controls->top + controls->height <= MOTION_REACH + 1);
    }
}

/// Loops of a radius of 16 are as wide as a window may be.
TEST(units_of_every_turning_radius_have_motions_within_one_window)
{
    static const double radii[] = { 1.0 / 64, 0.2, 1, 8, 15.5, 15.9, 16, 16.1, 17, 1024 };
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_80 };
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        for (int32_t size = 1; size <= 2; size++)
            for (int k = 0; k < 2; k++) {
                fw_map *map = DRAWN((const char *const[]){ "..." });
                fw_unit_def unit = vehicle(fw_circle(k ? 0.4 : 0.05), size, radii[i]);
                unit.methods = FW_METHOD_BIT(methods[k]);
                const fw_unit_id id = add_unit(map, unit);
                const motion_table *table = map_table(
                    map_version_of(map), map_find_unit(map_version_of(map), id), motion_kind_of(methods[k]));
                for (int32_t set = 0; set < table->set_count; set++)
                    assert_windows_join(&table->sets[set], MOTION_REACH + (size == 2));
                fw_map_destroy(map);
            }
}

/// Guides divide by the least cost of a set's motions.
TEST(each_set_of_a_unit_of_every_turning_radius_holds_motions)
{
    for (double power = -6; power <= 10; power += stride(5) * 0.5)
        for (int reverse = 0; reverse < 2; reverse++) {
            fw_map *map = DRAWN((const char *const[]){ "..." });
            fw_unit_def unit = vehicle(fw_circle(0.4), 1, exp2(power));
            unit.reverse = reverse;
            unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
            const fw_unit_id id = add_unit(map, unit);
            const motion_table *table = map_table(map_version_of(map), map_find_unit(map_version_of(map), id),
                                                  motion_kind_of(FW_DIRECTIONAL));
            for (int32_t set = 0; set < table->set_count; set++)
                assert_true(table->sets[set].motion_count > 0 && table->sets[set].field_scale > 0);
            fw_map_destroy(map);
        }
}
