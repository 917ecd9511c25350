// The regions of registered units: which units share them, and which corners connect them.

#include "common/drawing.h"
#include "common/unit.h"
#include "regions/unit_regions.h"

static fw_unit_def unit_with(int32_t size, fw_corner_rule corners)
{
    fw_unit_def def = unit_of_size(size);
    def.corners = corners;
    return def;
}

TEST(a_body_shares_the_regions_of_size_1_that_cut_no_corners)
{
    const char *field[] = { "......", "......", "......", "......" };
    fw_map *map = DRAWN(field);
    const map_unit *small = map_find_unit(map_version_of(map), add_unit(map, unit_with(1, FW_CORNERS_NEVER)));
    const map_unit *cutter =
        map_find_unit(map_version_of(map), add_unit(map, unit_with(1, FW_CORNERS_ALWAYS)));
    const map_unit *large = map_find_unit(map_version_of(map), add_unit(map, unit_with(2, FW_CORNERS_ONE)));
    assert_ptr_equal(regions_of_unit(map_version_of(map), small),
                     regions_of_body(map_version_of(map), small));
    assert_ptr_equal(regions_of_unit(map_version_of(map), small),
                     regions_of_body(map_version_of(map), cutter));
    assert_ptr_equal(regions_of_unit(map_version_of(map), small),
                     regions_of_body(map_version_of(map), large));
    assert_ptr_not_equal(regions_of_unit(map_version_of(map), small),
                         regions_of_unit(map_version_of(map), cutter));
    assert_ptr_not_equal(regions_of_unit(map_version_of(map), small),
                         regions_of_unit(map_version_of(map), large));
    fw_map_destroy(map);
}

TEST(a_corner_connects_the_anchors_of_a_unit_that_always_cuts_corners_but_not_its_body)
{
    const char *corner[] = { "..##", "..##", "##..", "##.." };
    fw_map *map = DRAWN(corner);
    const fw_unit_id ids[] = { add_unit(map, unit_with(1, FW_CORNERS_ALWAYS)),
                               add_unit(map, unit_with(1, FW_CORNERS_ONE)) };
    const map_unit *cutter = map_find_unit(map_version_of(map), ids[0]);
    assert_true(fw_map_connected(map, ids[0], 0, 0, 3, 3));
    assert_false(fw_map_connected(map, ids[1], 0, 0, 3, 3));
    const regions *body = regions_of_body(map_version_of(map), cutter);
    assert_int_not_equal(regions_label(body, cutter->body, 0, 0), regions_label(body, cutter->body, 3, 3));
    fw_map_destroy(map);
}

TEST(regions_count_as_part_of_the_layers)
{
    const char *field[] = { "......", "......", "......", "......" };
    fw_map *map = DRAWN(field);
    fw_unit_def def = unit_of_size(1);
    def.methods = FW_METHOD_BIT(FW_ASTAR);
    const map_unit *unit = map_find_unit(map_version_of(map), add_unit(map, def));
    fw_map_memory use;
    assert_int_equal(fw_map_memory_use(map, &use), FW_OK);
    assert_int_equal(use.tables, 0);
    assert_true(use.layers > regions_bytes(regions_of_unit(map_version_of(map), unit)));
    fw_map_destroy(map);
}

/// A ring of 400 blocks, which is cut twice: so many nodes are searched that all are labelled anew.
TEST(anchors_far_from_a_cut_keep_their_label)
{
    enum { WIDTH = 200 * 64, HEIGHT = 128, CUT = 9000 };
    fw_map *map = open_map(WIDTH, HEIGHT);
    assert_int_equal(fw_map_set_rect(map, 1, 1, WIDTH - 2, HEIGHT - 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    const uint32_t label = fw_map_region(map, unit, 0, 0);
    for (int32_t y = 0; y < HEIGHT; y += HEIGHT - 1) {
        assert_int_equal(fw_map_set_tile(map, CUT, y, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_map_region(map, unit, 0, 0), label);
        assert_int_equal(fw_map_region(map, unit, CUT - 1, HEIGHT - 1), label);
        assert_int_equal(fw_map_region(map, unit, WIDTH - 1, 64) == label, y == 0);
    }
    fw_map_destroy(map);
}
