#include "common/scarce.h"

#include "common/rationed.h"
#include "common/unit.h"

void assert_scarce_memory_is_survived(const fw_map *map, const fw_request *ask, fw_path *path, uint64_t tries)
{
    ration from = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&from);
    fw_planner_def def = fw_default_planner_def();
    fw_planner *planner;
    def.allocator = &hooks;
    assert_int_equal(fw_planner_create(map, &def, &planner), FW_OK);
    const fw_result expected = fw_find_path(planner, ask, path);
    const uint64_t calls = from.calls;
    assert_int_equal(fw_find_path(planner, ask, path), expected);
    assert_int_equal(from.calls, calls);
    fw_planner_destroy(planner);
    assert_int_equal(from.held, 0);
    uint64_t failures = 0;
    for (uint64_t left = 1; left < calls; left += 1 + calls / tries) {
        from = (ration){ .left = left };
        assert_int_equal(fw_planner_create(map, &def, &planner), FW_OK);
        const fw_result result = fw_find_path(planner, ask, path);
        assert_true(result == FW_NO_MEMORY || result == expected); // some room is only for later queries
        failures += result == FW_NO_MEMORY;
        from.left = UNRATIONED;
        assert_int_equal(fw_find_path(planner, ask, path), expected);
        fw_planner_destroy(planner);
        assert_int_equal(from.held, 0);
    }
    assert_true(failures > 0 || calls <= 1);
}
