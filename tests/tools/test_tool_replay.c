#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/command.h"
#include "common/recorded.h"

/// Reads a recording that the command has written.
static recorded read_recording(const char *name)
{
    static char text[TEXT_BYTES];
    recorded made = { .bytes = NULL };
    keep_bytes(text, read_file(name, text), &made);
    return made;
}

static void a_route_is_recorded_and_repeated(void **state)
{
    (void)state;
    assert_int_equal(run("route town.map --from 1,1 --to 3,3 -q --record town.fwrec")->status, 0);
    const outcome *again = run("replay town.fwrec");
    assert_int_equal(again->status, 0);
    assert_non_null(strstr(again->out, "all are as recorded"));
    assert_int_equal(strlen(run("replay town.fwrec -q")->out), 0);
}

static void the_answer_that_differs_is_named_and_isolated(void **state)
{
    (void)state;
    assert_int_equal(run("route town.map --from 1,1 --to 3,3 -q --record town.fwrec")->status, 0);
    recorded recording = read_recording("town.fwrec");
    break_answer(&recording, RECORD_FIND, 0);
    write_bytes("broken.fwrec", recording.bytes, recording.count);
    const outcome *again = run("replay broken.fwrec --minimise short.fwrec");
    assert_int_equal(again->status, 1);
    assert_non_null(strstr(again->out, "call      planner 1: fw_find_path(unit = "));
    assert_non_null(strstr(again->out, "short.fwrec: "));
    assert_int_equal(run("replay short.fwrec")->status, 1);
    recorded shorter = read_recording("short.fwrec");
    assert_true(shorter.count <= recording.count);
    assert_in_range(count_records(&shorter, RECORD_ANSWER), 3, 9);
    free(shorter.bytes);
    free(recording.bytes);
}

static void what_is_no_recording_is_refused(void **state)
{
    (void)state;
    assert_refused(run("replay town.map"),
                   "town.map: this is no recording, or it is damaged; fw_record_begin() and "
                   "--record write recordings");
    assert_int_equal(run("route town.map --from 1,1 --to 3,3 -q --record town.fwrec")->status, 0);
    const outcome *nothing = run("replay town.fwrec -q --minimise short.fwrec");
    assert_refused(nothing, "town.fwrec: nothing fails, so there is nothing to make shorter");
}

int main(int count, char **words)
{
    command_find(count, words);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_route_is_recorded_and_repeated),
        cmocka_unit_test(the_answer_that_differs_is_named_and_isolated),
        cmocka_unit_test(what_is_no_recording_is_refused),
    };
    return cmocka_run_group_tests(tests, command_make_town, command_remove_town);
}
