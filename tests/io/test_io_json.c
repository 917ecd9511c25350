#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/shape.h"
#include "io/json_writer.h"
#include "io/number.h"
#include "io/path_json.h"
#include "io/unit_json.h"

static const char *const field[] = { "....", "..S." };

/// A text in memory.
typedef struct text {
    char *bytes;
    size_t size;
} text;

TEST(numbers_read_back_to_the_same_double)
{
    random_source source = { 1 };
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = random_bits(&source);
        double value = 0.0;
        memcpy(&value, &bits, sizeof value);
        const io_number_text number = io_number(value);
        if (!isfinite(value)) {
            assert_string_equal(number.text, "null");
            continue;
        }
        const double back = strtod(number.text, NULL);
        assert_memory_equal(&back, &value, sizeof value);
    }
    assert_string_equal(io_number(0.1).text, "0.1");
    assert_string_equal(io_number(3.0).text, "3");
    assert_string_equal(io_number(0.1 + 0.2).text, "0.30000000000000004");
}

TEST(a_writer_puts_commas_where_they_belong)
{
    text written = { 0 };
    FILE *to = open_memstream(&written.bytes, &written.size);
    json_writer json = json_writer_to(to);
    json_open(&json, '{');
    json_pair_whole(&json, "a", 1);
    json_key(&json, "b");
    json_open(&json, '[');
    json_nothing(&json);
    json_open(&json, '{');
    json_close(&json, '}');
    json_break(&json);
    json_number(&json, 0.5);
    json_close(&json, ']');
    json_break(&json);
    json_pair_text(&json, "c", "\"\\\n");
    json_pair_bool(&json, "d", true);
    json_close(&json, '}');
    fclose(to);
    assert_string_equal(
        written.bytes, "{\"a\": 1, \"b\": [null, {},\n    0.5],\n  \"c\": \"\\\"\\\\\\u000a\", \"d\": true}");
    free(written.bytes);
}

static text text_of_path(const fw_path *path, const fw_map *map, const fw_unit_def *unit)
{
    const io_path_facts facts = { .map = map, .unit = unit, .time_us = 12.5, .expanded = 7 };
    text written = { 0 };
    FILE *to = open_memstream(&written.bytes, &written.size);
    assert_non_null(to);
    io_path_write(to, path, &facts);
    fclose(to);
    return written;
}

static fw_segment random_segment(random_source *source)
{
    return (fw_segment){
        .start = { 100.0 * random_unit(source), 1e-3 * random_unit(source), 7.0 * random_unit(source) - 3.5 },
        .curvature = random_unit(source) - 0.5,
        .length = random_unit(source) / 3.0,
        .gear = random_below(source, 2) ? FW_FORWARD : FW_REVERSE,
    };
}

static void assert_same_number(double a, double b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void assert_same_segments(const fw_segment *a, const fw_segment *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        assert_same_number(a[i].start.x, b[i].start.x);
        assert_same_number(a[i].start.y, b[i].start.y);
        assert_same_number(a[i].start.heading, b[i].start.heading);
        assert_same_number(a[i].curvature, b[i].curvature);
        assert_same_number(a[i].length, b[i].length);
        assert_int_equal(a[i].gear, b[i].gear);
    }
}

TEST(a_path_that_was_written_reads_back_the_same)
{
    random_source source = { 3 };
    fw_segment segments[40];
    fw_map *map = DRAWN(field);
    fw_path *path = NULL;
    fw_path *back = NULL;
    fw_unit_def unit = unit_of_size(2);
    fw_unit_def unit_back = fw_default_unit_def();
    for (int i = 0; i < 40; i++)
        segments[i] = random_segment(&source);
    unit.footprint = fw_rectangle_at(1.2, 0.1 + 0.2, 1.0 / 3.0, -0.1);
    unit.turn_radius = 1.0 / 3.0;
    unit.reverse = true;
    unit.reverse_penalty = 1.7;
    unit.gear_change_cost = 0.3;
    unit.corners = FW_CORNERS_ALWAYS;
    unit.headings = 16;
    unit.all_curves = true;
    unit.terrain_cost[FW_ROAD] = 0.3f;
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    assert_int_equal(fw_path_create(NULL, &back), FW_OK);
    fw_path_summary claimed = { .outcome = FW_OUTCOME_PARTIAL,
                                .method = FW_DIRECTIONAL_24,
                                .map_version = 3,
                                .fixed_angles = 16,
                                .length = 5.5,
                                .cost = 17.25,
                                .violations = { .blocked = 1, .too_tight = 2, .heading_jumps = 3 } };
    assert_int_equal(fw_path_set(path, segments, 40, &claimed), FW_OK);
    const text written = text_of_path(path, map, &unit);
    io_fault fault = { .text = "" };
    const bool read =
        io_path_read("p.json", written.bytes, written.size, map, back, &unit_back, NULL, &fault);
    assert_string_equal(fault.text, "");
    assert_true(read);
    int32_t count = 0;
    const fw_segment *segments_back = fw_path_segments(back, &count);
    assert_int_equal(count, 40);
    assert_same_segments(segments, segments_back, count);
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(back, &summary), FW_OK);
    assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
    assert_int_equal(summary.method, FW_DIRECTIONAL_24);
    assert_int_equal(summary.map_version, 3);
    assert_int_equal(summary.fixed_angles, 16);
    assert_same_number(summary.cost, 17.25);
    assert_same_number(summary.length, 5.5);
    assert_memory_equal(&summary.violations, &claimed.violations, sizeof claimed.violations);
    assert_int_equal(unit_back.size, 2);
    assert_same_number(unit_back.footprint.width, 0.1 + 0.2);
    assert_same_number(unit_back.footprint.ahead, 1.0 / 3.0);
    assert_same_number(unit_back.footprint.aside, -0.1);
    assert_same_number(unit_back.turn_radius, 1.0 / 3.0);
    assert_same_number(unit_back.reverse_penalty, 1.7);
    assert_same_number(unit_back.gear_change_cost, 0.3);
    assert_int_equal(unit_back.corners, FW_CORNERS_ALWAYS);
    assert_int_equal(unit_back.headings, 16);
    assert_true(unit_back.all_curves);
    assert_memory_equal(unit_back.terrain_cost, unit.terrain_cost, sizeof unit.terrain_cost);
    free(written.bytes);
    fw_path_destroy(back);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(a_polygon_is_read_as_it_was_written)
{
    static const fw_corner corners[] = { { 1.0 / 3.0, 0 }, { -1, 0.7 }, { -1, -0.1 } };
    fw_map *map = DRAWN(field);
    fw_unit_def unit = unit_of_size(1), back = fw_default_unit_def();
    unit.footprint = fw_polygon(corners, 3);
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, NULL, 0, &(fw_path_summary){ .outcome = FW_OUTCOME_UNREACHABLE }),
                     FW_OK);
    const text written = text_of_path(path, map, &unit);
    assert_true(io_path_read("p.json", written.bytes, written.size, map, path, &back, NULL, NULL));
    assert_memory_equal(&back.footprint, &unit.footprint, sizeof back.footprint);
    free(written.bytes);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(without_a_path_segments_are_empty_and_length_is_null)
{
    fw_map *map = DRAWN(field);
    fw_unit_def unit = unit_of_size(1);
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_UNREACHABLE };
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, NULL, 0, &claimed), FW_OK);
    const text written = text_of_path(path, map, &unit);
    assert_non_null(strstr(written.bytes, "\"result\": \"unreachable\""));
    assert_non_null(strstr(written.bytes, "\"length\": null"));
    assert_non_null(strstr(written.bytes, "\"segments\": []"));
    assert_true(io_path_read("p.json", written.bytes, written.size, map, path, &unit, NULL, NULL));
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    assert_int_equal(summary.outcome, FW_OUTCOME_UNREACHABLE);
    assert_int_equal(summary.segment_count, 0);
    free(written.bytes);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

/// A text that is wrong, and what its reader must say.
typedef struct bad_text {
    const char *text, *fault;
} bad_text;

TEST(each_way_to_spoil_a_unit_has_its_own_message)
{
    static const bad_text units[] = {
        { "", "u.json:1: this is not JSON, or it is cut off here" },
        { "{\n\"size\": 2,\n", "u.json:3: this is not JSON, or it is cut off here" },
        { "{} {}", "u.json:1: there is more text after the end of the JSON" },
        { "[]", "u.json: the whole is a list, expected an object" },
        { "{\"size\": 2, \"size\": 3}", "u.json:1: a key is given twice" },
        { "{\"siez\": 2}", "u.json: siez is not a field of a unit" },
        { "{\"headings\": 12}", "u.json: headings is 12, expected 8 or 16" },
        { "{\"size\": \"2\"}", "u.json: size is \"2\", expected a number" },
        { "{\"size\": 2.5}", "u.json: size is 2.5, expected a whole number" },
        { "{\"size\": 65}", "u.json: size is 65, expected a number from 0 to 64" },
        { "{\"size\": null}", "u.json: size is null, expected a number" },
        { "{\"turn_radius\": 1e999}", "u.json:1: a number is too large" },
        { "{\"enter\": {\"lava\": 1}}",
          "u.json: enter.lava is not a terrain of this map that can be entered" },
        { "{\"enter\": {\"blocked\": 1}}",
          "u.json: enter.blocked is not a terrain of this map that can be entered" },
        { "{\"enter\": {\"road\": true}}", "u.json: enter.road is true or false, expected a number" },
        { "{\"enter\": [\"road\"]}", "u.json: enter is a list, expected an object" },
        { "{\"footprint\": {}}", "u.json: footprint is an object, expected {\"circle\": R}, {\"rect\": [L, "
                                 "W]} or {\"polygon\": [[A, S], ...]}" },
        { "{\"footprint\": {\"polygon\": [[1, 0], [0, 1]]}}",
          "u.json: footprint.polygon is a list, expected a list of 3 to 8 corners" },
        { "{\"footprint\": {\"polygon\": [[1, 0], [0, 1], [0]]}}",
          "u.json: footprint.polygon[2] is a list, expected a list of the tiles from the pose to the corner, "
          "ahead and to the right" },
        { "{\"footprint\": {\"circle\": 1, \"rect\": [1, 2]}}",
          "u.json: footprint is an object, expected {\"circle\": R}, {\"rect\": [L, W]} or {\"polygon\": "
          "[[A, S], ...]}" },
        { "{\"footprint\": {\"circle\": 1, \"at\": [1, 2]}}",
          "u.json: footprint is an object, expected {\"circle\": R}, {\"rect\": [L, W]} or {\"polygon\": "
          "[[A, S], ...]}" },
        { "{\"footprint\": {\"rect\": [2, 1], \"at\": 1}}",
          "u.json: footprint.at is 1, expected a list of the tiles from the pose to the middle, ahead and to "
          "the right" },
        { "{\"footprint\": {\"rect\": [1]}}",
          "u.json: footprint.rect is a list, expected a list of length and width" },
        { "{\"footprint\": {\"rect\": [1, \"x\"]}}",
          "u.json: footprint.rect[1] is \"x\", expected a number" },
        { "{\"reverse\": 1}", "u.json: reverse is 1, expected true or false" },
        { "{\"corners\": \"some\"}",
          "u.json: corners is \"some\", expected one of never, one, always, orthogonal" },
    };
    fw_map *map = DRAWN(field);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        fw_unit_def unit = fw_default_unit_def();
        const fw_unit_def before = unit;
        io_fault fault;
        assert_false(io_unit_read("u.json", units[i].text, strlen(units[i].text), map, &unit, &fault));
        assert_string_equal(fault.text, units[i].fault);
        assert_memory_equal(&unit, &before, sizeof unit);
    }
    fw_map_destroy(map);
}

#define SEGMENT "{\"x\": 1, \"y\": 2, \"heading\": 0, \"curvature\": 0, \"length\": 1, \"gear\": \"forward\"}"

TEST(each_way_to_spoil_a_path_has_its_own_message)
{
    static const bad_text paths[] = {
        { "{}", "p.json: this is not a path of fairway: it has no field \"fairway\"" },
        { "{\"fairway\": 2}", "p.json: fairway is 2, expected a number from 1 to 1" },
        { "{\"fairway\": 1}", "p.json: segments is missing, expected a list" },
        { "{\"fairway\": 1, \"segments\": [1]}", "p.json: segments[0] is 1, expected an object" },
        { "{\"fairway\": 1, \"segments\": [{}]}", "p.json: segments[0].x is missing, expected a number" },
        { "{\"fairway\": 1, \"segments\": [{\"x\": 1, \"y\": 2, \"heading\": 0, \"curvature\": 0, "
          "\"length\": -1}]}",
          "p.json: segments[0].length is -1, expected a number from 0 to 1.79769e+308" },
        { "{\"fairway\": 1, \"segments\": [{\"x\": 1, \"y\": 2, \"heading\": 0, \"curvature\": 0, "
          "\"length\": 1, "
          "\"gear\": \"up\"}]}",
          "p.json: segments[0].gear is \"up\", expected one of forward, reverse" },
        { "{\"fairway\": 1, \"segments\": []}",
          "p.json: result is missing, expected one of found, partial, "
          "nearest, unreachable, not_found, blocked, stale, gave_up, limit, illegal" },
        { "{\"fairway\": 1, \"segments\": [], \"result\": \"found\"}",
          "p.json: length is missing, expected a number" },
        { "{\"fairway\": 1, \"segments\": [" SEGMENT "], \"result\": \"found\", \"length\": null}",
          "p.json: length is null, expected a number" },
        { "{\"fairway\": 1, \"segments\": [], \"result\": \"found\", \"length\": null, \"method\": "
          "\"magic\"}",
          "p.json: method is \"magic\", expected the name of a method" },
        { "{\"fairway\": 1, \"segments\": [], \"result\": \"found\", \"length\": null, \"fixed_angles\": 12}",
          "p.json: fixed_angles is 12, expected 8 or 16" },
        { "{\"fairway\": 1, \"segments\": [], \"result\": \"found\", \"length\": null, \"violations\": []}",
          "p.json: violations is a list, expected an object" },
        { "{\"fairway\": 1, \"unit\": 3, \"segments\": []}", "p.json: unit is 3, expected an object" },
    };
    fw_map *map = DRAWN(field);
    fw_path *path = new_path();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        fw_unit_def unit = fw_default_unit_def();
        io_fault fault;
        assert_false(
            io_path_read("p.json", paths[i].text, strlen(paths[i].text), map, path, &unit, NULL, &fault));
        assert_string_equal(fault.text, paths[i].fault);
        int32_t count = -1;
        fw_path_segments(path, &count);
        assert_int_equal(count, 0);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(text_that_is_no_strict_json_is_refused)
{
    static const bad_text texts[] = {
        { "{\"size\": 01}", "u.json:1: this is not JSON" },
        { "{\"size\": 1.}", "u.json:1: this is not JSON" },
        { "{\"size\": .5}", "u.json:1: this is not JSON" },
        { "{\"size\": +1}", "u.json:1: this is not JSON" },
        { "{\"size\": 0x1}", "u.json:1: this is not JSON" },
        { "{\"size\": NaN}", "u.json:1: this is not JSON" },
        { "{\"size\": 1,}", "u.json:1: this is not JSON" },
        { "{'size': 1}", "u.json:1: this is not JSON" },
        { "{\"size\": 1} // one", "u.json:1: there is more text after the end of the JSON" },
        { "{\n\"si\tze\": 1}", "u.json:2: this is not JSON" },
        { "{\"si\x01ze\": 1}", "u.json:1: this is not JSON" },
        { "{\"corners\": \"\\q\"}", "u.json:1: this is not JSON" },
        { "{\"corners\": \"\xe9\"}", "u.json:1: this is not UTF-8" },         // Latin-1
        { "{\"corners\": \"\xc0\xaf\"}", "u.json:1: this is not UTF-8" },     // longer than need be
        { "{\"corners\": \"\xed\xa0\x80\"}", "u.json:1: this is not UTF-8" }, // half of a pair
        { "{\"corners\": \"\xf5\x80\x80\x80\"}", "u.json:1: this is not UTF-8" },
    };
    fw_map *map = DRAWN(field);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fw_unit_def unit = fw_default_unit_def();
        io_fault fault;
        assert_false(io_unit_read("u.json", texts[i].text, strlen(texts[i].text), map, &unit, &fault));
        assert_string_equal(fault.text, texts[i].fault);
    }
    fw_map_destroy(map);
}

TEST(impossible_stretches_survive_write_and_read)
{
    static const double stretches[] = { 0.1, 0.25, 1.0 / 3, 0.5 };
    const fw_segment line = { .start = { 0.5, 0.5, 0 }, .length = 1 };
    fw_map *map = DRAWN(field);
    fw_unit_def unit = unit_of_size(1);
    text written = { 0 };
    int32_t count = 0;
    fw_path *path = new_path();
    fw_path *back = new_path();
    assert_int_equal(fw_path_set(path, &line, 1, NULL), FW_OK);
    assert_int_equal(fw_path_set_impossible(path, stretches, 2), FW_OK);
    FILE *to = open_memstream(&written.bytes, &written.size);
    io_path_write(to, path, &(io_path_facts){ .map = map, .unit = &unit });
    fclose(to);
    assert_non_null(strstr(written.bytes, "\"impossible\": [[0.1, 0.25], [0.3333333333333333, 0.5]]"));
    free(written.bytes);
    static const char form[] = "{\"fairway\": 1, \"result\": \"found\", \"length\": 1, \"violations\": "
                               "{\"impossible\": %s}, \"segments\": [" SEGMENT "]}";
    char whole[512];
    int size = snprintf(whole, sizeof whole, form, "[[0.1, 0.25], [0.3333333333333333, 0.5]]");
    assert_true(io_path_read("p.json", whole, (size_t)size, map, back, &unit, NULL, NULL));
    assert_memory_equal(fw_path_impossible(back, &count), stretches, sizeof stretches);
    assert_int_equal(count, 2);
    static const bad_text spoiled[] = {
        { "[1]", "p.json: violations.impossible[0] is 1, expected a pair of distances along the path" },
        { "[[0, 1, 2]]",
          "p.json: violations.impossible[0] is a list, expected a pair of distances along the path" },
        { "[[0, \"1\"]]", "p.json: violations.impossible[0][1] is \"1\", expected a number" },
        { "[[0.5, 0.25]]", "p.json: violations.impossible is a list, expected pairs of distances along the "
                           "path, the smaller one first" },
        { "[[0.5, 1.5]]", "p.json: violations.impossible is a list, expected pairs of distances along the "
                          "path, the smaller one first" },
    };
    for (size_t i = 0; i < sizeof spoiled / sizeof *spoiled; i++) {
        io_fault fault;
        size = snprintf(whole, sizeof whole, form, spoiled[i].text);
        assert_false(io_path_read("p.json", whole, (size_t)size, map, back, &unit, NULL, &fault));
        assert_string_equal(fault.text, spoiled[i].fault);
    }
    fw_path_destroy(path);
    fw_path_destroy(back);
    fw_map_destroy(map);
}

TEST(text_that_is_no_utf8_is_written_as_replacement_characters)
{
    static const bad_text texts[] = {
        { "H\xc3\xb6hle", "\"H\xc3\xb6hle\"" },
        { "\xf0\x9f\x8c\xb2", "\"\xf0\x9f\x8c\xb2\"" },
        { "H\xf6hle", "\"H\\ufffdhle\"" },
        { "a\xc3", "\"a\\ufffd\"" },
        { "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"" },
        { "a\"b\\c\x01", "\"a\\\"b\\\\c\\u0001\"" },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text written = { 0 };
        FILE *to = open_memstream(&written.bytes, &written.size);
        json_writer json = json_writer_to(to);
        json_text(&json, texts[i].text);
        fclose(to);
        assert_string_equal(written.bytes, texts[i].fault);
        free(written.bytes);
    }
}

TEST(a_bomb_of_nested_lists_is_refused)
{
    const size_t depth = 200000;
    char *bomb = malloc(depth + 1);
    fw_map *map = DRAWN(field);
    fw_unit_def unit = fw_default_unit_def();
    io_fault fault;
    assert_non_null(bomb);
    memset(bomb, '[', depth);
    assert_false(io_unit_read("u.json", bomb, depth, map, &unit, &fault));
    assert_string_equal(fault.text, "u.json:1: this is nested too deeply");
    free(bomb);
    fw_map_destroy(map);
}

/// A path of one tile with these speeds.
static bool reads_with_speeds(const char *speeds, fw_path *path, io_fault *fault)
{
    static const char form[] =
        "{\"fairway\": 1, \"result\": \"found\", \"length\": 1, \"segments\": [" SEGMENT "], \"speed\": %s}";
    char whole[1024];
    fw_map *map = DRAWN(field);
    fw_unit_def unit = fw_default_unit_def();
    const int size = snprintf(whole, sizeof whole, form, speeds);
    const bool read = io_path_read("p.json", whole, (size_t)size, map, path, &unit, NULL, fault);
    fw_map_destroy(map);
    return read;
}

TEST(a_speed_profile_reads_back_and_is_refused_out_of_order)
{
    static const char *const spoiled[] = {
        "7",
        "[7]",
        "[{\"at\": 0, \"speed\": 1}]",
        "[{\"at\": 0, \"speed\": -1, \"time\": 0}]",
        "[{\"at\": 2, \"speed\": 1, \"time\": 0}]",
        "[{\"at\": 1, \"speed\": 1, \"time\": 0}, {\"at\": 0, \"speed\": 1, \"time\": 1}]",
        "[{\"at\": 0, \"speed\": 1, \"time\": 1}, {\"at\": 1, \"speed\": 1, \"time\": 0}]",
    };
    int32_t count = 0;
    io_fault fault;
    double time = 0.0;
    fw_path *path = new_path();
    assert_true(reads_with_speeds(
        "[{\"at\": 0, \"speed\": 0, \"time\": 0}, {\"at\": 1, \"speed\": 2, \"time\": 1}]", path, &fault));
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    assert_int_equal(count, 2);
    assert_true(samples[1].at == 1.0 && samples[1].speed == 2.0 && samples[1].time == 1.0);
    assert_int_equal(fw_path_speed_at(path, 0.25, NULL, &time), FW_OK);
    assert_true(time == 0.5);
    for (size_t i = 0; i < sizeof spoiled / sizeof *spoiled; i++) {
        assert_false(reads_with_speeds(spoiled[i], path, &fault));
        assert_non_null(strstr(fault.text, i < 4 ? "speed" : "its speeds do not make a speed profile"));
    }
    assert_true(reads_with_speeds("[]", path, &fault));
    assert_null(fw_path_speeds(path, &count));
    fw_path_destroy(path);
}

TEST(a_path_cut_off_anywhere_is_refused)
{
    static const char whole[] =
        "{\"fairway\": 1, \"result\": \"found\", \"length\": 1, \"segments\": [" SEGMENT "]}";
    fw_map *map = DRAWN(field);
    fw_unit_def unit = fw_default_unit_def();
    fw_path *path = new_path();
    for (size_t size = 0; size < sizeof whole - 1; size++)
        assert_false(io_path_read("p.json", whole, size, map, path, &unit, NULL, NULL));
    assert_true(io_path_read("p.json", whole, sizeof whole - 1, map, path, &unit, NULL, NULL));
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(durations_have_a_unit_and_no_exponent)
{
    static const struct {
        double us;
        const char *text;
    } cases[] = { { 0, "0.000 us" },      { 0.2134, "0.213 us" }, { 9.994, "9.99 us" },  { 9.996, "10.0 us" },
                  { 99.94, "99.9 us" },   { 999.4, "999 us" },    { 999.6, "1.00 ms" },  { 11770, "11.8 ms" },
                  { 1.1772e6, "1.18 s" }, { 95e6, "95.0 s" },     { 86400e6, "86400 s" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(io_duration(cases[i].us).text, cases[i].text);
}

TEST(sizes_have_a_unit_and_three_digits)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } cases[] = { { 0, "0 bytes" },         { 999, "999 bytes" }, { 1000, "1.00 kB" },
                  { 17326016, "17.3 MB" },  { 999499, "999 kB" }, { 999500, "1.00 MB" },
                  { 5000000000, "5.00 GB" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(io_size(cases[i].bytes).text, cases[i].text);
}
