// The search over motions knows nothing of the curves that motions stand for, nor of the guide: with toy motion sets
// and each kind of guide, and with a toy guide, it finds the costs that plain relaxation finds.
#include <math.h>
#include <stdlib.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/road.h"
#include "common/unit.h"
#include "directional/motions/motion_norm.h"
#include "directional/motions/motion_projection.h"
#include "directional/search/directional_inside.h"
#include "directional/search/directional_space.h"
#include "map/map.h"

enum { TOY_MOTIONS = 5, SIDE = 9, TURN = 1300, REACH_OF_TOYS = 1 };

/// A toy motion set: one tile ahead, and turns by 45 degrees to either side.
typedef struct toy_set {
    motion_table table;
    lookup_table lookup;
    motion motions[MOTION_HEADINGS][TOY_MOTIONS];
    uint64_t masks[MOTION_HEADINGS][TOY_MOTIONS];
} toy_set;

static toy_set toys;
static motion_walk walk;

/// The tiles of a 3 x 3 window that a step touches: a diagonal one all four around it.
static uint64_t tiles_of_step(int32_t dx, int32_t dy)
{
    uint64_t touched = 0;
    for (int32_t y = dy < 0 ? dy : 0; y <= (dy > 0 ? dy : 0); y++)
        for (int32_t x = dx < 0 ? dx : 0; x <= (dx > 0 ? dx : 0); x++)
            touched |= UINT64_C(1) << ((y + 1) * 3 + x + 1);
    return touched;
}

/// A toy motion: turns before and after a step of one tile ahead, in eighths of a turn.
typedef struct toy_motion {
    int32_t before, after;
    bool is_step;
} toy_motion;

/// A tank goes ahead or turns on the spot. A cart goes ahead, and may turn before or after.
static const toy_motion tank[] = { { 0, 0, true }, { 1, 0, false }, { -1, 0, false } };
static const toy_motion cart[] = {
    { 0, 0, true }, { 1, 0, true }, { -1, 0, true }, { 0, 1, true }, { 0, -1, true }
};

static motion motion_of_toy(const toy_motion *toy, int32_t heading)
{
    static const int8_t step_x[] = { 1, 1, 0, -1, -1, -1, 0, 1 }, step_y[] = { 0, 1, 1, 1, 0, -1, -1, -1 };
    const int32_t along = heading_turned(heading, toy->before);
    const bool turns = toy->before != 0 || toy->after != 0;
    const uint32_t length = along % 2 ? 1449 : MOTION_SCALE;
    return (motion){ .dx = toy->is_step ? step_x[along] : 0,
                     .dy = toy->is_step ? step_y[along] : 0,
                     .end = (uint8_t)heading_turned(along, toy->after),
                     .cost = { (toy->is_step ? length : 0) + (turns ? TURN : 0) },
                     .turn = turns ? MOTION_FULL_TURN / 8 : 0 };
}

static void fill_heading(int32_t heading, bool is_tank)
{
    const int32_t count = is_tank ? sizeof tank / sizeof *tank : sizeof cart / sizeof *cart;
    for (int32_t i = 0; i < count; i++) {
        motion *made = &toys.motions[heading][i];
        *made = motion_of_toy(is_tank ? &tank[i] : &cart[i], heading);
        toys.masks[heading][i] = tiles_of_step(made->dx, made->dy);
    }
    motion_set *set = &toys.table.sets[BASE_MOTIONS];
    set->control_sets[heading] = (control_set){ .left = -1,
                                                .top = -1,
                                                .width = 3,
                                                .height = 3,
                                                .rows_a_word = 21,
                                                .words = 1,
                                                .count = count,
                                                .motions = toys.motions[heading],
                                                .masks = toys.masks[heading] };
    set->turned_sets[heading] = set->control_sets[heading];
}

/// The least cost of a tile's distance on the field, in 1 / 65536.
static uint32_t scale_of_toys(void)
{
    const double straight = (double)MOTION_SCALE / FIELD_STRAIGHT, diagonal = 1449.0 / FIELD_DIAGONAL;
    return (uint32_t)(fmin(straight, diagonal) * 65536);
}

static void fill_lookup(void)
{
    for (int32_t goal = 0; goal < LOOKUP_GOALS; goal++)
        for (int32_t y = 0; y < LOOKUP_SIDE; y++)
            for (int32_t x = 0; x < LOOKUP_SIDE; x++)
                for (int32_t heading = 0; heading < LOOKUP_HEADINGS; heading++)
                    toys.lookup.cost[goal][y][x][heading] =
                        (uint32_t)(abs(x - LOOKUP_REACH) > abs(y - LOOKUP_REACH) ? abs(x - LOOKUP_REACH)
                                                                                 : abs(y - LOOKUP_REACH)) *
                        MOTION_SCALE;
}

static void build_toys(memory *memory, bool is_tank)
{
    motion_set *set = &toys.table.sets[BASE_MOTIONS];
    toys = (toy_set){
        .table = { .set_count = 1, .headings = MOTION_HEADINGS, .lookup = &toys.lookup, .offset = 0.5 }
    };
    keeper_init(&toys.table.kept, memory);
    for (int32_t heading = 0; heading < MOTION_HEADINGS; heading++)
        fill_heading(heading, is_tank);
    fill_lookup();
    set->most = TOY_MOTIONS; // at most
    set->reach = REACH_OF_TOYS;
    set->field_scale = scale_of_toys();
    set->turns = true;
    set->turns_in_place = is_tank;
    assert_int_equal(
        motion_norm_build(&toys.table.kept.memory, set, MOTION_HEADINGS, false, &toys.table.norm), FW_OK);
    assert_int_equal(motion_projection_build(&toys.table.kept.memory, set, false, &toys.table.projection),
                     FW_OK);
}

/// A tiny world, with the oracle's costs of all ways from a random start.
typedef struct world {
    road_test test;
    motion_ground ground;
    lattice_pose start, goal;
} world;

static world world_at_random(random_source *random)
{
    world world = { .test = road_on(map_at_random(random, SIDE, SIDE, random_below(random, 30), 1),
                                    vehicle(fw_circle(0.33), 1, 0.5, FW_DIRECTIONAL_8)),
                    .start = pose_at_random(random, SIDE),
                    .goal = pose_at_random(random, SIDE) };
    world.ground =
        (motion_ground){ .table = &toys.table,
                         .open = map_find_unit(map_version_of(world.test.map), world.test.unit)->body,
                         .start = world.start,
                         .goals = lattice_box(world.goal) };
    walk_from(&world.ground, world.start, &walk);
    return world;
}

static void for_random_worlds(uint64_t seed, bool is_tank, void (*judge)(const world *world, page_pool *pool))
{
    random_source random = { seed };
    memory memory;
    memory_init(&memory, NULL);
    page_pool pool = node_page_pool(&memory, NODE_PAGE_SHIFT);
    build_toys(&memory, is_tank);
    for (int i = 0; i < 80; i++) {
        world world = world_at_random(&random);
        if (ground_is_free(&world.ground, world.start.x, world.start.y) &&
            ground_is_free(&world.ground, world.goal.x, world.goal.y))
            judge(&world, &pool);
        road_end(&world.test);
    }
    keeper_release(&toys.table.kept);
    page_pool_trim(&pool);
    assert_int_equal(memory.bytes, 0);
}

static bool toy_suits(const directional_space *space)
{
    return true;
}

static fw_result toy_begin(directional_space *space, uint64_t work)
{
    return FW_OK;
}

/// Tiles and turns: each motion turns by an eighth at most.
static cost tiles_and_turns(const directional_space *space, lattice_pose pose)
{
    const lattice_pose goal = space->task.goal->tile;
    const int32_t right = heading_turned(goal.heading, -pose.heading), left = MOTION_HEADINGS - right;
    return (cost)lookup_distance(pose, goal) * MOTION_SCALE + (cost)(right < left ? right : left) * TURN;
}

static cost nothing(const directional_space *space, lattice_pose pose)
{
    return 0;
}

static const guide_kind toy_guide = { .suits = toy_suits, .begin = toy_begin, .estimate = tiles_and_turns };
static const guide_kind no_guide = { .suits = toy_suits, .begin = toy_begin, .estimate = nothing };

/// Asserts that a search finds a way of the oracle's cost, or none if the oracle finds none.
///
/// @param toy  guide in place of the one that the search chooses; null = none
/// @return number of expansions
static uint64_t judge_search(const world *world, page_pool *pool, fw_heuristic heuristic,
                             const guide_kind *expected, const guide_kind *toy)
{
    const search_end goal = { .tile = world->goal,
                              .pose = motion_pose(world->goal, 0.5),
                              .on_lattice = true };
    const directional_query query = {
        .table = &toys.table,
        .map = map_version_of(world->test.map),
        .unit = map_find_unit(map_version_of(world->test.map), world->test.unit),
        .start = { .tile = world->start, .pose = motion_pose(world->start, 0.5), .on_lattice = true },
        .goals = goal_set_of(&goal, false),
        .heuristic = heuristic,
    };
    const search_limits limits = { .weight = 1 };
    const uint64_t cost = walk_cost_to(&walk, world->goal);
    directional_space *space = NULL;
    keeper kept;
    keeper_init(&kept, pool->memory);
    page_pool pages = node_page_pool(&kept.memory, NODE_PAGE_SHIFT);
    assert_int_equal(directional_space_create(&kept.memory, &pages, &space), FW_OK);
    assert_int_equal(directional_space_reset(space, &query, &limits), FW_OK);
    assert_ptr_equal(space->guide.kind, expected);
    if (toy)
        space->guide.kind = toy;
    const fw_result result = directional_space_run(space, UINT64_MAX);
    assert_int_equal(result, cost == UINT64_MAX ? FW_NOT_FOUND : FW_OK);
    if (result == FW_OK)
        assert_int_equal(space->search.goal_g, cost);
    const uint64_t expanded = space->search.count.expanded;
    keeper_release(&kept);
    return expanded;
}

static void judge_all_guides(const world *world, page_pool *pool)
{
    judge_search(world, pool, FW_HEURISTIC_STRAIGHT, &guide_open, NULL);
    judge_search(world, pool, FW_HEURISTIC_AUTO, &guide_motions, NULL);
    const int32_t count = toys.table.projection.controls.count;
    toys.table.projection.controls.count = 0; // without a projection there is no field of motions
    judge_search(world, pool, FW_HEURISTIC_AUTO, &guide_grid, NULL);
    toys.table.projection.controls.count = count;
}

static void judge_toy_guides(const world *world, page_pool *pool)
{
    const uint64_t unguided = judge_search(world, pool, FW_HEURISTIC_STRAIGHT, &guide_open, &no_guide);
    const uint64_t guided = judge_search(world, pool, FW_HEURISTIC_STRAIGHT, &guide_open, &toy_guide);
    assert_true(guided <= unguided);
}

TEST(a_tank_that_turns_on_the_spot_finds_its_cheapest_way_with_each_guide)
{
    for_random_worlds(1, true, judge_all_guides);
}

TEST(a_cart_that_turns_as_it_goes_finds_its_cheapest_way_with_each_guide)
{
    for_random_worlds(2, false, judge_all_guides);
}

TEST(a_toy_guide_leads_toy_motions_to_their_cheapest_way)
{
    for_random_worlds(3, true, judge_toy_guides);
    for_random_worlds(4, false, judge_toy_guides);
}
