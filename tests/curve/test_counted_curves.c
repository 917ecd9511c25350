// Curves take no more work than their length and their obstacles ask for. A library that counts the blocks of code it
// runs decides, and no clock.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/curve.h"
#include "plan/block_counter.h"

/// The blocks of code that the sweep of a segment runs, or its check.
static uint64_t blocks_of(const fw_map *map, fw_unit_id unit, bool checks, fw_segment segment)
{
    bool is_free = true;
    fw_check_report report = { .legal = true };
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, &segment, 1, NULL), FW_OK);
    const uint64_t before = blocks_run();
    assert_int_equal(checks ? fw_path_check(map, unit, path, NULL, &report)
                            : fw_sweep(map, unit, NULL, &segment, &is_free),
                     FW_OK);
    const uint64_t run = blocks_run() - before;
    assert_true(is_free && report.legal);
    fw_path_destroy(path);
    return run;
}

/// Arcs that leave a wall, and touch it once, take hardly longer than a line beside the wall.
TEST(a_flat_arc_is_swept_and_checked_about_as_fast_as_a_line)
{
    enum { LENGTH = 128, SIDE = 100 };
    fw_map *map = open_map(16384, 300);
    fw_unit_def def = unit_of_size(1);
    def.methods = FW_METHOD_BIT(FW_ON_DEMAND);
    for (int round = 0; round < 4; round++) {
        const bool is_round = round % 2, checks = round / 2;
        def.footprint = is_round ? fw_circle(SIDE / 2.0) : fw_rectangle(LENGTH, SIDE);
        const fw_unit_id unit = add_unit(map, def);
        const fw_pose start = { 100, SIDE / 2.0, 0 };
        const uint64_t line = blocks_of(map, unit, checks, (fw_segment){ .start = start, .length = 12000 });
        if (blocks_run() == 0) { // this library does not count
            fw_map_destroy(map);
            skip();
        }
        for (int i = 0; i <= 100; i += checks ? 10 : 1) { // a check visits all tiles near
            fw_segment arc = { .start = start, .curvature = 0.99e-6 * pow(10, -i / 10.0), .length = 12000 };
            const double swings_out = is_round ? 0 : arc.curvature * LENGTH * LENGTH / 8; // a rear corner
            arc.start.y += swings_out;
            const uint64_t run = blocks_of(map, unit, checks, arc);
            if (run > 20 * line)
                fail_msg("curvature %g: %llu blocks, a line %llu", arc.curvature, (unsigned long long)run,
                         (unsigned long long)line);
        }
    }
    fw_map_destroy(map);
}

/// The blocks of code that it takes to cut a path of arcs of different radii, all too tight, in its middle.
static uint64_t blocks_of_split(int32_t count)
{
    fw_path *path = new_path(), *rest = new_path();
    fw_segment *arcs = calloc((size_t)count, sizeof *arcs);
    for (int32_t i = 0; i < count; i++)
        arcs[i] = (fw_segment){ { 10, 10, 0 }, 1 + i * 1e-4, 1e-3, FW_FORWARD };
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .violations = { .too_tight = count } };
    assert_int_equal(fw_path_set(path, arcs, count, &claimed), FW_OK);
    const uint64_t before = blocks_run();
    assert_int_equal(fw_path_split(path, count * 0.5e-3, rest), FW_OK);
    const uint64_t run = blocks_run() - before;
    free(arcs);
    fw_path_destroy(path);
    fw_path_destroy(rest);
    return run;
}

TEST(the_work_to_split_a_path_grows_with_its_tight_arcs_and_no_faster)
{
    const uint64_t few = blocks_of_split(1000), many = blocks_of_split(20000);
    if (blocks_run() == 0) // this library does not count
        skip();
    if (many > 21 * few)
        fail_msg("%llu blocks for 1,000 arcs, %llu for 20,000", (unsigned long long)few,
                 (unsigned long long)many);
}
