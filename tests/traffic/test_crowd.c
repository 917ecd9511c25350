#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"

enum { SIDE = 100, UNITS = 500, QUERIES = 2000 };

/// The units that a search has found, in their order.
typedef struct found {
    uint32_t slots[UNITS];
    int32_t count;
} found;

static bool note(void *user, uint32_t slot)
{
    found *found = user;
    found->slots[found->count++] = slot;
    return true;
}

static bool may_touch(const fw_traffic *traffic, const fw_box *box, const agent *unit)
{
    const double room = traffic->kinds[unit->kind].radius + PAIR_ROOM;
    return box->min_x <= unit->box.max_x + room && unit->box.min_x <= box->max_x + room &&
           box->min_y <= unit->box.max_y + room && unit->box.min_y <= box->max_y + room;
}

/// Rows of cells come one after the other, then columns, then ids.
static bool comes_before(const agent *a, const agent *b)
{
    if (a->cell_y != b->cell_y)
        return a->cell_y < b->cell_y;
    return a->cell_x != b->cell_x ? a->cell_x < b->cell_x : a->id < b->id;
}

static void expect_all_that_touch(const fw_traffic *traffic, const fw_box *box)
{
    found found = { .count = 0 };
    int32_t count = 0;
    crowd_near(traffic, box, note, &found);
    for (int32_t i = 0; i < traffic->count; i++)
        count += may_touch(traffic, box, &traffic->agents[traffic->by_id[i]]);
    assert_int_equal(found.count, count);
    for (int32_t i = 0; i < found.count; i++) {
        const agent *unit = &traffic->agents[found.slots[i]];
        assert_true(may_touch(traffic, box, unit));
        assert_true(i == 0 || comes_before(&traffic->agents[found.slots[i - 1]], unit));
    }
}

/// The reservations that are kept unfolded are those that the units have now.
static int32_t expect_reservations_of_now(const fw_traffic *traffic)
{
    int32_t count = 0;
    for (size_t i = 0; i < UNFOLDED; i++) {
        if (traffic->unfolded_slot[i] == NO_AGENT)
            continue;
        const outline *plan = &traffic->agents[traffic->unfolded_slot[i]].plan;
        const outline kept = reservation_outline(&traffic->unfolded[i]);
        assert_true(kept.first == plan->first && kept.from.x == plan->from.x && kept.from.y == plan->from.y);
        assert_true(kept.stop_x == plan->stop_x && kept.stop_y == plan->stop_y);
        count++;
    }
    return count;
}

static void all_units_that_touch_a_box_are_found_by_rows_while_they_move(void **state)
{
    (void)state;
    fw_map *map = NULL;
    fw_traffic *traffic = NULL;
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    fw_agent_def unit = fw_default_agent_def();
    random_source random = { 3 };
    def.width = def.height = SIDE;
    kind.size = 0;
    kind.footprint = fw_circle(0.4);
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_add_unit(map, &kind, &unit.unit), FW_OK);
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    for (unit.id = 1; unit.id <= UNITS; unit.id++) {
        unit.start = (fw_pose){ random_within(&random, 1, SIDE - 1), random_within(&random, 1, SIDE - 1), 0 };
        if (fw_traffic_add(traffic, &unit) == FW_OK)
            assert_int_equal(fw_traffic_order(traffic, unit.id, SIDE - unit.start.x, SIDE - unit.start.y),
                             FW_OK);
    }
    assert_true(traffic->count > UNITS / 2);
    int32_t kept = 0;
    for (int i = 0; i < QUERIES; i++) {
        const double x = random_within(&random, -5, SIDE), y = random_within(&random, -5, SIDE);
        const fw_box box = { x, y, x + random_within(&random, 0, 20), y + random_within(&random, 0, 20) };
        expect_all_that_touch(traffic, &box);
        kept += expect_reservations_of_now(traffic);
        if (i % 20 == 0)
            assert_int_equal(fw_traffic_step(traffic, 0.25, 1000), FW_OK);
    }
    assert_true(kept > QUERIES);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_units_that_touch_a_box_are_found_by_rows_while_they_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
