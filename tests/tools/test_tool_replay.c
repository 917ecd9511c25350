#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/recorded.h"
#include "common/unit.h"

/// Reads a recording that the command has written.
static recorded read_recording(const char *name)
{
    static char text[TEXT_BYTES];
    recorded made = { .bytes = NULL };
    keep_bytes(text, read_file(name, text), &made);
    return made;
}

TEST(a_route_is_recorded_and_repeated)
{
    assert_int_equal(run("route town.map --from 1,1 --to 3,3 -q --record town.fwrec")->status, 0);
    const outcome *again = run("replay town.fwrec");
    assert_int_equal(again->status, 0);
    assert_non_null(strstr(again->out, "all are as recorded"));
    assert_int_equal(strlen(run("replay town.fwrec -q")->out), 0);
}

TEST(the_answer_that_differs_is_named_and_isolated)
{
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

TEST(a_simulation_is_recorded_and_the_step_that_differs_is_named)
{
    write_file("door.map", "type octile\nheight 5\nwidth 12\nmap\n............\n............\n.....@......\n"
                           ".....@......\n.....@......\n");
    write_file(
        "scene.json",
        "{\"fairway_scenario\": 1, \"map\": \"door.map\", \"dt\": 0.05, \"time\": 30, \"units\": ["
        "{\"id\": 1, \"unit\": {\"footprint\": {\"circle\": 0.4}}, \"at\": [1, 3.5], \"speed\": {\"top\": 2, "
        "\"accelerate\": 4, \"brake\": 4, \"lateral\": 4}}, "
        "{\"id\": 2, \"unit\": {\"footprint\": {\"circle\": 0.4}}, \"at\": [1, 1.5], \"to\": [11, 3.5], "
        "\"speed\": {\"top\": 2, \"accelerate\": 4, \"brake\": 4, \"lateral\": 4}}], "
        "\"groups\": [{\"units\": [1], \"to\": [9, 1.5], \"start_time\": 1}], "
        "\"edits\": [{\"time\": 2, \"rect\": [5, 0, 1, 1], \"terrain\": \"water\"}]}");
    assert_int_equal(run("simulate scene.json -q --record scene.fwrec")->status, 0);
    assert_non_null(strstr(run("replay scene.fwrec")->out, "all are as recorded"));
    recorded recording = read_recording("scene.fwrec");
    break_answer(&recording, RECORD_TRAFFIC_STEP, 3);
    write_bytes("broken.fwrec", recording.bytes, recording.count);
    const outcome *again = run("replay broken.fwrec");
    assert_int_equal(again->status, 1);
    assert_non_null(strstr(again->out, "fw_traffic_step("));
    free(recording.bytes);
    assert_refused(run("simulate scene.json -q --record no/such.fwrec"),
                   "no/such.fwrec: cannot be written (No such file or directory)");
}

TEST(what_is_no_recording_is_refused)
{
    assert_refused(run("replay town.map"),
                   "town.map: this is no recording; fw_record_begin() and --record write recordings");
    assert_int_equal(run("route town.map --from 1,1 --to 3,3 -q --record town.fwrec")->status, 0);
    recorded recording = read_recording("town.fwrec");
    const size_t places[] = { recording.count / 2, RECORDING_HEAD_BYTES + 4, RECORDING_HEAD_BYTES + 5 };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        recording.bytes[places[i]] ^= 0x40;
        write_bytes("damaged.fwrec", recording.bytes, recording.count);
        recording.bytes[places[i]] ^= 0x40;
        assert_refused(run("replay damaged.fwrec"),
                       "damaged.fwrec: this recording is damaged, or written by a newer version");
    }
    free(recording.bytes);
    const outcome *nothing = run("replay town.fwrec -q --minimise short.fwrec");
    assert_refused(nothing, "town.fwrec: nothing fails, so there is nothing to make shorter");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
