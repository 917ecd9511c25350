#include "common/stripes.h"

#include "common/drawing.h"
#include "common/unit.h"

fw_map *striped_map(int32_t side)
{
    static const uint8_t stripes[] = { 1, 1, 1, 2, 2, 3, 3, 3, 3, 4 };
    fw_map *map = open_map(side, side);
    for (int32_t x = 0; x < side; x++)
        assert_int_equal(fw_map_set_rect(map, x, 0, 1, side, stripes[x % 10]), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}
