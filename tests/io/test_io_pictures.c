#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "io/output.h"
#include "io/picture.h"
#include "io/trace.h"
#include "io/trail.h"

/// True if an outline covers a point: by the nonzero rule, its loops wind round the point.
static bool is_covered(const io_outline *outline, double x, double y)
{
    int winds = 0;
    for (size_t loop = 0, first = 0; loop < outline->loops; first = outline->ends[loop++])
        for (size_t i = first, end = outline->ends[loop]; i < end; i++) {
            const io_point from = outline->points[i], to = outline->points[i + 1 < end ? i + 1 : first];
            if ((from.y <= y) == (to.y <= y))
                continue;
            const double crossing = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x);
            if (crossing > x)
                winds += from.y < to.y ? 1 : -1;
        }
    return winds != 0;
}

TEST(a_disc_covers_its_area)
{
    for (double radius = 1.0; radius < 40.0; radius *= 1.7) {
        io_outline outline = { 0 };
        int covered = 0;
        outline_disc(&outline, (io_point){ 45.3, 44.6 }, radius);
        for (int y = 0; y < 900; y++)
            for (int x = 0; x < 900; x++)
                covered += is_covered(&outline, 0.1 * x + 0.05, 0.1 * y + 0.05);
        assert_true(fabs(0.01 * covered - FW_PI * radius * radius) < 0.02 * FW_PI * radius * radius + 0.1);
        outline_free(&outline);
    }
}

TEST(shapes_that_overlap_are_one)
{
    io_outline outline = { 0 };
    const io_point backward[] = { { 2, 2 }, { 2, 8 }, { 8, 8 }, { 8, 2 } };
    outline_rectangle(&outline, 1.0, 1.0, 5.0, 5.0);
    outline_loop(&outline, backward, 4);
    assert_true(is_covered(&outline, 1.5, 1.5));
    assert_true(is_covered(&outline, 4.5, 4.5)); // in both
    assert_true(is_covered(&outline, 7.5, 7.5));
    assert_false(is_covered(&outline, 8.5, 8.5) || is_covered(&outline, 7.5, 1.5));
    outline_free(&outline);
}

/// A quarter of a turn to the right with radius 2, then straight on, then back in reverse.
static fw_path *bent_path(void)
{
    const fw_segment segments[] = {
        { { 3.0, 2.0, 0.0 }, 0.5, FW_PI, FW_FORWARD },
        { { 5.0, 4.0, 0.5 * FW_PI }, 0.0, 1.0, FW_FORWARD },
        { { 5.0, 5.0, 0.5 * FW_PI }, -0.5, 1.0, FW_REVERSE },
    };
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, segments, 3, NULL), FW_OK);
    return path;
}

TEST(poses_for_drawing_are_those_of_the_path)
{
    fw_path *path = bent_path();
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    double passed = 0.0;
    for (int32_t i = 0; i < count; i++) {
        for (double share = 0.0; share < 1.0; share += 0.2) {
            const fw_pose drawn = trail_pose(&segments[i], share * segments[i].length);
            fw_pose pose;
            assert_int_equal(fw_path_pose_at(path, passed + share * segments[i].length, &pose), FW_OK);
            assert_true(fabs(drawn.x - pose.x) < 1e-9 && fabs(drawn.y - pose.y) < 1e-9);
            assert_true(fabs(remainder(drawn.heading - pose.heading, 2.0 * FW_PI)) < 1e-9);
        }
        passed += segments[i].length;
    }
    fw_path_destroy(path);
}

static const char *const town[] = { "..........", "..S...RR..", ".@@....R..", ".@@....R..",
                                    "..........", "....WW....", "....ssdd..", "..TT......" };

/// What a writer of pictures makes of the town and the bent path.
static char *picture_text(bool (*write)(FILE *, const io_picture *, io_fault *), fw_unit_def *unit,
                          size_t *size)
{
    char *bytes = NULL;
    fw_map *map = DRAWN(town);
    fw_path *path = bent_path();
    const io_picture picture = {
        .map = map,
        .unit = unit,
        .path = path,
        .has_start = true,
        .has_goal = true,
        .start = { 3.0, 2.0, 0.0 },
        .goal = { 5.0, 5.0, 0.0 },
        .title = "a < b & c",
    };
    FILE *to = open_memstream(&bytes, size);
    assert_true(write(to, &picture, NULL));
    fclose(to);
    fw_path_destroy(path);
    fw_map_destroy(map);
    return bytes;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

TEST(an_svg_draws_arcs_as_arcs_and_escapes_its_texts)
{
    fw_unit_def unit = unit_of_size(1);
    size_t size = 0;
    unit.footprint = fw_rectangle(1.2, 0.6);
    unit.turn_radius = 2.0;
    char *svg = picture_text(io_picture_svg, &unit, &size);
    assert_memory_equal(svg, "<svg ", 5);
    assert_string_equal(svg + size - 7, "</svg>\n");
    assert_true(count_of(svg, "A") >= 2);
    assert_null(strstr(svg, "inf"));
    assert_null(strstr(svg, "nan"));
    assert_non_null(strstr(svg, "a &#60; b &#38; c"));
    assert_int_equal(count_of(svg, "<g "), count_of(svg, "</g>"));
    assert_int_equal(count_of(svg, "<text "), count_of(svg, "</text>"));
    assert_non_null(strstr(svg, ">reverse</text>"));
    assert_non_null(strstr(svg, ">change of gear</text>"));
    free(svg);
}

TEST(an_svg_of_a_large_map_of_few_areas_is_small)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    char *svg = NULL;
    size_t size = 0;
    def.width = 600;
    def.height = 500;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 10, 10, 300, 300, FW_WATER), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    FILE *to = open_memstream(&svg, &size);
    assert_true(io_picture_svg(to, &(io_picture){ .map = map }, NULL));
    fclose(to);
    assert_true(size < 5000);
    free(svg);
    fw_map_destroy(map);
}

TEST(a_text_picture_shows_map_path_and_both_ends)
{
    size_t size = 0;
    char *text = picture_text(io_picture_ascii, NULL, &size);
    assert_string_equal(text,
                        "..........\n..S...RR..\n.##A*..R..\n.##.*..R..\n.....*....\n....WB....\n....ssdd..\n"
                        "..TT......\n");
    free(text);
}

/// Files of a folder.
static int files_in(const char *folder)
{
    DIR *open = opendir(folder);
    int count = 0;
    assert_non_null(open);
    while (readdir(open))
        count++;
    closedir(open);
    return count - 2;
}

TEST(a_file_has_its_name_only_when_it_is_whole)
{
    char folder[] = "/tmp/fairway_output_XXXXXX";
    char name[64];
    char link[64];
    io_output output;
    struct stat what;
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_true(io_output_open(name, &output, NULL));
    fputs("half", output.to);
    assert_int_not_equal(stat(name, &what), 0);
    io_output_abandon(&output);
    assert_int_equal(files_in(folder), 0);
    assert_true(io_output_open(name, &output, NULL));
    fputs("whole", output.to);
    assert_true(io_output_finish(&output, NULL));
    assert_int_equal(stat(name, &what), 0);
    assert_int_equal(what.st_size, 5);
    assert_int_equal(symlink(name, link), 0);
    assert_true(io_output_open(link, &output, NULL));
    fputs("longer", output.to);
    assert_true(io_output_finish(&output, NULL));
    assert_int_equal(lstat(link, &what), 0);
    assert_true(S_ISLNK(what.st_mode));
    assert_int_equal(stat(name, &what), 0);
    assert_int_equal(what.st_size, 6);
    assert_int_equal(files_in(folder), 2);
    unlink(link);
    unlink(name);
    rmdir(folder);
}

TEST(a_file_that_cannot_be_written_says_so)
{
    io_output output;
    io_fault fault;
    assert_false(io_output_open("/nowhere/at/all", &output, &fault));
    assert_string_equal(fault.text, "/nowhere/at/all: cannot be written (No such file or directory)");
}

TEST(a_file_system_that_is_full_is_told)
{
    io_output output;
    io_fault fault;
    if (access("/dev/full", W_OK) != 0)
        skip();
    assert_true(io_output_open("/dev/full", &output, NULL));
    fputs("much", output.to);
    assert_false(io_output_finish(&output, &fault));
    assert_string_equal(fault.text, "/dev/full: cannot be written (No space left on device)");
}

TEST(a_trace_closes_what_it_expands_and_knows_updates)
{
    const fw_request request = { .goal = { .kind = FW_GOAL_PLACE, .pose = { 2.5, 0.5, 0.0 } } };
    const fw_trace_event events[] = {
        { FW_TRACE_SOURCE, 0, 0, 0.5, 0.5, 0.0, 0.0, 2.0, 2.0 },
        { FW_TRACE_EXPAND, 0, 0, 0.5, 0.5, 0.0, 0.0, 2.0, 2.0 },
        { FW_TRACE_GENERATE, 1, 0, 1.5, 0.5, 0.0, 1.0, 1.0, 2.0 },
        { FW_TRACE_GENERATE, 1, 0, 1.5, 0.5, 0.0, 0.5, 1.0, 1.5 },
        { FW_TRACE_EXPAND, 1, 0, 1.5, 0.5, 0.0, 0.5, 1.0, 1.5 },
        { FW_TRACE_GOAL, UINT64_MAX, 1, 2.5, 0.5, 0.0, 1.5, 0.0, 1.5 },
    };
    static const char expected[] =
        "events:\n"
        "  - { type: destination, id: destination, x: 2.5, y: 0.5 }\n"
        "  - { type: source, id: 0, x: 0.5, y: 0.5, g: 0, h: 2, f: 2 }\n"
        "  - { type: expand, id: 0, x: 0.5, y: 0.5, g: 0, h: 2, f: 2 }\n"
        "  - { type: generate, id: 1, pId: 0, x: 1.5, y: 0.5, g: 1, h: 1, f: 2 }\n"
        "  - { type: update, id: 1, pId: 0, x: 1.5, y: 0.5, g: 0.5, h: 1, f: 1.5 }\n"
        "  - { type: close, id: 0, x: 0.5, y: 0.5, g: 0, h: 2, f: 2 }\n"
        "  - { type: expand, id: 1, pId: 0, x: 1.5, y: 0.5, g: 0.5, h: 1, f: 1.5 }\n"
        "  - { type: close, id: 1, pId: 0, x: 1.5, y: 0.5, g: 0.5, h: 1, f: 1.5 }\n"
        "  - { type: end, id: goal, pId: 1, x: 2.5, y: 0.5, g: 1.5, h: 0, f: 1.5 }\n";
    char *bytes = NULL;
    size_t size = 0;
    io_trace trace;
    FILE *to = open_memstream(&bytes, &size);
    io_trace_begin(&trace, to, &request);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        io_trace_event(&events[i], &trace);
    io_trace_end(&trace);
    fclose(to);
    assert_memory_equal(bytes, "version: 1.4.0\nviews:\n", 22);
    assert_string_equal(strstr(bytes, "events:"), expected);
    free(bytes);
}
