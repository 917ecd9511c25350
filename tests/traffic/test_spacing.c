#include <math.h>

#include "base/random.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/plan_cost.h"
#include "traffic/planning.h"
#include "traffic/spacing.h"

enum { SIDE = 60, PLACES = 40 };

/// A crowd of units of two sizes, some with a turning radius, most of them not farther from the middle of the map than
/// `dense` in both directions.
static fw_traffic *begin_crowd(fw_map **map, int units, double dense)
{
    fw_traffic *traffic = NULL;
    fw_map_def def = fw_default_map_def();
    fw_unit_id kinds[3];
    random_source random = { 1 };
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, map), FW_OK);
    for (int i = 0; i < 3; i++) {
        fw_unit_def kind = fw_default_unit_def();
        kind.size = 0;
        kind.footprint = fw_circle(i == 1 ? 0.5 : 0.3);
        kind.turn_radius = i == 2 ? 0.8 : 0;
        assert_int_equal(fw_map_add_unit(*map, &kind, &kinds[i]), FW_OK);
    }
    assert_int_equal(fw_traffic_create(*map, NULL, &traffic), FW_OK);
    for (int i = 0; i < units; i++) {
        fw_agent_def unit = fw_default_agent_def();
        const double spread = i % 3 == 0 ? SIDE / 2.0 - 2 : dense;
        unit.id = (fw_agent_id)i + 1;
        unit.unit = kinds[i % 3];
        unit.top = 2;
        unit.acceleration = unit.braking = unit.lateral = 4;
        unit.start = (fw_pose){ SIDE / 2.0 + random_within(&random, -spread, spread),
                                SIDE / 2.0 + random_within(&random, -spread, spread), 0 };
        if (fw_traffic_add(traffic, &unit) == FW_OK)
            assert_int_equal(fw_traffic_order(traffic, unit.id, random_within(&random, 2, SIDE - 2),
                                              random_within(&random, 2, SIDE - 2)),
                             FW_OK);
    }
    return traffic;
}

/// What it costs to stop near to others, as docs/inside/traffic.md says it, for each neighbour from its agent.
static double plain_cost(const planning *task, double x, double y)
{
    const neighbour *near = planning_near(task);
    const agent *unit = task->unit;
    const double radius = radius_of(task->traffic, unit), turn = turn_radius_of(task->traffic, unit),
                 to_goal = hypot(x - unit->order.goal_x, y - unit->order.goal_y);
    const bool is_loose =
        turn == 0 && unit->way.count > 0 && unit->pursuit.gate.dx == 0 && unit->pursuit.gate.dy == 0;
    const double crowd = is_loose ? 2 * fmin(fmax((task->near.count - 16) / 16.0, 0), 1) : 0;
    const double usual = 1.5 + crowd * fmin(to_goal / (12 * radius), 1);
    double cost = 0;
    for (int32_t i = 0; i < task->near.count; i++) {
        const agent *other = &task->traffic->agents[near[i].slot];
        const double radii = radius + radius_of(task->traffic, other),
                     away = hypot(x - other->plan.stop_x, y - other->plan.stop_y);
        const double wanted = turn > 0 ? near[i].may_be_near ? 1.2 * radii : 1.5 * radii + 2 * turn
                                       : (agent_is_at_goal(other) ? 1.5 : usual) * radii;
        cost += fmax(wanted - away, 0);
    }
    return turn > 0 ? cost * fmin(to_goal / (4 * turn), 1) : cost;
}

/// The least costs of places in reach are less than their costs by rounding errors.
static void expect_bounds(const planning *task, random_source *random)
{
    place_list places = { 0 };
    double least[MOST_PLACES];
    const int32_t count = 1 + (int32_t)random_below(random, MOST_PLACES);
    for (int32_t i = 0; i < count; i++)
        place_list_add(&places, random_within(random, task->reach.min_x, task->reach.max_x),
                       random_within(random, task->reach.min_y, task->reach.max_y), 0, 0, 0);
    spacing_least(task, &places, least);
    for (int32_t i = 0; i < count; i++) {
        const double cost = spacing_cost(task, places.x[i], places.y[i], INFINITY);
        assert_true(least[i] <= cost);
        assert_true(cost <= least[i] + spacing_doubt(task, least[i]));
        assert_true(task->near.count > SPACING_STOPS || spacing_doubt(task, least[i]) < 0.02);
    }
}

/// A place costs what the rules say. With a limit, the cost and what they say are above it, or equal.
static void expect_same_costs(planning *task, random_source *random)
{
    const double reach = task->reach.max_x - task->from.x;
    spacing_enter(task);
    for (int i = 0; i < PLACES; i++) {
        const double x = task->from.x + random_within(random, -1.5 * reach, 1.5 * reach);
        const double y = task->from.y + random_within(random, -1.5 * reach, 1.5 * reach);
        const double most = random_within(random, 0, 3);
        const double cost = spacing_cost(task, x, y, INFINITY), limited = spacing_cost(task, x, y, most);
        assert_true(fabs(cost - plain_cost(task, x, y)) < 1e-9 * (1 + cost));
        assert_true(cost > most ? limited > most : limited == cost);
    }
    for (int i = 0; i < PLACES; i += MOST_PLACES)
        expect_bounds(task, random);
}

/// By cost, then from right to left, then by place; of equal ones, the first one that was listed comes first.
static bool is_ordered(const candidate *a, const candidate *b)
{
    if (a->cost != b->cost || a->angle != b->angle)
        return a->cost != b->cost ? a->cost < b->cost : a->angle > b->angle;
    if (a->x != b->x || a->y != b->y)
        return a->x != b->x ? a->x < b->x : a->y < b->y;
    return a->number < b->number;
}

static void settle_all(planning *task)
{
    for (int32_t i = 0; i < task->choice.count;)
        i += !planning_settle(task, i);
}

/// Whichever candidate is next costs less than those behind it, and than the limit.
static int32_t expect_next(const planning *task)
{
    int32_t sure = 0;
    for (int32_t i = 0; i < task->choice.count; i++) {
        const double cost = planning_exact_cost(task, &task->choice.candidates[i]);
        if (!planning_is_next(task, i))
            continue;
        sure++;
        assert_true(cost < task->choice.limit);
        for (int32_t j = i + 1; j < task->choice.count; j++)
            assert_true(cost < planning_exact_cost(task, &task->choice.candidates[j]));
    }
    return sure;
}

/// The candidates that cost less than a limit are those of all candidates that cost less, in the same order, and each
/// one costs what its parts cost.
///
/// @return candidates that were known to be next before they were settled
static int32_t expect_same_candidates(planning *task, random_source *random)
{
    static planning all;
    static candidate candidates[MOST_DRIVEN];
    planning_list(task, INFINITY);
    settle_all(task);
    all = *task;
    all.choice.candidates = candidates;
    for (int32_t i = 0; i < all.choice.count; i++)
        candidates[i] = task->choice.candidates[i];
    for (int32_t i = 0; i < all.choice.count; i++) {
        const candidate *place = &all.choice.candidates[i];
        const double surcharge = planning_surcharge(task, place->x, place->y, INFINITY);
        assert_true(place->is_settled && (i == 0 || is_ordered(&place[-1], place)));
        assert_true(fabs(place->cost - place->rest - surcharge) < 0.51); // on the left, half a radius more
    }
    if (all.choice.count == 0)
        return 0;
    const int32_t chosen = (int32_t)random_below(random, (uint32_t)all.choice.count);
    const double limit = all.choice.candidates[chosen].cost;
    planning_list(task, limit);
    const int32_t sure = expect_next(task);
    settle_all(task);
    for (int32_t i = 0; i < task->choice.count; i++) {
        const candidate *a = &task->choice.candidates[i], *b = &all.choice.candidates[i];
        assert_true(a->x == b->x && a->y == b->y && a->cost == b->cost && a->angle == b->angle);
    }
    const int32_t count = task->choice.count;
    assert_true(count == all.choice.count || all.choice.candidates[count].cost >= limit);
    return sure;
}

/// If a candidate is taken at once although it is near to the stops of others, all other candidates cost more.
///
/// @return true if there is such a candidate
static bool expect_first_to_be_cheapest(planning *task)
{
    candidate place = { 0 };
    spacing_look(task);
    if (task->unit->drive || !planning_first(task, INFINITY, &place) ||
        planning_surcharge(task, place.x, place.y, INFINITY) == 0)
        return false;
    planning_list(task, INFINITY);
    settle_all(task);
    assert_true(task->choice.count > 0);
    const candidate *cheapest = task->choice.candidates;
    assert_true(place.x == cheapest->x && place.y == cheapest->y &&
                fabs(place.cost - cheapest->cost) < 1e-12);
    return true;
}

/// The distance from a place to the body of the nearest neighbour that has stopped, less the unit's own radius.
static double nearest_body(const planning *task, double x, double y)
{
    const neighbour *near = planning_near(task);
    double nearest = INFINITY;
    for (int32_t i = 0; i < task->near.count && i < SPACING_STOPS; i++)
        nearest = fmin(nearest, hypot(near[i].stop_x - x, near[i].stop_y - y) - near[i].radii);
    return nearest;
}

/// Near to the unit, because places in reach are asked for only.
static int32_t expect_taken_where_others_stop(const planning *task, random_source *random)
{
    int32_t taken = 0;
    for (int i = 0; i < PLACES; i++) {
        const double x = random_within(random, task->reach.min_x, task->reach.max_x);
        const double y = random_within(random, task->reach.min_y, task->reach.max_y);
        const double nearest = nearest_body(task, x, y);
        if (fabs(nearest) < 1e-5)
            continue;
        assert_true(spacing_is_taken(task, x, y) == (nearest < 0));
        taken += nearest < 0;
    }
    return taken;
}

TEST(bounds_leave_the_costs_of_places_and_the_order_of_candidates_as_they_are)
{
    fw_map *map = NULL;
    fw_traffic *traffic = begin_crowd(&map, 600, 8);
    random_source random = { 2 };
    int32_t crowded = 0, few = 0, taken = 0, next = 0;
    for (int second = 0; second < 6; second++) {
        for (int i = 0; i < 10; i++)
            assert_int_equal(fw_traffic_step(traffic, 0.1, 5000), FW_OK);
        for (int32_t i = 0; i < traffic->count; i += 5) {
            planning *task = planning_room(traffic, 0);
            assert_true(task && planning_begin(traffic, traffic->by_id[i], task));
            crowded += task->near.count > 64;
            few += task->near.count < 32;
            expect_same_costs(task, &random);
            taken += expect_taken_where_others_stop(task, &random);
            next += expect_same_candidates(task, &random);
            planning_end(task);
        }
    }
    assert_true(crowded > 10 && few > 10 && taken > 100 && next > 1000);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// A wall with a door, across the map.
static void build_wall(fw_map *map)
{
    assert_int_equal(fw_map_set_rect(map, SIDE / 2, 0, 1, SIDE, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, SIDE / 2, SIDE / 2, 1, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

TEST(a_candidate_that_is_taken_at_once_costs_less_than_all_others)
{
    int32_t first = 0;
    for (int has_wall = 0; has_wall < 2; has_wall++) {
        fw_map *map = NULL;
        fw_traffic *traffic = begin_crowd(&map, 200, SIDE / 2.0 - 2);
        if (has_wall)
            build_wall(map);
        for (int tick = 0; tick < 80; tick++) {
            assert_int_equal(fw_traffic_step(traffic, 0.25, 5000), FW_OK);
            for (int32_t i = 0; i < traffic->count; i++) {
                planning *task = planning_room(traffic, 0);
                assert_true(task && planning_begin(traffic, traffic->by_id[i], task));
                first += expect_first_to_be_cheapest(task);
                planning_end(task);
            }
        }
        fw_traffic_destroy(traffic);
        fw_map_destroy(map);
    }
    assert_true(first > 1000);
}
