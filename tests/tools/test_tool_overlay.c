#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/command.h"

/// The town's gap between its rooms is at 4,2.
static const char *const ways[] = { "--method grid", "--method astar", "--method on-demand",
                                    "--smooth taut" };

static void a_route_keeps_to_its_overlay(void **state)
{
    (void)state;
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    write_file("dear.json", "{\"costs\": [[4, 2, 1, 1, 10]]}");
    write_file("room.json", "{\"corridor\": [0, 0, 4, 6]}");
    write_file("east.json", "{\"forbidden\": [[3, 2, \"E\"]]}");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_int_equal(run("route town.map --from 0,2 --to 7,2 %s", ways[i])->status, 0);
        assert_int_equal(run("route town.map --from 0,2 --to 7,2 %s --overlay gap.json", ways[i])->status, 1);
        assert_int_equal(run("route town.map --from 0,2 --to 7,2 %s --overlay room.json", ways[i])->status,
                         1);
        const outcome *dear =
            run("route town.map --from 0,2 --to 7,2 %s --overlay dear.json --json -", ways[i]);
        assert_true(number_after(dear->out, "\"cost\": ") == 17);
        assert_int_equal(
            run("route town.map --from 0,2 --to 7,2 --smooth none %s --overlay east.json", ways[i])->status,
            1); // no diagonal passes the gap
        assert_int_equal(run("route town.map --from 7,2 --to 0,2 %s --overlay east.json", ways[i])->status,
                         0);
    }
    assert_int_equal(run("route town.map --from 0,2 --to 4,2 --overlay gap.json")->status, 1);
    assert_string_equal(run("route town.map --from 0,2 --to 4,2 --overlay gap.json")->err,
                        "fairway: the unit cannot stand at its goal: the overlay blocks tile 4,2\n");
}

static void a_window_joins_an_overlay_but_no_corridor(void **state)
{
    (void)state;
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    write_file("room.json", "{\"corridor\": [0, 0, 4, 6]}");
    assert_int_equal(run("route town.map --from 2,2 --to 6,2 --window 7")->status, 0);
    assert_int_equal(run("route town.map --from 2,2 --to 6,2 --window 7 --overlay gap.json")->status, 1);
    assert_refused(run("route town.map --from 2,2 --to 6,2 --window 7 --overlay room.json"),
                   "--window cannot be combined with the corridor of room.json");
}

static void a_path_is_checked_under_its_overlay(void **state)
{
    (void)state;
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    assert_int_equal(run("route town.map --from 0,2 --to 7,2 -q --json path.json")->status, 0);
    assert_int_equal(run("check town.map path.json")->status, 0);
    const outcome *result = run("check town.map path.json --overlay gap.json");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "at tile 4,2, in segment 0"));
}

static void a_bench_runs_under_its_overlay(void **state)
{
    (void)state;
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    const char *bench = "bench town.map town.scen --json -";
    const double found = number_after(run("%s", bench)->out, "\"found\": ");
    const outcome *fewer = run("%s --overlay gap.json --threads 2", bench);
    assert_int_equal(fewer->status, 0);
    assert_true(number_after(fewer->out, "\"found\": ") == found - 1);
    fewer = run("%s --overlay gap.json --window 20", bench);
    assert_true(number_after(fewer->out, "\"found\": ") == found - 1);
}

static void an_overlay_that_cannot_be_read_is_bad_input(void **state)
{
    (void)state;
    write_file("bad.json", "{\"blocked\": [[4, 2, 1, 0]]}");
    write_file("far.json", "{\"forbidden\": [[12, 0, \"N\"]]}");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --overlay bad.json"),
                   "bad.json: blocked[0][3] is 0, expected a number from 1");
    assert_refused(run("check town.map path.json --overlay far.json"), "far.json: forbidden[0]: a tile or ");
    assert_refused(run("bench town.map town.scen --overlay none.json"), "none.json");
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_route_keeps_to_its_overlay),
        cmocka_unit_test(a_window_joins_an_overlay_but_no_corridor),
        cmocka_unit_test(a_path_is_checked_under_its_overlay),
        cmocka_unit_test(a_bench_runs_under_its_overlay),
        cmocka_unit_test(an_overlay_that_cannot_be_read_is_bad_input),
    };
    command_find(count, words);
    return cmocka_run_group_tests(tests, command_make_town, command_remove_town);
}
