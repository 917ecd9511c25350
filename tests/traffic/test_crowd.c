#include <math.h>

#include "base/random.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/crowd_cells.h"

enum { SIDE = 100, UNITS = 500, QUERIES = 2000 };

static bool may_touch(const fw_traffic *traffic, const fw_box *box, uint32_t slot)
{
    const double room = traffic->roster.kinds[traffic->agents[slot].kind].radius + PAIR_ROOM;
    const fw_box *other = &traffic->crowd.marks[slot].box;
    return box->min_x <= other->max_x + room && other->min_x <= box->max_x + room &&
           box->min_y <= other->max_y + room && other->min_y <= box->max_y + room;
}

/// Rows of cells come one after the other, then columns, then ids.
static bool comes_before(const fw_traffic *traffic, uint32_t a, uint32_t b)
{
    const fw_box *one = &traffic->crowd.marks[a].box, *two = &traffic->crowd.marks[b].box;
    const double y =
        floor((one->min_y + one->max_y) / 2 / CELL_SIDE) - floor((two->min_y + two->max_y) / 2 / CELL_SIDE);
    const double x =
        floor((one->min_x + one->max_x) / 2 / CELL_SIDE) - floor((two->min_x + two->max_x) / 2 / CELL_SIDE);
    if (x != 0 || y != 0)
        return y != 0 ? y < 0 : x < 0;
    return traffic->agents[a].id < traffic->agents[b].id;
}

static void expect_all_that_touch(const fw_traffic *traffic, const fw_box *box)
{
    int32_t count = 0;
    const int32_t found = crowd_near(traffic, box);
    for (int32_t i = 0; i < traffic->count; i++)
        count += may_touch(traffic, box, traffic->by_id[i]);
    assert_int_equal(found, count);
    for (int32_t i = 0; i < found; i++) {
        assert_true(may_touch(traffic, box, traffic->crowd.found[i]));
        assert_true(i == 0 || comes_before(traffic, traffic->crowd.found[i - 1], traffic->crowd.found[i]));
    }
}

/// The reservations that are kept unfolded are those that the units have now.
static int32_t expect_reservations_of_now(const fw_traffic *traffic)
{
    int32_t count = 0;
    for (size_t i = 0; i < UNFOLDED; i++) {
        if (traffic->crowd.unfolded_slot[i] == NO_AGENT)
            continue;
        const outline *plan = &traffic->agents[traffic->crowd.unfolded_slot[i]].plan;
        const outline kept = reservation_outline(&traffic->crowd.unfolded[i]);
        assert_true(kept.first == plan->first && kept.vx == plan->vx && kept.vy == plan->vy);
        assert_true(kept.from_vx == plan->from_vx && kept.from_vy == plan->from_vy);
        assert_true(kept.stop_x == plan->stop_x && kept.stop_y == plan->stop_y);
        count++;
    }
    return count;
}

/// Units that move on a map, of which some are removed, and boxes anywhere.
static void expect_search_on_map(int32_t width)
{
    fw_map *map = NULL;
    fw_traffic *traffic = NULL;
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    fw_agent_def unit = fw_default_agent_def();
    random_source random = { 3 };
    def.width = width;
    def.height = SIDE;
    kind.size = 0;
    kind.footprint = fw_circle(0.4);
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_add_unit(map, &kind, &unit.unit), FW_OK);
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    for (unit.id = 1; unit.id <= UNITS; unit.id++) {
        unit.start =
            (fw_pose){ random_within(&random, 1, width - 1), random_within(&random, 1, SIDE - 1), 0 };
        if (fw_traffic_add(traffic, &unit) == FW_OK)
            assert_int_equal(fw_traffic_order(traffic, unit.id, width - unit.start.x, SIDE - unit.start.y),
                             FW_OK);
    }
    int32_t kept = 0;
    for (int i = 0; i < QUERIES; i++) {
        const double x = random_within(&random, -5, width), y = random_within(&random, -5, SIDE);
        const fw_box box = { x, y, x + random_within(&random, 0, width / 5.0),
                             y + random_within(&random, 0, 20) };
        expect_all_that_touch(traffic, &box);
        kept += expect_reservations_of_now(traffic);
        if (i % 20 == 0)
            assert_int_equal(fw_traffic_step(traffic, 0.25, 1000), FW_OK);
        if (i % 40 == 0)
            fw_traffic_remove(traffic, (fw_agent_id)(1 + random_below(&random, UNITS)));
    }
    assert_true(traffic->count > UNITS / 2);
    assert_true(kept > QUERIES);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

TEST(all_units_that_touch_a_box_are_found_by_rows_while_they_move)
{
    expect_search_on_map(SIDE);
    expect_search_on_map(8 * SIDE); // strips of several cells
}
