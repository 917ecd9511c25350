// Floods and fields of a directional search begin at all ends of the search: no connection, goal, tile near the start
// or tile of the perimeter's border is lost.
#include <math.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "directional/guides/guide_choice.h"
#include "directional/motions/motion_kinds.h"
#include "directional/search/directional_inside.h"
#include "directional/search/directional_space.h"
#include "grid/field_grow.h"
#include "map/map.h"

enum { SIDE = 40, MOST_GOALS = 6, WORLDS = 20 };

#define RADIUS 2.0

/// A search that has been reset, on a map of its own.
typedef struct site {
    road_test test;
    memory memory;
    keeper kept;
    page_pool pool;
    directional_space *space;
} site;

/// An end at random: a lattice pose, or an exact pose beside it.
static search_end end_at_random(random_source *random, const motion_table *table, bool on_lattice)
{
    lattice_pose at = pose_at_random(random, SIDE);
    const fw_pose pose = motion_pose(at, table->offset);
    if (on_lattice)
        return (search_end){ .tile = at, .pose = pose, .on_lattice = true };
    at.heading = -1;
    return (search_end){ .tile = at, .pose = pose_moved_at_random(random, pose) };
}

/// Resets a search between ends at random.
///
/// @param on_lattice  all ends are lattice poses; otherwise all lie between them
static void site_at_random(site *site, random_source *random, uint32_t blocked, int32_t goal_count,
                           bool on_lattice, bool is_greedy)
{
    site->test = road_on(map_at_random(random, SIDE, SIDE, blocked, 1),
                         vehicle(fw_circle(0.33), 1, RADIUS, FW_DIRECTIONAL_24));
    const map_unit *unit = map_find_unit(map_version_of(site->test.map), site->test.unit);
    const motion_table *table =
        map_table(map_version_of(site->test.map), unit, motion_kind_of(FW_DIRECTIONAL_24));
    search_end goals[MOST_GOALS];
    for (int32_t i = 0; i < goal_count; i++)
        goals[i] = end_at_random(random, table, on_lattice);
    goal_set_sort(goals, goal_count);
    const directional_query query = { .table = table,
                                      .map = map_version_of(site->test.map),
                                      .unit = unit,
                                      .start = end_at_random(random, table, on_lattice),
                                      .goals = { .items = goals, .count = goal_count },
                                      .heuristic = FW_HEURISTIC_AUTO,
                                      .is_greedy = is_greedy };
    memory_init(&site->memory, NULL);
    keeper_init(&site->kept, &site->memory);
    site->pool = node_page_pool(&site->kept.memory, NODE_PAGE_SHIFT);
    site->space = NULL;
    assert_int_equal(directional_space_create(&site->kept.memory, &site->pool, &site->space), FW_OK);
    assert_int_equal(directional_space_reset(site->space, &query, &(search_limits){ .weight = 1 }), FW_OK);
}

static void site_end(site *site)
{
    keeper_release(&site->kept);
    assert_int_equal(site->memory.bytes, 0);
    road_end(&site->test);
}

/// The field's distance of a tile; FIELD_UNKNOWN if no way leads there.
static uint32_t distance_of(grid_field *field, int32_t x, int32_t y)
{
    uint64_t work = UINT64_MAX;
    assert_int_equal(grid_field_reach(field, x, y, &work), FW_OK);
    return grid_field_at(field, x, y);
}

/// Asserts that the floods have seen all connections of both ends; returns how many there are.
static int32_t assert_floods_begin_everywhere(const search_ends *ends)
{
    int32_t count = 0;
    for (int32_t i = 0; ends->forward->state == FLOOD_OPEN && i < ends->starts->count; i++, count++)
        assert_true(flood_has_reached(ends->forward, ends->starts->items[i].pose));
    for (size_t i = 0; ends->backward->state == FLOOD_OPEN && i < ends->goal_connection_count; i++, count++)
        assert_true(flood_has_reached(ends->backward, lattice_opposite(ends->goal_connections[i].pose)));
    return count;
}

TEST(floods_begin_at_every_connection_of_start_and_goals)
{
    random_source random = { 51 };
    int32_t seen = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        site site;
        site_at_random(&site, &random, 10, 1 + i % MOST_GOALS, false, true);
        seen += assert_floods_begin_everywhere(&site.space->ends);
        site_end(&site);
    }
    assert_true(seen > 20 * at_least(WORLDS));
}

TEST(a_flood_begins_at_every_goal_on_the_lattice)
{
    random_source random = { 52 };
    for (int i = 0; i < rounds(WORLDS); i++) {
        site site;
        site_at_random(&site, &random, 0, MOST_GOALS, true, true);
        const search_ends *ends = &site.space->ends;
        assert_int_equal(ends->backward->state, FLOOD_OPEN);
        for (int32_t k = 0; k < MOST_GOALS; k++)
            assert_true(flood_has_reached(ends->backward, lattice_opposite(ends->goals[k].tile)));
        site_end(&site);
    }
}

TEST(the_field_on_the_grid_is_0_at_every_goal)
{
    random_source random = { 53 };
    for (int i = 0; i < rounds(WORLDS); i++) {
        site site;
        site_at_random(&site, &random, 0, 2 + i % (MOST_GOALS - 1), true, i % 2);
        directional_space *space = site.space;
        assert_ptr_equal(space->guide.kind, &guide_grid);
        assert_int_equal(directional_guide_begin(space, UINT64_MAX), FW_OK);
        for (int32_t k = 0; k < space->task.query.goals.count; k++) {
            const lattice_pose pose = space->task.query.goals.items[k].tile;
            assert_int_equal(distance_of(&space->guide.field, pose.x, pose.y), 0);
        }
        site_end(&site);
    }
}

/// Asserts that a field of distances to the start is 0 at the start, and at the free tiles near a start that has
/// extended motions.
static void judge_field_from_start(directional_space *space, bool is_extended)
{
    motion_ground *ground = &space->task.ground;
    const lattice_pose start = space->task.query.start.tile;
    ground->extended_ends = is_extended ? START_END : 0;
    const tile_box near = ground_near(ground, START_END);
    assert_ptr_equal(space->guide.kind, &guide_motions);
    assert_int_equal(directional_guide_begin(space, UINT64_MAX), FW_OK);
    assert_int_equal(distance_of(&space->guide.field, start.x, start.y), 0);
    for (int32_t y = near.top; is_extended && y <= near.bottom; y++)
        for (int32_t x = near.left; x <= near.right; x++)
            if (ground_is_free(ground, x, y))
                assert_int_equal(distance_of(&space->guide.field, x, y), 0);
}

TEST(the_field_from_a_start_is_0_wherever_extended_motions_begin)
{
    random_source random = { 54 };
    for (int i = 0; i < rounds(WORLDS); i++) {
        site site;
        site_at_random(&site, &random, 0, 1, true, false);
        judge_field_from_start(site.space, i % 2);
        site_end(&site);
    }
}

/// The least way from a tile over the border of the perimeter on free ground, in units of the field.
static double least_over_border(const guide *guide, int32_t x, int32_t y)
{
    size_t count;
    const border_tile *border = perimeter_border(guide->perimeter, &count);
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, (double)border[i].cost * (1 << FIELD_SHIFT) / guide->field_scale +
                                grid_field_straight(x - border[i].x, y - border[i].y));
    return least;
}

/// Asserts that the field of a perimeter leads over its border: on free ground, from no tile of the border by a longer
/// way than the least one, the slack with which origins are thinned out, and the excess of a greedy field.
///
/// @param[out] count  number of tiles of the border
/// @return number of tiles from which the way exceeds the least one and the slack
static size_t judge_field_of_border(guide *guide, size_t *count)
{
    const border_tile *border = perimeter_border(guide->perimeter, count);
    size_t excesses = 0;
    assert_true(*count > 20);
    for (size_t i = 0; i < *count; i++) {
        const double least = least_over_border(guide, border[i].x, border[i].y);
        const double most = least + RADIUS * FIELD_STRAIGHT;
        const uint32_t distance = distance_of(&guide->field, border[i].x, border[i].y);
        assert_true(distance >= 0.99 * least - 1); // costs become distances by a rounded factor
        assert_true(distance <= most + (1 << FIELD_GREEDY_SHIFT));
        excesses += distance > most;
    }
    return excesses;
}

TEST(a_field_around_a_perimeter_leads_over_every_tile_of_the_border)
{
    random_source random = { 55 };
    size_t all = 0, excesses = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        site site;
        size_t count;
        site_at_random(&site, &random, 0, 1, false, true);
        assert_ptr_equal(site.space->guide.kind, &guide_perimeter);
        assert_int_equal(directional_guide_begin(site.space, UINT64_MAX), FW_OK);
        excesses += judge_field_of_border(&site.space->guide, &count);
        all += count;
        site_end(&site);
    }
    assert_true(excesses < all / 100); // a lost origin lengthens far more ways
}
