#include "fairway/check.h"

#include <math.h>
#include <stdio.h>

#include "command.h"
#include "complain.h"
#include "goals.h"
#include "io/frame_json.h"
#include "io/json_writer.h"
#include "io/scene.h"
#include "job.h"
#include "metres.h"
#include "outputs.h"
#include "places.h"
#include "request.h"
#include "terminal.h"

static const char *const fault_names[FW_FAULT_COUNT] = {
    [FW_FAULT_NONE] = "none",           [FW_FAULT_BLOCKED] = "blocked",
    [FW_FAULT_POSITION] = "position",   [FW_FAULT_HEADING] = "heading_jump",
    [FW_FAULT_TOO_TIGHT] = "too_tight", [FW_FAULT_GEAR] = "gear",
    [FW_FAULT_CORNER] = "corner",       [FW_FAULT_FORBIDDEN] = "forbidden",
    [FW_FAULT_ANGLE] = "angle",         [FW_FAULT_START] = "start",
    [FW_FAULT_GOAL] = "goal",           [FW_FAULT_LENGTH] = "length",
    [FW_FAULT_COST] = "cost",           [FW_FAULT_STALE] = "stale",
    [FW_FAULT_TREE] = "tree",           [FW_FAULT_STEERING] = "steering",
};

/// What is told of a path.
typedef struct told {
    fw_check_report report; ///< with --metres, in metres
    const job *work;
} told;

static told told_of(const job *work, const fw_check_report *report)
{
    told told = { .report = *report, .work = work };
    fw_pose first = { report->first_x, report->first_y, 0 };
    pose_from_tiles(work, &first);
    told.report.first_x = first.x;
    told.report.first_y = first.y;
    told.report.first_at = length_from_tiles(work, report->first_at);
    told.report.length = length_from_tiles(work, report->length);
    told.report.cost = length_from_tiles(work, report->cost);
    return told;
}

static bool has_tile(const fw_check_report *report)
{
    return report->first == FW_FAULT_BLOCKED || report->first == FW_FAULT_CORNER ||
           report->first == FW_FAULT_FORBIDDEN;
}

static void write_first(json_writer *json, const fw_check_report *report)
{
    json_key(json, "first");
    if (report->legal || report->first == FW_FAULT_NONE) {
        json_nothing(json);
        return;
    }
    json_open(json, '{');
    json_pair_text(json, "fault", fault_names[report->first]);
    json_pair_text(json, "text", fw_fault_text(report->first));
    json_pair_whole(json, "segment", report->first_segment);
    json_pair_number(json, "at", report->first_at);
    json_pair_number(json, "x", report->first_x);
    json_pair_number(json, "y", report->first_y);
    if (has_tile(report)) {
        json_pair_open(json, "tile", '[');
        json_whole(json, report->first_tile_x);
        json_whole(json, report->first_tile_y);
        json_close(json, ']');
    }
    json_close(json, '}');
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    const told *told = what;
    const fw_check_report *report = &told->report;
    json_writer json = json_writer_to(to);
    (void)fault;
    json_open(&json, '{');
    json_pair_whole(&json, "fairway", 1);
    if (told->work->metres)
        io_frame_write(&json, told->work->metres);
    json_pair_bool(&json, "legal", report->legal);
    json_pair_number(&json, "length", report->length);
    json_pair_number(&json, "cost", report->cost);
    if (report->steering_stops)
        json_pair_whole(&json, "steering_stops", report->steering_stops);
    json_break(&json);
    json_pair_open(&json, "faults", '{');
    for (int kind = 1; kind < FW_FAULT_COUNT; kind++)
        json_pair_whole(&json, fault_names[kind], report->faults[kind]);
    json_close(&json, '}');
    json_break(&json);
    write_first(&json, report);
    json_close(&json, '}');
    putc('\n', to);
    return true;
}

static void tell_first(const char *file, const told *told)
{
    const fw_check_report *report = &told->report;
    char tile[48] = "";
    if (has_tile(report))
        snprintf(tile, sizeof tile, " at tile %d,%d", report->first_tile_x, report->first_tile_y);
    if (report->first_segment < 0)
        complain("%s is illegal: %s", file, fw_fault_text(report->first));
    else
        complain("%s is illegal: %s%s, in segment %d, %.6g%s along the path, body centre at %.6g,%.6g%s",
                 file, fw_fault_text(report->first), tile, report->first_segment,
                 1e-6 * round(1e6 * report->first_at), length_word(told->work), report->first_x,
                 report->first_y, length_unit(told->work));
}

static void print_counts(const fw_check_report *report)
{
    for (int kind = 1; kind < FW_FAULT_COUNT; kind++)
        if (report->faults[kind])
            printf("%6d x %s\n", report->faults[kind], fw_fault_text((fw_fault)kind));
    if (report->steering_stops)
        printf("%6d x must stand to turn its wheels\n", report->steering_stops);
}

/// Prints what was judged, and how often each rule is broken.
static void print_details(const told *told, const fw_path *path, const fw_check_def *def)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(path, &summary);
    printf("judged: %d segments against the map%s%s%s%s; cost %s\n", (int)summary.segment_count,
           def->overlay ? ", the overlay" : "", def->tree_count > 0 ? ", the trees" : "",
           def->has_start ? ", the start" : "", def->has_goal ? ", the goal" : "",
           def->check_cost ? "as the file claims" : "not claimed by the file");
    printf("rules broken:%s\n", told->report.legal ? " none" : "");
    print_counts(&told->report);
}

static bool draw(const options *given, const job *work, const fw_path *path, const fw_check_def *def,
                 const fw_check_report *report)
{
    fw_pose start = { 0 };
    fw_pose goal = { 0 };
    fw_path_pose_at(path, 0.0, &start);
    fw_path_pose_at(path, fw_path_length(path), &goal);
    const io_picture picture = {
        .map = work->map,
        .unit = &work->def,
        .path = path,
        .has_start = true,
        .has_goal = true,
        .start = start,
        .goal = goal,
        .overlay = work->overlay,
        .changes = &work->changes,
        .trees = def->trees,
        .tree_count = def->tree_count,
        .resolution = picture_resolution(work),
        .title = report->legal ? "legal" : fw_fault_text(report->first),
    };
    return write_pictures(given, &picture);
}

/// Reads --from, --to, --within and --goal-tolerance, which the path must satisfy.
///
/// @param[out] all  the goals, to which `def` points
/// @return false after an error message
static bool expect_places(const options *given, const job *work, goals *all, fw_check_def *def)
{
    fw_request asked = fw_default_request();
    io_place start;
    if (given->from) {
        if (!place_read(work, "--from", io_span_of(given->from), &start) ||
            complain_unless_on_map(work, "the start", &start))
            return false;
        def->has_start = true;
        def->start = io_place_pose(&start, work->def.size);
        if (given->start_slack >= 0.0)
            def->start_slack = length_to_tiles(work, given->start_slack);
    }
    if (!given->to)
        return (given->within <= 0 || complain("--within needs --to X,Y[,DEG]")) &&
               (!given->goal_tolerance || complain("--goal-tolerance needs --to X,Y[,DEG]"));
    if (!goals_read(given, work, all))
        return false;
    for (int32_t i = 0; i < all->count; i++)
        if (complain_unless_on_map(work, "the goal", &all->places[i]))
            return false;
    goals_ask(given, work, all, &asked);
    def->has_goal = true;
    def->goal = asked.goal;
    return true;
}

/// Judges the path. Returns the exit status.
static int judge(const options *given, const job *work, const io_scene *trees, const fw_path *path,
                 bool has_cost)
{
    const char *file = given->arguments[1];
    fw_check_report report = { 0 };
    fw_check_def def = fw_default_check_def();
    goals all;
    def.overlay = work->overlay;
    def.trees = trees->trees;
    def.tree_count = trees->count;
    def.check_cost = has_cost;
    if (!expect_places(given, work, &all, &def))
        return EXIT_BAD;
    fw_path_summary summary = { 0 };
    fw_path_summarise(path, &summary);
    if (summary.segment_count == 0) {
        const told nothing = told_of(work, &report);
        if (!write_file(given->json, write_json, &nothing))
            return EXIT_BAD;
        complain("%s holds no path: its result is %s", file, fw_outcome_name(summary.outcome));
        return EXIT_NO_PATH;
    }
    const fw_result result = fw_path_check(work->map, work->unit, path, &def, &report);
    if (result != FW_OK) {
        complain("%s cannot be checked: %s", file, fw_result_text(result));
        return EXIT_BAD;
    }
    const told told = told_of(work, &report);
    if (!draw(given, work, path, &def, &report) || !write_file(given->json, write_json, &told))
        return EXIT_BAD;
    if (!report.legal)
        tell_first(file, &told);
    else if (wants_summary(given))
        printf("%slegal%s: length %.6g%s, cost %.6g%s, %d segment%s\n", ink_on(stdout, INK_GOOD),
               ink_off(stdout, INK_GOOD), told.report.length, length_unit(work), told.report.cost,
               length_unit(work), summary.segment_count, summary.segment_count == 1 ? "" : "s");
    if (given->verbose && wants_summary(given))
        print_details(&told, path, &def);
    return report.legal ? EXIT_DONE : EXIT_NO_PATH;
}

int run_check(const options *given)
{
    job work;
    fw_path *path = NULL;
    io_scene trees = { 0 };
    fw_unit_def unit = fw_default_unit_def();
    bool has_cost = false;
    io_fault fault;
    int status = EXIT_BAD;
    if (!outputs_fit(given))
        return EXIT_BAD;
    if (job_open(given, NULL, &work)) {
        work.method = FW_ON_DEMAND; // nothing is searched: no tables
        if (fw_path_create(NULL, &path) != FW_OK)
            complain("%s", fw_result_text(FW_NO_MEMORY));
        else if (!io_path_load(given->arguments[1], work.map, path, &unit, &has_cost, &fault) ||
                 (given->trees && !io_trees_load(given->trees, &trees, &fault)))
            complain("%s", fault.text);
        else if (job_add_unit(given, &unit, &work))
            status = judge(given, &work, &trees, path, has_cost);
        io_scene_free(&trees);
        fw_path_destroy(path);
    }
    job_close(&work);
    return status;
}
