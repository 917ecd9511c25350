#include "base/random.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/kinds.h"
#include "traffic/sight.h"
#include "traffic/way_sight.h"

enum { SIDE = 300, UNITS = 60, PLACES = 20 };

/// Units on a map with a few single walls, with goals on the other side.
static fw_traffic *begin_crowd(fw_map **map, random_source *random)
{
    fw_traffic *traffic = NULL;
    fw_map_def def = fw_default_map_def();
    fw_unit_id kind = 0;
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, map), FW_OK);
    for (int i = 0; i < 60; i++)
        assert_int_equal(fw_map_set_rect(*map, (int32_t)random_below(random, SIDE),
                                         (int32_t)random_below(random, SIDE), 1, 1, FW_BLOCKED),
                         FW_OK);
    assert_int_equal(fw_map_commit(*map), FW_OK);
    fw_unit_def round = fw_default_unit_def();
    round.size = 0;
    round.footprint = fw_circle(0.7);
    assert_int_equal(fw_map_add_unit(*map, &round, &kind), FW_OK);
    assert_int_equal(fw_traffic_create(*map, NULL, &traffic), FW_OK);
    for (int i = 0; i < UNITS; i++) {
        fw_agent_def unit = fw_default_agent_def();
        unit.id = (fw_agent_id)i + 1;
        unit.unit = kind;
        unit.top = 4;
        unit.acceleration = unit.braking = unit.lateral = 4;
        unit.start = (fw_pose){ random_within(random, 4, SIDE - 4), random_within(random, 4, SIDE - 4), 0 };
        if (fw_traffic_add(traffic, &unit) == FW_OK)
            assert_int_equal(fw_traffic_order(traffic, unit.id, SIDE - unit.start.x, SIDE - unit.start.y),
                             FW_OK);
    }
    return traffic;
}

/// Lines of a crowd to corners of ways.
typedef struct tally {
    int32_t known;   ///< begin and end in the ground of a sight
    int32_t blocked; ///< by walls
} tally;

/// Asked through its sight, a unit sees from a place what it sees without a sight.
static void expect_same_view(const fw_traffic *traffic, const agent *unit, random_source *random,
                             tally *lines)
{
    const way *way = &unit->way;
    const int32_t last = way->next + 2 < way->count ? way->next + 2 : way->count - 1;
    for (int i = 0; way->count > 0 && i < PLACES; i++) {
        const double away = i % 2 ? 12 : 3;
        const double x = unit->to.x + random_within(random, -away, away),
                     y = unit->to.y + random_within(random, -away, away);
        for (int32_t j = way->next; j <= last; j++) {
            const way_point *corner = &way->points[j];
            const bool is_clear = way_is_clear(traffic, unit, x, y, corner->x, corner->y);
            assert_true(sight_is_clear(traffic, unit, x, y, corner) == is_clear);
            lines->blocked += !is_clear;
            lines->known += sight_holds(traffic, unit, x, y, corner);
        }
    }
}

TEST(a_sight_hides_no_wall)
{
    fw_map *map = NULL;
    random_source random = { 3 };
    fw_traffic *traffic = begin_crowd(&map, &random);
    tally lines = { 0 };
    for (int tick = 0; tick < 200; tick++) {
        assert_int_equal(fw_traffic_step(traffic, 0.1, 5000), FW_OK);
        if (tick % 10 == 9) {
            assert_int_equal(fw_map_set_rect(map, (int32_t)random_below(&random, SIDE),
                                             (int32_t)random_below(&random, SIDE), 4, 4, FW_BLOCKED),
                             FW_OK);
            assert_int_equal(fw_map_commit(map), FW_OK);
            assert_int_equal(traffic_refresh_kinds(traffic), FW_OK);
        }
        for (int32_t i = 0; tick % 5 >= 4 && i < traffic->count; i++)
            expect_same_view(traffic, &traffic->agents[traffic->by_id[i]], &random, &lines);
    }
    assert_true(lines.known > 1000 && lines.blocked > 1000);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}
