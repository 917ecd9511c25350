#include "io/path_json.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "fairway/shape.h"
#include "io/frame_json.h"
#include "io/json_reader.h"
#include "io/json_writer.h"
#include "io/text.h"
#include "io/unit_json.h"
#include "io/unit_reader.h"

static const char *const gear_names[2] = { [FW_FORWARD] = "forward", [FW_REVERSE] = "reverse" };

static void write_violations(json_writer *json, const fw_path *path, const fw_violations *violations)
{
    int32_t count = 0;
    const double *impossible = fw_path_impossible(path, &count);
    json_pair_open(json, "violations", '{');
    json_pair_whole(json, "blocked", violations->blocked);
    json_pair_whole(json, "too_tight", violations->too_tight);
    json_pair_whole(json, "heading_jumps", violations->heading_jumps);
    json_pair_open(json, "impossible", '[');
    for (int32_t i = 0; i < count; i++) {
        json_open(json, '[');
        json_number(json, impossible[2 * i]);
        json_number(json, impossible[2 * i + 1]);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_rounds(json_writer *json, const io_path_facts *facts)
{
    json_pair_open(json, "turns", '{');
    json_pair_whole(json, "rounds", facts->turn_rounds);
    json_pair_whole(json, "lost_approaches", facts->lost_approaches);
    json_close(json, '}');
    json_break(json);
}

static void write_segments(json_writer *json, const fw_path *path)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    json_pair_open(json, "segments", '[');
    for (int32_t i = 0; i < count; i++) {
        json_break(json);
        json_open(json, '{');
        json_pair_number(json, "x", segments[i].start.x);
        json_pair_number(json, "y", segments[i].start.y);
        json_pair_number(json, "heading", segments[i].start.heading);
        json_pair_number(json, "curvature", segments[i].curvature);
        json_pair_number(json, "length", segments[i].length);
        json_pair_text(json, "gear", gear_names[segments[i].gear]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_speeds(json_writer *json, const fw_path *path)
{
    int32_t count = 0;
    const fw_speed_sample *speeds = fw_path_speeds(path, &count);
    json_pair_open(json, "speed", '[');
    for (int32_t i = 0; i < count; i++) {
        json_break(json);
        json_open(json, '{');
        json_pair_number(json, "at", speeds[i].at);
        json_pair_number(json, "speed", speeds[i].speed);
        json_pair_number(json, "time", speeds[i].time);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_length(json_writer *json, const fw_path_summary *summary)
{
    json_key(json, "length");
    if (summary->segment_count > 0)
        json_number(json, summary->length);
    else
        json_nothing(json);
    json_key(json, "cost");
    if (summary->segment_count > 0)
        json_number(json, summary->cost);
    else
        json_nothing(json);
}

static void write_pose(json_writer *json, const char *key, const fw_pose *pose)
{
    json_pair_open(json, key, '{');
    json_pair_number(json, "x", pose->x);
    json_pair_number(json, "y", pose->y);
    json_pair_number(json, "heading", pose->heading);
    json_close(json, '}');
}

/// Writes the steps of FW_HYBRID_STRICT that were taken, and where their searches ended.
static void write_steps(json_writer *json, const fw_hybrid_report *report)
{
    json_pair_open(json, "hybrid", '{');
    json_pair_whole(json, "failed_step", report->failed);
    if (report->has_a)
        write_pose(json, "a", &report->a);
    if (report->has_b)
        write_pose(json, "b", &report->b);
    if (report->has_gap) {
        write_pose(json, "repair_from", &report->from);
        write_pose(json, "repair_to", &report->to);
    }
    json_pair_open(json, "steps", '[');
    for (int32_t step = 1; step <= FW_HYBRID_STEPS; step++) {
        const fw_hybrid_step_report *did = &report->steps[step];
        if (did->result == FW_PENDING)
            continue;
        json_break(json);
        json_open(json, '{');
        json_pair_whole(json, "step", step);
        json_pair_text(json, "name", fw_hybrid_step_name((fw_hybrid_step)step));
        json_pair_bool(json, "succeeded", did->result == FW_OK);
        json_pair_whole(json, "expanded", (int64_t)did->expanded);
        json_pair_whole(json, "work", (int64_t)did->work);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
    json_break(json);
}

/// Writes the number of legs of a walk, or of segments of a path that comes in segments.
static void write_legs(json_writer *json, const io_path_facts *facts)
{
    json_pair_whole(json, "legs", (int64_t)facts->legs);
    if (facts->is_in_legs)
        json_pair_text(json, "leg_failure", fw_leg_failure_name(facts->leg_failure));
    if (facts->area_count)
        json_pair_texts(json, "areas", facts->areas, facts->area_count);
    if (facts->first_segment_us > 0)
        json_pair_number(json, "first_segment_us", 1e-3 * round(1e3 * facts->first_segment_us));
    json_break(json);
}

/// Writes which methods FW_AUTO has rejected, and why.
static void write_rejections(json_writer *json, const io_path_facts *facts)
{
    json_pair_open(json, "rejected", '[');
    for (int method = 0; method < FW_METHOD_COUNT; method++) {
        if (!(facts->rejected & FW_METHOD_BIT(method)))
            continue;
        json_break(json);
        json_open(json, '{');
        json_pair_text(json, "method", fw_method_name((fw_method)method));
        json_pair_text(json, "reason", fw_rejection_reason_name(facts->rejections[method].reason));
        json_pair_text(json, "text", facts->rejections[method].text);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_break(json);
}

void io_path_write(FILE *to, const fw_path *path, const io_path_facts *facts)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(path, &summary);
    json_writer json = json_writer_to(to);
    json_open(&json, '{');
    json_pair_whole(&json, "fairway", 1);
    if (facts->frame)
        io_frame_write(&json, facts->frame);
    json_pair_text(&json, "result", fw_outcome_name(summary.outcome));
    json_pair_text(&json, "method", fw_method_name(summary.method));
    json_pair_whole(&json, "map_version", (int64_t)summary.map_version);
    if (summary.fixed_angles)
        json_pair_whole(&json, "fixed_angles", summary.fixed_angles);
    if (summary.start_shift > 0)
        json_pair_number(&json, "start_shift", summary.start_shift);
    json_break(&json);
    json_key(&json, "unit");
    io_unit_write(&json, facts->map, facts->unit);
    json_break(&json);
    write_length(&json, &summary);
    json_pair_number(&json, "time_us", 1e-3 * round(1e3 * facts->time_us));
    json_pair_whole(&json, "expanded", (int64_t)facts->expanded);
    if (facts->level != FW_LEVEL_NONE)
        json_pair_text(&json, "level", fw_search_level_name(facts->level));
    if (facts->exhausted != FW_EXHAUSTED_NONE)
        json_pair_text(&json, "exhausted", fw_exhausted_name(facts->exhausted));
    if (facts->eased || facts->steering_stops) {
        json_pair_whole(&json, "eased", facts->eased);
        json_pair_whole(&json, "steering_stops", facts->steering_stops);
    }
    json_pair_texts(&json, "ignored", facts->ignored, facts->ignored_count);
    json_break(&json);
    write_violations(&json, path, &summary.violations);
    json_break(&json);
    if (facts->is_recalculated)
        write_rounds(&json, facts);
    if (facts->steps)
        write_steps(&json, facts->steps);
    if (facts->rejected)
        write_rejections(&json, facts);
    if (facts->why)
        io_explanation_write(&json, facts->why);
    if (facts->is_in_legs || facts->first_segment_us > 0)
        write_legs(&json, facts);
    write_segments(&json, path);
    json_break(&json);
    if (fw_path_speeds(path, NULL))
        json_pair_number(&json, "duration", fw_path_duration(path));
    write_speeds(&json, path);
    json_close(&json, '}');
    putc('\n', to);
}

static bool read_segment(const json_place *place, fw_segment *segment)
{
    if (!json_expect_object(place))
        return false;
    int gear = 0;
    const json_place gear_name = json_at(place, "gear");
    const bool read = json_number_at(place, "x", -DBL_MAX, DBL_MAX, &segment->start.x) &&
                      json_number_at(place, "y", -DBL_MAX, DBL_MAX, &segment->start.y) &&
                      json_number_at(place, "heading", -DBL_MAX, DBL_MAX, &segment->start.heading) &&
                      json_number_at(place, "curvature", -DBL_MAX, DBL_MAX, &segment->curvature) &&
                      json_number_at(place, "length", 0.0, DBL_MAX, &segment->length) &&
                      json_read_name(&gear_name, gear_names, 2, &gear);
    segment->gear = (fw_gear)gear;
    return read;
}

/// Reads the segments into a new list; `*segments` is null if there are none.
static bool read_segments(const json_place *list, fw_segment **segments, int32_t *count)
{
    *segments = NULL;
    *count = 0;
    if (!json_expect_list(list))
        return false;
    const size_t size = json_count(list);
    if (size == 0)
        return true;
    fw_segment *read = malloc(size * sizeof *read);
    if (!read)
        return io_fail(list->fault, "%s: there is not enough memory for its segments", list->file);
    for (size_t i = 0; i < size; i++) {
        const json_place place = json_item(list, i);
        if (!read_segment(&place, &read[i])) {
            free(read);
            return false;
        }
    }
    *count = (int32_t)size;
    *segments = read;
    return true;
}

static bool read_sample(const json_place *place, fw_speed_sample *sample)
{
    if (!json_expect_object(place))
        return false;
    return json_number_at(place, "at", 0.0, DBL_MAX, &sample->at) &&
           json_number_at(place, "speed", 0.0, DBL_MAX, &sample->speed) &&
           json_number_at(place, "time", 0.0, DBL_MAX, &sample->time);
}

/// Reads the speed profile, if there is one, into the path, which has its segments already.
static bool read_speeds(const json_place *list, fw_path *path)
{
    if (!list->value)
        return true;
    if (!json_expect_list(list))
        return false;
    const size_t size = json_count(list);
    fw_speed_sample *samples = malloc((size + 1) * sizeof *samples);
    if (!samples)
        return io_fail(list->fault, "%s: there is not enough memory for its speeds", list->file);
    bool read = true;
    for (size_t i = 0; read && i < size; i++) {
        const json_place place = json_item(list, i);
        read = read_sample(&place, &samples[i]);
    }
    const fw_result result = read ? fw_path_set_speeds(path, samples, (int32_t)size) : FW_OK;
    if (result != FW_OK)
        read = io_fail(list->fault, "%s: its speeds do not make a speed profile: %s", list->file,
                       fw_result_text(result));
    free(samples);
    return read;
}

/// Reads the impossible stretches into the path, which has its segments already.
static bool read_impossible(const json_place *list, fw_path *path)
{
    if (!list->value)
        return true;
    if (!json_expect_list(list))
        return false;
    const size_t size = json_count(list);
    double *stretches = malloc((2 * size + 1) * sizeof *stretches);
    if (!stretches)
        return io_fail(list->fault, "%s: there is not enough memory for its stretches", list->file);
    bool read = true;
    for (size_t i = 0; read && i < size; i++) {
        const json_place pair = json_item(list, i);
        const json_place from = json_item(&pair, 0), to = json_item(&pair, 1);
        read = json_count(&pair) == 2 ? json_read_number(&from, 0.0, DBL_MAX, &stretches[2 * i]) &&
                                            json_read_number(&to, 0.0, DBL_MAX, &stretches[2 * i + 1])
                                      : json_expected(&pair, "a pair of distances along the path");
    }
    const fw_result result = read ? fw_path_set_impossible(path, stretches, (int32_t)size) : FW_OK;
    if (result != FW_OK)
        read = json_expected(list, "pairs of distances along the path, the smaller one first");
    free(stretches);
    return read;
}

static bool read_outcome(const json_place *place, fw_outcome *outcome)
{
    enum { NAMES = FW_OUTCOME_COUNT - 1 }; // "none" is no result of a search
    const char *names[NAMES];
    for (int i = 0; i < NAMES; i++)
        names[i] = fw_outcome_name((fw_outcome)(i + 1));
    int index = 0;
    if (!json_read_name(place, names, NAMES, &index))
        return false;
    *outcome = (fw_outcome)(index + 1);
    return true;
}

static bool read_method(const json_place *place, fw_method *method)
{
    const char *name = NULL;
    if (!json_read_text(place, &name))
        return false;
    return fw_method_from_name(name, method) == FW_OK || json_expected(place, "the name of a method");
}

static bool read_counts(const json_place *object, fw_violations *violations)
{
    const struct {
        const char *key;
        int32_t *into;
    } counts[] = {
        { "blocked", &violations->blocked },
        { "too_tight", &violations->too_tight },
        { "heading_jumps", &violations->heading_jumps },
    };
    if (!json_expect_object(object))
        return false;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const json_place place = json_at(object, counts[i].key);
        int64_t count = 0;
        if (place.value && !json_read_whole(&place, 0, INT32_MAX, &count))
            return false;
        *counts[i].into = (int32_t)count;
    }
    return true;
}

/// Reads a length or a cost: a number, or null if there are no segments.
static bool read_amount(const json_place *place, bool has_segments, double *amount)
{
    *amount = 0.0;
    if (!has_segments && json_is_null(place->value))
        return true;
    return json_read_number(place, 0.0, DBL_MAX, amount);
}

/// Reads everything but segments and unit. Fields that only document a path (method, cost, ...) may be missing.
static bool read_claims(const json_place *top, bool has_segments, fw_path_summary *claimed)
{
    const json_place result = json_at(top, "result"), method = json_at(top, "method"),
                     version = json_at(top, "map_version"), angles = json_at(top, "fixed_angles"),
                     length = json_at(top, "length"), cost = json_at(top, "cost"),
                     violations = json_at(top, "violations");
    int64_t number = 0;
    if (!read_outcome(&result, &claimed->outcome) ||
        (method.value && !read_method(&method, &claimed->method)) ||
        (version.value && !json_read_whole(&version, 0, INT64_C(1) << 53, &number)))
        return false;
    claimed->map_version = (uint64_t)number;
    if (angles.value) {
        if (!json_read_whole(&angles, 8, 16, &number) || (number != 8 && number != 16))
            return json_expected(&angles, "8 or 16");
        claimed->fixed_angles = (int32_t)number;
    }
    if (!read_amount(&length, has_segments, &claimed->length))
        return false;
    claimed->cost = claimed->length;
    return (!cost.value || read_amount(&cost, has_segments, &claimed->cost)) &&
           (!violations.value || read_counts(&violations, &claimed->violations));
}

/// Turns a path that has a frame, and its unit, from metres into tiles.
static bool turn_into_tiles(const json_place *top, const fw_map *map, fw_path *path, fw_unit_def *unit)
{
    const json_place place = json_at(top, "frame");
    fw_frame frame;
    if (!place.value)
        return true;
    if (!io_frame_read(&place, fw_map_height(map), &frame))
        return false;
    const bool has_unit = json_at(top, "unit").value;
    return (fw_frame_path_to_tiles(&frame, path) == FW_OK &&
            (!has_unit || fw_frame_unit_to_tiles(&frame, unit) == FW_OK)) ||
           io_fail(top->fault, "%s: its numbers are too large for its frame", top->file);
}

static bool read_path(const json_place *top, const fw_map *map, fw_path *path, fw_unit_def *unit)
{
    if (!json_expect_object(top))
        return false;
    const json_place format = json_at(top, "fairway");
    if (!format.value)
        return io_fail(top->fault, "%s: this is not a path of fairway: it has no field \"fairway\"",
                       top->file);
    const json_place list = json_at(top, "segments"), speeds = json_at(top, "speed"),
                     unit_place = json_at(top, "unit");
    fw_segment *segments = NULL;
    int32_t count = 0;
    int64_t number = 0;
    fw_path_summary claimed = { 0 };
    if (!json_read_whole(&format, 1, 1, &number) ||
        (unit_place.value && !json_read_unit(&unit_place, map, unit)) ||
        !read_segments(&list, &segments, &count))
        return false;
    bool read = read_claims(top, count > 0, &claimed);
    if (read) {
        const fw_result result = fw_path_set(path, segments, count, &claimed);
        if (result != FW_OK)
            read = io_fail(top->fault, "%s: its segments do not make a path: %s", top->file,
                           fw_result_text(result));
    }
    const json_place violations = json_at(top, "violations"), impossible = json_at(&violations, "impossible");
    read = read && read_impossible(&impossible, path) && read_speeds(&speeds, path) &&
           turn_into_tiles(top, map, path, unit);
    free(segments);
    return read;
}

bool io_path_read(const char *name, const char *bytes, size_t size, const fw_map *map, fw_path *path,
                  fw_unit_def *unit, bool *has_cost, io_fault *fault)
{
    json_t *value = json_parse(name, bytes, size, fault);
    if (!value)
        return false;
    fw_unit_def read_unit = *unit;
    const json_place top = json_top(name, value, fault);
    const bool read = read_path(&top, map, path, &read_unit);
    if (read && has_cost)
        *has_cost = json_at(&top, "cost").value != NULL;
    json_decref(value);
    if (read)
        *unit = read_unit;
    return read;
}

bool io_path_load(const char *file, const fw_map *map, fw_path *path, fw_unit_def *unit, bool *has_cost,
                  io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!io_load(file, IO_PATH_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool read = io_path_read(file, bytes, size, map, path, unit, has_cost, fault);
    free(bytes);
    return read;
}
