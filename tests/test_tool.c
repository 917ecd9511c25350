#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { TEXT_BYTES = 1 << 16 };

/// The command beside this test, and a folder of our own.
static char tool[4096];
static char folder[] = "/tmp/fairway_tool_XXXXXX";

/// What a command did.
typedef struct outcome {
    int status;
    char out[TEXT_BYTES], err[TEXT_BYTES];
} outcome;

static void read_file(const char *name, char text[TEXT_BYTES])
{
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, TEXT_BYTES - 1, file)] = '\0';
    fclose(file);
}

static void write_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/// Runs a command line within the folder. Whatever it is, errors are few and begin with a sentence of the tool.
static const outcome *run(const char *format, ...)
{
    static outcome result;
    char line[1024];
    char command[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    snprintf(command, sizeof command, "cd %s && %s %s >.out 2>.err", folder, tool, line);
    const int status = system(command);
    assert_true(WIFEXITED(status));
    result.status = WEXITSTATUS(status);
    snprintf(command, sizeof command, "%s/.out", folder);
    read_file(command, result.out);
    snprintf(command, sizeof command, "%s/.err", folder);
    read_file(command, result.err);
    int lines = 0;
    for (const char *letter = result.err; *letter; letter++)
        lines += *letter == '\n';
    assert_in_range(lines, result.status == 0 ? 0 : 1, 4);
    if (lines > 0)
        assert_memory_equal(result.err, "fairway: ", 9);
    return &result;
}

static bool exists(const char *name)
{
    char path[128];
    struct stat what;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &what) == 0 && what.st_size > 0;
}

static void assert_refused(const outcome *result, const char *sentence)
{
    if (!strstr(result->err, sentence))
        print_error("%s", result->err);
    assert_non_null(strstr(result->err, sentence));
    assert_int_equal(result->status, 2);
    assert_string_equal(result->out, "");
}

/// Two rooms joined by a gap one tile wide, and one that is closed.
static const char town[] = "type octile\nheight 6\nwidth 12\nmap\n"
                           "....@...@...\n"
                           "....@...@...\n"
                           "........@...\n"
                           "....@...@...\n"
                           "....@...@...\n"
                           "....@...@...\n";

static int make_town(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    write_file("town.map", town);
    write_file("town.scen",
               "version 1\n0\ttown.map\t12\t6\t0\t2\t7\t2\t7\n0\ttown.map\t12\t6\t1\t1\t1\t1\t0\n"
               "0\ttown.map\t12\t6\t0\t0\t11\t0\t11\n0\ttown.map\t12\t6\t0\t2\t2\t2\t9\n");
    return 0;
}

static int remove_town(void **state)
{
    (void)state;
    char path[512];
    DIR *open = opendir(folder);
    for (const struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(open);
    return rmdir(folder);
}

static void a_path_exits_with_0_and_a_summary(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --method astar --smooth none");
    assert_int_equal(result->status, 0);
    assert_memory_equal(result->out, "found (astar): length 7, cost 7, 1 segments, ", 45);
    assert_string_equal(run("route town.map --from 0,2 --to 7,2 -q")->out, "");
}

static void no_path_exits_with_1_and_says_why(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,2 --to 11,2");
    assert_int_equal(result->status, 1);
    assert_string_equal(result->out, "");
    assert_string_equal(result->err, "fairway: no path: no path joins start and goal for this unit\n");
    assert_int_equal(run("route town.map --from 0,2 --to 7,2 --size 2")->status, 1);
}

static void a_body_that_sticks_out_is_blocked_and_a_place_off_the_map_is_bad_use(void **state)
{
    (void)state;
    assert_int_equal(run("route town.map --from 0,2 --to 4,0")->status, 1);
    assert_int_equal(run("route town.map --from 11,4 --to 9,0 --size 2")->status, 1);
    assert_int_equal(run("route town.map --from 0.25,2.5 --to 7,2")->status, 1);
    assert_string_equal(
        run("route town.map --from 0,2 --to 4,0")->err,
        "fairway: no path: the unit cannot stand at its goal: tile 4,0 is blocked, which it may "
        "not enter\n");
    assert_string_equal(
        run("route town.map --from 11,4 --to 9,0 --size 2")->err,
        "fairway: no path: the unit cannot stand at its start: it would stick out of the map at "
        "tile 12,4\n");
    assert_refused(run("route town.map --from 12,2 --to 7,2"), "outside the map, which has 12 x 6 tiles");
    assert_refused(run("route town.map --from 0,2 --to 7,-1"), "outside the map");
    assert_refused(run("route town.map --from 0,2 --to 7.5,6.5"), "outside the map");
    assert_refused(run("route town.map --from -1,2 --to 7,2 --size 3"), "outside the map");
}

static void json_on_standard_output_stands_alone(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --json - --smooth none");
    assert_int_equal(result->status, 0);
    assert_string_equal(result->err, "");
    assert_memory_equal(result->out, "{\"fairway\": 1, \"result\": \"found\", ", 34);
    assert_string_equal(strrchr(result->out, '}'), "}\n");
    assert_non_null(
        strstr(result->out, "\"unit\": {\"size\": 1, \"enter\": {\"ground\": 1, \"swamp\": 1}, "));
    assert_non_null(strstr(result->out, "\"length\": 7, \"cost\": 7, "));
    assert_non_null(strstr(result->out,
                           "\"violations\": {\"blocked\": 0, \"too_tight\": 0, \"heading_jumps\": 0, "
                           "\"impossible\": []}"));
    assert_non_null(strstr(result->out,
                           "{\"x\": 0.5, \"y\": 2.5, \"heading\": 0, \"curvature\": 0, \"length\": 7, "
                           "\"gear\": \"forward\"}"));
}

static void json_is_written_for_no_path_and_not_for_bad_use(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,2 --to 11,2 --json -");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"result\": \"unreachable\""));
    assert_non_null(strstr(result->out, "\"length\": null"));
    assert_non_null(strstr(result->out, "\"segments\": []"));
    result = run("route town.map --from 0,2 --to 4,0 --json -");
    assert_non_null(strstr(result->out, "\"result\": \"blocked\""));
    assert_refused(run("route town.map --from 0,2 --to 70,2 --json p.json"), "outside");
    assert_false(exists("p.json"));
}

static void start_equals_goal_is_one_segment_of_length_0(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 1,1 --to 1,1 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"length\": 0, \"cost\": 0,"));
    assert_non_null(strstr(result->out, "\"length\": 0, \"gear\": \"forward\"}]"));
}

static void a_limit_or_nearest_gives_what_it_promises(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,5 --to 7,0 --method astar --max-work 3 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"result\": \"partial\""));
    result = run("route town.map --from 0,2 --to 11,2 --nearest --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"result\": \"nearest\""));
}

static void several_goals_and_a_radius_end_where_that_is_cheapest(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,2 --to 7,5/3,2/11,2");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "found (astar): length 3,"));
    result = run("route town.map --from 0,2,0 --to 7,2,0/3,3,0 --turn-radius 1 --method directional");
    assert_int_equal(result->status, 0);
    result = run("route town.map --from 0,2,0 --to 7,2,0 --turn-radius 1 --headings 16 --method hybrid");
    assert_int_equal(result->status, 0);
    result = run("route town.map --from 0,2 --to 7,2 --within 3");
    assert_non_null(strstr(result->out, "length 4,"));
    assert_refused(run("route town.map --from 0,2 --to 3,3/7,2,0"), "--to holds places with a heading");
    assert_refused(run("route town.map --from 0,2 --to 3,3/7,2 --within 2"), "--within is for one place");
    assert_refused(run("route town.map --from 0,2 --to 3,3/7"), "--to is '7': expected X,Y");
    assert_refused(run("route town.map --from 0,2 --to 3,3/70,2"), "start or goal lies outside the map");
}

static void slices_change_nothing(void **state)
{
    char whole[TEXT_BYTES];
    (void)state;
    strcpy(whole, strstr(run("route town.map --from 0,5 --to 7,0 --json -")->out, "\"segments\""));
    assert_string_equal(
        strstr(run("route town.map --from 0,5 --to 7,0 --json - --slice 1")->out, "\"segments\""), whole);
}

static void nothing_outside_a_window_is_entered(void **state)
{
    (void)state;
    assert_int_equal(run("route town.map --from 2,5 --to 6,5 --window 7")->status, 0);
    assert_int_equal(run("route town.map --from 2,5 --to 6,5 --window 5")->status, 1);
    assert_refused(run("route town.map --from 1,1 --to 2,1 --window 1 --size 2"),
                   "--window 1 is smaller than the unit");
}

static void options_that_are_wrong_are_named(void **state)
{
    (void)state;
    assert_refused(run(""), "no command is given");
    assert_refused(run("ruote town.map"), "there is no command 'ruote'; did you mean route?");
    assert_refused(run("route"), "fairway route takes MAP; 0 given");
    assert_refused(run("route town.map town.map x"), "'x' is one argument too many");
    assert_refused(run("route town.map --from 0,2"), "fairway route needs --to X,Y[,DEG]");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --metod astar"), "did you mean --method?");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --method"), "--method needs a value");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --method astra"), "did you mean astar?");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --nearest=1"), "--nearest takes no value");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --method directional --all-curves"),
                   "--all-curves is for the methods directional-8, -24, -48 and -80");
    assert_refused(run("route town.map --from 0 --to 7,2"), "--from is '0': expected X,Y or X,Y,DEG");
    assert_refused(run("route town.map --from 0,2 --to 7,b"), "--to is '7,b': y must be a number");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --size 0"),
                   "--size is '0', expected a whole number");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --weight 0.5"),
                   "--weight is '0.5', expected a number");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --corners some"),
                   "expected one of never, one, always");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --enter grund"), "did you mean ground?");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --enter ground=x"), "the cost of ground is 'x'");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --footprint square:1"),
                   "expected circle:R or rect:LxW");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --footprint circle:-1"),
                   "the unit is not possible");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --reverse=0.5"),
                   "expected a penalty from 1 to 255");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --json - --ascii"),
                   "both ask for standard output");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --unit town.map"), "town.map:1: this is not JSON");
    assert_refused(run("forest scene.txt"), "not part of this build");
    assert_refused(run("simulate scene.json"), "not part of this build");
}

static void files_that_are_wrong_are_named_with_their_line(void **state)
{
    (void)state;
    write_file("short.map", "type octile\nheight 3\nwidth 2\nmap\n..\n.q\n..\n");
    write_file("binary.map", "\x7f\x45\x4c\x46\x02\x01\x01");
    write_file("bad.scen", "version 1\n0\ttown.map\t12\t6\t0\t2\t12\t2\t7\n");
    write_file("other.scen", "version 1\n0\ttown.map\t13\t6\t0\t2\t7\t2\t7\n");
    write_file("far.csv", "sx,sy,sdeg,gx,gy,gdeg\n1,1,0,2,2,\n1,1,0,12,2,\n");
    assert_refused(run("info missing.map"), "missing.map: cannot be opened (No such file or directory)");
    assert_refused(run("info ."), ".: cannot be read (Is a directory)");
    assert_refused(run("info short.map"), "short.map:6: tile 1 of the row is 'q'");
    assert_refused(run("info binary.map"), "binary.map:1: the file begins with '\\x7fELF");
    assert_refused(run("bench town.map bad.scen"),
                   "bad.scen:2: goal x is '12', expected a number from 0 to 11");
    assert_refused(run("bench town.map other.scen"), "other.scen is for a map of 13 x 6 tiles");
    assert_refused(run("bench town.map far.csv"), "far.csv:3: the goal lies outside the map");
    assert_refused(run("check town.map town.scen"), "town.scen:1: this is not JSON");
}

static void an_output_that_cannot_be_written_leaves_nothing(void **state)
{
    (void)state;
    assert_refused(run("route town.map --from 0,2 --to 7,2 -q --json no/where.json"), "cannot be written");
    assert_refused(run("generate maze -o no/where.map"), "cannot be written");
    assert_refused(run("route town.map --from 0,2 --to 7,2 -q --json /dev/full"), "No space left");
}

static void a_path_that_was_written_is_legal_and_a_changed_one_is_not(void **state)
{
    (void)state;
    assert_int_equal(run("route town.map --from 0,5 --to 7,0 -q --smooth none --json path.json")->status, 0);
    const outcome *result = run("check town.map path.json");
    assert_int_equal(result->status, 0);
    assert_memory_equal(result->out, "legal: length ", 14);
    write_file("wall.json",
               "{\"fairway\": 1, \"result\": \"found\", \"length\": 4, \"segments\": [{\"x\": 2.5, \"y\": "
               "1.5, \"heading\": 0, \"curvature\": 0, \"length\": 4, \"gear\": \"forward\"}]}");
    result = run("check town.map wall.json --json report.json");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "wall.json is illegal: "));
    assert_non_null(strstr(result->err, "at tile 4,1, in segment 0"));
    assert_true(exists("report.json"));
    assert_int_equal(run("check town.map wall.json --json - --size 1")->status, 1);
    assert_int_equal(run("route town.map --from 0,2 --to 11,2 -q --json none.json")->status, 1);
    result = run("check town.map none.json");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "holds no path: its result is unreachable"));
}

static void a_speed_profile_is_written_with_the_path(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"speed\": [\n    {\"at\": 0, \"speed\": 0, \"time\": 0},\n"
                                        "    {\"at\": 2, \"speed\": 2, \"time\": 2},\n"
                                        "    {\"at\": 6.5, \"speed\": 2, \"time\": 4.25},\n"
                                        "    {\"at\": 7, \"speed\": 0, \"time\": 4.75}]"));
    result = run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --svg fast.svg");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "driven in 4.75 s"));
    assert_true(exists("fast.svg"));
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed 2,0,4,1"), "--speed: a value is outside");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed 2,1,4"), "expected V,ACCEL,DECEL,LATERAL");
    result = run(
        "route town.map --from 0,2,0 --to 7,2,0 --turn-radius 1 --footprint circle:0.3 --fastest --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"method\": \"directional\""));
    assert_non_null(strstr(result->out, "\"duration\": "));
    assert_refused(run("route town.map --from 0,2 --to 7,2 --fastest"),
                   "method directional"); // it cannot turn in arcs
}

static void a_path_at_fixed_angles_says_so_and_is_legal(void **state)
{
    (void)state;
    const outcome *result = run("route town.map --from 0,5 --to 7,0 -q --fixed-angles 16 --json fixed.json");
    assert_int_equal(result->status, 0);
    char text[TEXT_BYTES], path[128];
    snprintf(path, sizeof path, "%s/fixed.json", folder);
    read_file(path, text);
    assert_non_null(strstr(text, "\"fixed_angles\": 16"));
    assert_int_equal(run("check town.map fixed.json")->status, 0);
}

/// The unit faces the border of the map and must turn around.
static void each_way_to_turn_ends_as_it_must_and_counts(void **state)
{
    (void)state;
    static const char ask[] =
        "route town.map --from 0,2,180 --to 7,2 --footprint circle:0.45 --turn-radius 2";
    const outcome *result = run("%s --turns tighten --json -", ask);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"violations\": {\"blocked\": 0, \"too_tight\": 1, "));
    result = run("%s --turns recalculate --json -", ask);
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"result\": \"not_found\""));
    assert_non_null(strstr(result->out, "\"turns\": {\"rounds\": "));
    result = run("%s --turns ignore", ask);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "violations: "));
    assert_refused(run("%s --turns back-up", ask), "--turns back-up");
    result = run("%s --turns back-up --reverse --png p.png --json p.json", ask);
    assert_int_equal(result->status, 0);
    assert_null(strstr(result->out, "violations"));
    assert_int_equal(run("check town.map p.json")->status, 0);
}

static void pictures_and_traces_are_written(void **state)
{
    (void)state;
    const outcome *result =
        run("route town.map --from 0,5 --to 7,0 -q --method astar --smooth none --png p.png --svg "
            "p.svg --trace t.yaml --ascii");
    assert_int_equal(result->status, 0);
    assert_true(exists("p.png") && exists("p.svg") && exists("t.yaml"));
    assert_non_null(strstr(result->out, "A"));
    assert_non_null(strstr(result->out, "B"));
    assert_int_equal(run("route town.map --from 0,2 --to 4,0 --png no.png")->status, 1);
    assert_true(exists("no.png"));
}

static void a_benchmark_counts_what_it_finds(void **state)
{
    static const char *const keys[] = { "\"map\": \"town\"",
                                        "\"method\": \"astar\"",
                                        "\"queries\": 4",
                                        "\"found\": 3",
                                        "\"optimal\": 2",
                                        "\"legal\": 3",
                                        "\"length_total\": 9",
                                        "\"time_us\": {\"mean\": ",
                                        "\"median\": ",
                                        "\"p95\": ",
                                        "\"p99\": ",
                                        "\"total\": ",
                                        "\"expanded\": {\"mean\": ",
                                        "\"length_ratio\": {\"mean\": ",
                                        "\"setup_ms\": ",
                                        "\"memory_bytes\": {\"map\": ",
                                        "\"layers\": ",
                                        "\"tables\": ",
                                        "\"planner\": ",
                                        "\"allocations\": 0}" };
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        const outcome *result =
            run("bench town.map town.scen --method astar --repeat 2 --threads %d --json - --each each.csv",
                threads);
        assert_int_equal(result->status, 0);
        assert_string_equal(result->err, "");
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (!strstr(result->out, keys[i]))
                fail_msg("%s is missing in %s", keys[i], result->out);
    }
}

static void a_benchmark_writes_a_line_for_each_query(void **state)
{
    char path[128];
    char text[TEXT_BYTES];
    (void)state;
    assert_int_equal(run("bench town.map town.scen --every 2 -q --each each.csv")->status, 0);
    snprintf(path, sizeof path, "%s/each.csv", folder);
    read_file(path, text);
    assert_memory_equal(text, "index,result,length,cost,time_us,expanded,legal\n0,found,7,7,", 60);
    assert_non_null(strstr(text, "\n2,unreachable,,,"));
    assert_null(strstr(text, "\n1,"));
    assert_null(strstr(text, "\n3,"));
}

static void a_pose_list_has_no_ratio(void **state)
{
    (void)state;
    write_file("poses.csv", "sx,sy,sdeg,gx,gy,gdeg\n0,2,0,7,2,\n0.5,2.5,90,2.5,1.5,45\n");
    const outcome *result = run("bench town.map poses.csv --method astar --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"queries\": 2, \"found\": 2, \"optimal\": 0, \"legal\": 2"));
    assert_non_null(strstr(result->out, "\"length_ratio\": null"));
}

static void info_counts_terrains_and_regions(void **state)
{
    (void)state;
    const outcome *result = run("info town.map --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"terrains\": {\"blocked\": 11, \"ground\": 61}"));
    assert_non_null(strstr(result->out, "\"anchors\": 61, \"regions\": 2, \"largest_region\": 43"));
    assert_non_null(strstr(run("info town.map --size 2 --json -")->out, "\"anchors\": 35, \"regions\": 3"));
    assert_memory_equal(run("info town.map")->out, "12 x 6 tiles\n", 13);
    assert_null(strstr(run("info town.map")->out, "motions"));
    static const char car[] = "info town.map --method directional --turn-radius 3 --footprint circle:0.33";
    assert_non_null(strstr(run("%s", car)->out, "motions of directional: 5 a heading, 18 before"));
    assert_non_null(strstr(run("%s --json -", car)->out, "\"motions\": {\"headings\": 8, \"each\": 5, "));
}

/// A number of a command's JSON.
static double number_after(const char *text, const char *key)
{
    const char *found = strstr(text, key);
    assert_non_null(found);
    return strtod(found + strlen(key), NULL);
}

static void info_shows_what_a_unit_saves_that_is_searched_on_demand(void **state)
{
    (void)state;
    assert_int_equal(run("generate caves --size 256x256 -o caves.map")->status, 0);
    const double usual = number_after(run("info caves.map --size 2 --json -")->out, "\"layers\": ");
    const outcome *lean = run("info caves.map --size 2 --method on-demand --json -");
    assert_int_equal(lean->status, 0);
    assert_true(number_after(lean->out, "\"layers\": ") < usual / 3);
    assert_true(number_after(lean->out, "\"tables\": ") == 0);
    assert_true(number_after(lean->out, "\"regions\": ") == 0);
    assert_true(number_after(lean->out, "\"anchors\": ") > 0);
}

static void a_path_found_on_demand_is_pulled_taut_too(void **state)
{
    (void)state;
    const double taut =
        number_after(run("route town.map --from 0,0 --to 7,5 --method astar --json -")->out, "\"length\": ");
    const outcome *on_demand = run("route town.map --from 0,0 --to 7,5 --method on-demand --json -");
    assert_true(number_after(on_demand->out, "\"length\": ") == taut);
    on_demand = run("route town.map --from 0,0 --to 7,5 --method on-demand --smooth none --json -");
    assert_true(number_after(on_demand->out, "\"length\": ") > taut);
    assert_int_equal(run("route town.map --from 0,0 --to 9,5 --method on-demand --smooth none")->status, 1);
}

static void a_place_off_the_lattice_is_reached_exactly(void **state)
{
    (void)state;
    const outcome *result =
        run("route town.map --from 1.25,2.625 --to 7.5,1.875 --smooth none --json p.json");
    assert_int_equal(result->status, 0);
    assert_int_equal(run("check town.map p.json")->status, 0);
    result = run("route town.map --from 1.25,2.625 --to 7.5,1.875 --smooth none --json -");
    assert_non_null(strstr(result->out, "{\"x\": 1.25, \"y\": 2.625, "));
    assert_true(number_after(result->out, "\"map_version\": ") >= 1);
}

static void every_kind_of_map_is_generated_and_read_back(void **state)
{
    static const char *const kinds[] = { "rooms", "maze", "random", "caves", "city", "terrain" };
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(run("generate %s --size 40x30 --seed 4 -q -o made.map", kinds[i])->status, 0);
        assert_memory_equal(run("info made.map")->out, "40 x 30 tiles\n", 14);
    }
    assert_memory_equal(run("generate maze --size 9x9")->out, "type octile\nheight 9\nwidth 9\nmap\n", 33);
    assert_refused(run("generate mase"), "did you mean maze?");
    assert_refused(run("generate maze --size 9"), "--size is '9', expected WxH");
    assert_refused(run("generate maze --size 9x99999"), "expected WxH, each from 1 to 16384");
}

static void help_and_version_are_there_for_every_command(void **state)
{
    static const char *const commands[] = { "route",    "bench",  "check",   "info",
                                            "generate", "forest", "simulate" };
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const outcome *result = run("%s --help", commands[i]);
        assert_int_equal(result->status, 0);
        assert_memory_equal(result->out, "fairway ", 8);
        assert_non_null(strstr(run("--help")->out, commands[i]));
    }
    assert_memory_equal(run("--version")->out, "fairway 0.", 10);
}

/// The command lies beside the folder of the tests.
static void find_tool(const char *self)
{
    char *real = realpath(self, NULL);
    for (int i = 0; real && i < 2; i++)
        *strrchr(real, '/') = '\0';
    snprintf(tool, sizeof tool, "%s/fairway", real ? real : ".");
    free(real);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_exits_with_0_and_a_summary),
        cmocka_unit_test(no_path_exits_with_1_and_says_why),
        cmocka_unit_test(a_body_that_sticks_out_is_blocked_and_a_place_off_the_map_is_bad_use),
        cmocka_unit_test(json_on_standard_output_stands_alone),
        cmocka_unit_test(json_is_written_for_no_path_and_not_for_bad_use),
        cmocka_unit_test(start_equals_goal_is_one_segment_of_length_0),
        cmocka_unit_test(a_limit_or_nearest_gives_what_it_promises),
        cmocka_unit_test(several_goals_and_a_radius_end_where_that_is_cheapest),
        cmocka_unit_test(slices_change_nothing),
        cmocka_unit_test(nothing_outside_a_window_is_entered),
        cmocka_unit_test(options_that_are_wrong_are_named),
        cmocka_unit_test(files_that_are_wrong_are_named_with_their_line),
        cmocka_unit_test(an_output_that_cannot_be_written_leaves_nothing),
        cmocka_unit_test(a_path_that_was_written_is_legal_and_a_changed_one_is_not),
        cmocka_unit_test(a_speed_profile_is_written_with_the_path),
        cmocka_unit_test(a_path_at_fixed_angles_says_so_and_is_legal),
        cmocka_unit_test(each_way_to_turn_ends_as_it_must_and_counts),
        cmocka_unit_test(pictures_and_traces_are_written),
        cmocka_unit_test(a_benchmark_counts_what_it_finds),
        cmocka_unit_test(a_benchmark_writes_a_line_for_each_query),
        cmocka_unit_test(a_pose_list_has_no_ratio),
        cmocka_unit_test(info_counts_terrains_and_regions),
        cmocka_unit_test(info_shows_what_a_unit_saves_that_is_searched_on_demand),
        cmocka_unit_test(a_path_found_on_demand_is_pulled_taut_too),
        cmocka_unit_test(a_place_off_the_lattice_is_reached_exactly),
        cmocka_unit_test(every_kind_of_map_is_generated_and_read_back),
        cmocka_unit_test(help_and_version_are_there_for_every_command),
    };
    find_tool(count > 0 ? words[0] : "");
    return cmocka_run_group_tests(tests, make_town, remove_town);
}
