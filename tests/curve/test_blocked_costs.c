/// What a path costs where its body's centre is over tiles that the unit may not enter.

#include <math.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "curve/line_cost.h"
#include "fairway/check.h"
#include "fairway/overlay.h"

enum { SIDE = 24, WORLDS = 100, SEGMENTS = 40 };

/// A line or an arc in the middle of the map, many of them along borders of tiles.
static fw_segment segment_at_random(random_source *random)
{
    fw_segment segment = { .start = { random_within(random, 8, 16), random_within(random, 8, 16),
                                      random_within(random, -FW_PI, FW_PI) },
                           .length = random_within(random, 0.1, 7) };
    if (random_below(random, 2)) {
        segment.curvature = random_within(random, -1, 1);
    } else if (random_below(random, 2)) {
        segment.start = (fw_pose){ rint(segment.start.x), rint(segment.start.y),
                                   random_below(random, 4) * FW_PI / 2 - FW_PI / 2 };
    }
    return segment;
}

TEST(no_tile_costs_less_than_the_cheapest_terrain)
{
    random_source random = { 19 };
    int blocked = 0;
    for (int i = 0; i < WORLDS; i++) {
        fw_map *map = map_at_random(&random, SIDE, SIDE, 30, 3);
        fw_unit_def def = unit_of_size(1);
        for (int terrain = 1; terrain <= 3; terrain++)
            def.terrain_cost[terrain] = 0.5f * (float)(terrain + 1);
        const fw_unit_id unit = add_unit(map, def);
        fw_check_def judge = fw_default_check_def();
        fw_overlay *overlay = new_overlay(SIDE, SIDE);
        assert_int_equal(fw_overlay_block(overlay, 9, 9, 4, 3), FW_OK);
        judge.overlay = i % 2 ? overlay : NULL;
        fw_path *path = new_path();
        for (int k = 0; k < SEGMENTS; k++) {
            const fw_segment segment = segment_at_random(&random);
            assert_int_equal(fw_path_set(path, &segment, 1, NULL), FW_OK);
            fw_check_report report;
            assert_int_equal(fw_path_check(map, unit, path, &judge, &report), FW_OK);
            const double cost = segment_cost(map_version_of(map), map_find_unit(map_version_of(map), unit),
                                             judge.overlay, &segment);
            assert_true(fabs(cost - report.cost) <= 1e-9 * cost);
            assert_true(cost >= segment.length * (1 - 1e-9)); // the cheapest terrain costs 1
            blocked += report.faults[FW_FAULT_BLOCKED] > 0;
        }
        fw_path_destroy(path);
        fw_overlay_destroy(overlay);
        fw_map_destroy(map);
    }
    assert_true(blocked > WORLDS * SEGMENTS / 2);
}
