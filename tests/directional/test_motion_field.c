// What motions cost at least, against plain relaxation over motions, on random maps.
#include <math.h>
#include <stdlib.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "directional/guides/motion_field.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motion_norm.h"
#include "grid/field_grow.h"
#include "map/map.h"
#include "search/node_store.h"

/// A field on a map, and the ways that it is a bound of.
typedef struct trial {
    road_test test;
    motion_ground ground;
    surcharge charges;
    grid_field to_aim;
    perimeter *around;
    motion_field *field;
    motion_origin origin;
    motion_walk walk; ///< from the goal turned around: so costs are those to the goal
    page_pool pool;
    memory memory;
    keeper kept;
    uint32_t radius;
} trial;

static trial tried;

/// The wave that tells how far the start is begins wherever extended motions may lead from there.
static void aim(lattice_pose goal)
{
    const motion_ground *ground = &tried.ground;
    const bool is_extended = ground->extended_ends & START_END;
    const tile_box near = is_extended ? ground_near(ground, START_END) : lattice_box(ground->start);
    field_origin origins[WALK_SIDE * WALK_SIDE];
    size_t count = 0;
    for (int32_t y = near.top; y <= near.bottom; y++)
        for (int32_t x = near.left; x <= near.right; x++)
            if (!is_extended || ground_is_free(ground, x, y))
                origins[count++] = (field_origin){ .x = x, .y = y };
    const fw_result set =
        count > 0 ? grid_field_reset_from(&tried.to_aim, ground->open, NULL, origins, count, goal.x, goal.y)
                  : grid_field_reset(&tried.to_aim, ground->open, NULL, ground->start.x, ground->start.y,
                                     goal.x, goal.y);
    assert_int_equal(set, FW_OK);
}

/// @param extended_ends  ends that have extended motions
static void set_up(random_source *source, int i, uint32_t extended_ends)
{
    const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_8, FW_DIRECTIONAL, FW_DIRECTIONAL_24,
                                  FW_DIRECTIONAL_48 };
    const double radii[] = { 0.5, 1, 2, 3, 4 };
    const double radius = radii[random_below(source, 5)];
    const fw_method method = methods[i % 5];
    const bool is_wide = i % 4 == 3;
    const int32_t side = 10 + (int32_t)random_below(source, WALK_SIDE - 10);
    const uint32_t blocked = random_below(source, 20);
    tried.test = road_on(map_at_random(source, side, side, blocked, 1),
                         vehicle(fw_circle(is_wide ? 0.9 : 0.33), is_wide ? 2 : 1, radius, method));
    const map_unit *unit = map_find_unit(map_version_of(tried.test.map), tried.test.unit);
    lattice_pose start = pose_at_random(source, side), goal = pose_at_random(source, side);
    tried.ground =
        (motion_ground){ .table = map_table(map_version_of(tried.test.map), unit, motion_kind_of(method)),
                         .open = unit->body,
                         .start = start,
                         .goals = lattice_box(goal),
                         .extended_ends = extended_ends,
                         .extended_reach = (int32_t)ceil(2 * radius) };
    tried.charges = surcharge_of(map_version_of(tried.test.map), unit, NULL, 0);
    tried.radius = random_below(source, 3) * (uint32_t)(1.5 * radius * MOTION_SCALE);
    memory_init(&tried.memory, NULL);
    keeper_init(&tried.kept, &tried.memory);
    tried.pool = node_page_pool(&tried.kept.memory, NODE_PAGE_SHIFT);
    grid_field_init(&tried.to_aim, &tried.kept.memory);
    grid_field_set_greedy(&tried.to_aim, i % 2 == 1);
    tried.field = motion_field_create(&tried.kept.memory, &tried.pool);
    tried.around = perimeter_create(&tried.kept.memory, &tried.pool);
    assert_true(tried.field && tried.around);
    walk_from(&tried.ground, lattice_opposite(goal), &tried.walk);
    tried.origin = (motion_origin){ goal, 0 };
    aim(goal);
    perimeter_reset(tried.around, &tried.ground, &tried.charges, &tried.origin, 1, tried.radius);
    motion_field_reset(tried.field, &tried.ground, &tried.charges, tried.around, &tried.to_aim);
}

static void tear_down(void)
{
    keeper_release(&tried.kept);
    assert_int_equal(tried.memory.bytes, 0);
    road_end(&tried.test);
}

static uint64_t cost_from(lattice_pose pose)
{
    return tried.walk.cost[walk_index(lattice_opposite(pose))];
}

static uint32_t asked(lattice_pose pose)
{
    fw_result grown;
    do {
        uint64_t work = 7;
        grown = motion_field_grow(tried.field, pose, MOTION_FIELD_NONE, &work);
        assert_true(grown == FW_OK || (grown == FW_PENDING && work == 0));
    } while (grown == FW_PENDING);
    bool is_exact = false;
    const uint32_t least = motion_field_at(tried.field, pose, &is_exact);
    assert_true(is_exact);
    return least;
}

typedef void pose_fn(lattice_pose at);

/// Every pose on the map that stands on a free tile which the aim's field reaches.
static void for_all_poses(pose_fn *judge)
{
    const layer *open = tried.ground.open;
    for (int32_t i = 0; i < open->width * open->height * MOTION_HEADINGS; i++) {
        const int32_t tile = i / MOTION_HEADINGS;
        const lattice_pose pose = { tile % open->width, tile / open->width, i % MOTION_HEADINGS };
        uint64_t work = UINT64_MAX;
        assert_int_equal(grid_field_reach(&tried.to_aim, pose.x, pose.y, &work), FW_OK);
        if (grid_field_at(&tried.to_aim, pose.x, pose.y) != FIELD_UNKNOWN)
            judge(pose);
    }
}

static void for_random_maps(uint64_t seed, int count, uint32_t extended_ends, pose_fn *judge)
{
    random_source source = { seed };
    for (int i = 0; i < rounds(count); i++) {
        set_up(&source, i, extended_ends);
        if (layer_fits_anywhere(tried.ground.open, tried.ground.start.x, tried.ground.start.y))
            for_all_poses(judge);
        tear_down();
    }
}

static void assert_is_bound(lattice_pose pose)
{
    const uint64_t exact = cost_from(pose);
    const uint32_t least = asked(pose);
    if (exact != UINT64_MAX)
        assert_true(least <= exact);
    if (exact < tried.radius)
        assert_int_equal(least, exact);
}

static void assert_motions_are_no_cheaper(lattice_pose pose)
{
    const control_set *controls = &tried.ground.table->sets[BASE_MOTIONS].control_sets[pose.heading];
    const uint32_t here = asked(pose);
    if (cost_from(pose) < tried.radius) // leaving the exact poses may seem to gain
        return;
    for (int32_t i = 0; i < controls->count; i++)
        if (walk_may_drive(&tried.ground, controls, i, pose.x, pose.y)) {
            const motion *motion = &controls->motions[i];
            const uint32_t there =
                asked((lattice_pose){ pose.x + motion->dx, pose.y + motion->dy, motion->end });
            assert_true(there == MOTION_FIELD_NONE || here <= there + motion->cost[FW_FORWARD]);
        }
}

static void assert_is_within_if_it_costs_less(lattice_pose pose)
{
    uint64_t work = UINT64_MAX;
    assert_int_equal(perimeter_complete(tried.around, &work), FW_OK);
    const uint64_t exact = cost_from(pose);
    assert_int_equal(perimeter_cost(tried.around, pose), exact < tried.radius ? exact : NOT_WITHIN);
}

TEST(within_a_perimeter_costs_are_exact_and_nothing_else_is_there)
{
    for_random_maps(65, 16, 0, assert_is_within_if_it_costs_less);
    for_random_maps(70, 8, BOTH_ENDS, assert_is_within_if_it_costs_less);
}

/// Is there a tile on the rim over which the way from a pose may lead?
static void assert_comes_over_the_rim(lattice_pose pose)
{
    uint64_t work = UINT64_MAX;
    size_t count;
    assert_int_equal(perimeter_complete(tried.around, &work), FW_OK);
    const border_tile *border = perimeter_border(tried.around, &count);
    const uint64_t exact = cost_from(pose);
    bool comes = exact == UINT64_MAX || exact < tried.radius;
    for (size_t i = 0; i < count && !comes; i++) {
        const double straight = hypot(pose.x - border[i].x, pose.y - border[i].y) * MOTION_SCALE;
        assert_true(border[i].cost >= tried.radius);
        comes = border[i].cost + straight <= (double)exact + 1;
    }
    assert_true(comes);
}

TEST(every_way_from_outside_comes_over_the_rim)
{
    for_random_maps(66, 16, 0, assert_comes_over_the_rim);
    for_random_maps(71, 8, BOTH_ENDS, assert_comes_over_the_rim);
}

TEST(no_way_costs_less_and_around_the_goal_costs_are_exact)
{
    for_random_maps(61, 24, 0, assert_is_bound);
}

TEST(no_way_costs_less_where_rich_motions_lead_around_the_ends)
{
    for_random_maps(67, 8, START_END, assert_is_bound);
    for_random_maps(68, 8, GOAL_END, assert_is_bound);
    for_random_maps(69, 12, BOTH_ENDS, assert_is_bound);
}

TEST(no_motion_gains_more_than_it_costs)
{
    for_random_maps(62, 16, 0, assert_motions_are_no_cheaper);
}

/// Asks before the field is grown, in whatever state the last question left it.
static void assert_guess_is_bound(lattice_pose pose)
{
    bool is_exact = false;
    const uint32_t guess = motion_field_at(tried.field, pose, &is_exact);
    uint64_t work = 20;
    motion_field_grow(tried.field, pose, guess + MOTION_SCALE, &work);
    assert_true(guess <= cost_from(pose));
}

TEST(what_is_guessed_before_the_field_is_grown_is_a_bound_too)
{
    for_random_maps(63, 12, 0, assert_guess_is_bound);
    for_random_maps(72, 8, BOTH_ENDS, assert_guess_is_bound);
}

TEST(the_norm_of_motions_is_no_more_than_any_of_them_costs_and_reached_by_a_straight_line)
{
    random_source source = { 64 };
    for (int i = 0; i < 10; i++) {
        set_up(&source, i, 0);
        const motion_projection *projection = &tried.ground.table->projection;
        const motion_norm *norm = &tried.ground.table->norm;
        for (int32_t k = 0; k < projection->controls.count; k++) {
            const motion *motion = &projection->controls.motions[k];
            assert_true(motion_norm_between(norm, motion->dx, motion->dy) <= motion->cost[FW_FORWARD]);
            assert_true(motion_norm_between(norm, -motion->dy, motion->dx) <= motion->cost[FW_FORWARD]);
        }
        assert_in_range(motion_norm_between(norm, 50, 0), 50 * MOTION_SCALE - 2, 50 * MOTION_SCALE);
        tear_down();
    }
}
