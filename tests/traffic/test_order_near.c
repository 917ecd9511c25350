// Orders to points that units cannot get to: each goes to the nearest place of its own island.
#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"
#include "traffic/inside.h"

/// Islands of ISLAND x ISLAND tiles in a sea that is blocked, a corner of each at multiples of APART.
enum { ISLAND = 6, APART = 9, ISLANDS = 7 };

static void make_islands(const troop *troop)
{
    troop_build(troop, 0, 0, TROOP_SIDE, TROOP_SIDE, FW_BLOCKED);
    for (int32_t i = 0; i < ISLANDS * ISLANDS; i++)
        troop_build(troop, i % ISLANDS * APART, i / ISLANDS * APART, ISLAND, ISLAND, FW_GROUND);
}

/// The position on an island that is nearest to one on the map, along an axis, for a body.
static double nearest_on(int32_t island, double radius, double position)
{
    return fmin(fmax(position, island * APART + radius), island * APART + ISLAND - radius);
}

TROOP_TEST(a_unit_goes_to_the_place_of_its_island_that_is_nearest_to_the_point)
{
    troop *troop = *state;
    random_source random = { 5 };
    const double radii[] = { 0.3, 0.5, 0.9, 1.4 };
    fw_unit_id kinds[4];
    make_islands(troop);
    for (int i = 0; i < 4; i++)
        kinds[i] = troop_add_kind(troop, radii[i], 0);
    for (int round = 0; round < rounds(400); round++) {
        const int which = round % 4;
        const int32_t column = (int32_t)random_below(&random, ISLANDS),
                      row = (int32_t)random_below(&random, ISLANDS);
        const double x = random_within(&random, 0, TROOP_SIDE), y = random_within(&random, 0, TROOP_SIDE);
        const fw_agent_id id = 1;
        troop_begin_anew(troop);
        troop_add_of(troop, id, kinds[which], radii[which], column * APART + 2.5, row * APART + 3);
        assert_int_equal(fw_traffic_order_near(troop->traffic, &id, 1, x, y), FW_OK);
        const agent_order *order = &troop->traffic->agents[0].order;
        const double near_x = nearest_on(column, radii[which], x), near_y = nearest_on(row, radii[which], y);
        const double away = hypot(order->goal_x - x, order->goal_y - y),
                     least = hypot(near_x - x, near_y - y);
        assert_true(fabs(away - least) < 1e-6);
        assert_true(hypot(order->goal_x - near_x, order->goal_y - near_y) < 1e-3);
    }
}
