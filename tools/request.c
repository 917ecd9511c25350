#include "request.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "metres.h"
#include "shown.h"
#include "speed_options.h"
#include "stopwatch.h"
#include "unit_options.h"
#include "wall_cost.h"

static void set_shape(const options *given, fw_request *request)
{
    if (given->pre_smooth != NOT_CHOSEN)
        request->pre_smooth = (fw_pre_smooth)given->pre_smooth;
    if (given->smooth != NOT_CHOSEN)
        request->smoothing = (fw_smoothing)given->smooth;
    if (given->turns != NOT_CHOSEN)
        request->turns = (fw_turns)given->turns;
    if (given->roads != NOT_CHOSEN)
        request->roads = (fw_roads)given->roads;
    if (given->fixed_angles != NOT_CHOSEN)
        request->fixed_angles = given->fixed_angles ? 16 : 8;
    request->keep_right = given->keep_right;
}

static void set_limits(const options *given, const job *work, fw_request *request)
{
    request->max_work = (uint64_t)given->max_work;
    request->max_time_us = (uint64_t)given->max_time;
    request->max_distance = length_to_tiles(work, given->max_distance);
    request->partial = given->max_work || given->max_time || given->max_distance > 0.0;
    request->nearest = given->nearest;
    if (given->nearest_tolerance >= 0.0)
        request->nearest_tolerance = length_to_tiles(work, given->nearest_tolerance);
    if (given->start_slack >= 0.0)
        request->start_slack = length_to_tiles(work, given->start_slack);
    request->allow_violations = given->allow_violations;
}

bool request_from_options(const options *given, job *work, fw_request *request)
{
    if (!speeds_from_options(given, work->map, &work->speeds))
        return false;
    if (work->metres)
        fw_frame_speeds_to_tiles(work->metres, &work->speeds);
    *request = fw_default_request();
    request->unit = work->unit;
    request->method = work->method;
    request->allow_longer = given->allow_longer;
    request->areas = work->areas;
    request->methodical = given->methodical;
    request->refine = (uint64_t)given->refine;
    request->fewer_bends = given->fewer_bends;
    request->sample_step = length_to_tiles(work, given->sample_step);
    request->bend_cost = length_to_tiles(work, given->bend_cost);
    request->fastest = given->fastest ? &work->speeds : NULL;
    request->turn_charge = length_to_tiles(work, given->turn_charge);
    request->cluster = (int32_t)given->cluster;
    request->segment = (int32_t)given->segment;
    request->dominance = dominance_from_options(given);
    request->placement = placement_from_options(given);
    if (given->weight > 0.0)
        request->weight = given->weight;
    if (given->headings != NOT_CHOSEN)
        request->headings = given->headings ? 16 : 8;
    if (given->heuristic != NOT_CHOSEN)
        request->heuristic = (fw_heuristic)given->heuristic;
    set_limits(given, work, request);
    set_shape(given, request);
    return true;
}

void request_smooth(const options *given, const job *work, fw_request *request)
{
    const bool keeps_directions = work->def.corners == FW_CORNERS_ORTHOGONAL && work->def.turn_radius == 0;
    if (given->smooth == NOT_CHOSEN && !keeps_directions)
        request->smoothing = FW_SMOOTH_AUTO;
}

bool request_place_is_on_map(const job *work, const io_place *place)
{
    const fw_pose at = io_place_pose(place, work->def.size), *pose = &at;
    const double width = fw_map_width(work->map);
    const double height = fw_map_height(work->map);
    if (place->is_anchor && (place->x < 0.0 || place->y < 0.0 || place->x >= width || place->y >= height))
        return false;
    return pose->x >= 0.0 && pose->y >= 0.0 && pose->x <= width && pose->y <= height;
}

/// A place in what the output is in.
static fw_pose told_place(const job *work, const io_place *place)
{
    fw_pose told = { place->x, place->y, 0 };
    pose_from_tiles(work, &told);
    return told;
}

/// The corner of the map in a direction from its middle, in metres.
static fw_pose corner_in_metres(const job *work, bool is_right, bool is_upper)
{
    fw_pose corner = { is_right ? fw_map_width(work->map) : 0, is_upper ? 0 : fw_map_height(work->map), 0 };
    pose_from_tiles(work, &corner);
    return corner;
}

static void complain_off_map(const job *work, const char *what, const io_place *place)
{
    const int32_t width = fw_map_width(work->map), height = fw_map_height(work->map);
    const fw_pose centre = io_place_pose(place, work->def.size);
    const fw_pose told = told_place(work, place);
    const bool is_tile_of_map =
        place->is_anchor && place->x >= 0.0 && place->y >= 0.0 && place->x < width && place->y < height;
    if (is_tile_of_map)
        complain("%s lies outside the map, which has %d x %d tiles: a unit of size %d at tile %.10g,%.10g "
                 "has its centre "
                 "at %.10g,%.10g",
                 what, width, height, work->def.size, place->x, place->y, centre.x, centre.y);
    else if (work->metres) {
        const fw_pose low = corner_in_metres(work, false, false), high = corner_in_metres(work, true, true);
        complain("%s %.10g,%.10g m lies outside the map, whose corners are %.10g,%.10g and %.10g,%.10g m",
                 what, told.x, told.y, low.x, low.y, high.x, high.y);
    } else
        complain("%s %.10g,%.10g lies outside the map, which has %d x %d tiles", what, told.x, told.y, width,
                 height);
}

bool complain_unless_on_map(const job *work, const char *what, const io_place *place)
{
    const int32_t size = work->def.size;
    const fw_pose centre = io_place_pose(place, size), told = told_place(work, place);
    const double column = floor(centre.x - 0.5 * size + 0.5), row = floor(centre.y - 0.5 * size + 0.5);
    if (!request_place_is_on_map(work, place))
        complain_off_map(work, what, place);
    else if (column < 0 || row < 0 || column >= fw_map_width(work->map) || row >= fw_map_height(work->map))
        complain("%s %.10g,%.10g%s is too near to the border of the map: the square of a unit of size %d "
                 "would begin "
                 "at tile %.0f,%.0f",
                 what, told.x, told.y, length_unit(work), size, column, row);
    else
        return false;
    return true;
}

/// Fills `window` with the job's overlay and a corridor: the anchors whose whole square lies within the side x side
/// tiles around a point.
static fw_result set_window(const job *work, fw_overlay *window, double x, double y, int64_t side)
{
    const int32_t size = work->def.size;
    fw_overlay_clear(window);
    if (side < size)
        return FW_BAD_SIZE;
    if (!io_overlay_apply(&work->changes, window, NULL) || wall_cost_apply(work, window) != FW_OK)
        return FW_NO_MEMORY;
    const double half = 0.5 * (double)side - 0.5;
    const int32_t anchors = (int32_t)side - size + 1;
    return fw_overlay_corridor(window, (int32_t)floor(x - half), (int32_t)floor(y - half), anchors, anchors);
}

fw_result request_places(const options *given, const job *work, const io_place *start, const io_place *goal,
                         fw_overlay *window, fw_request *request)
{
    const fw_pose end = io_place_pose(goal, work->def.size);
    request->start = io_place_pose(start, work->def.size);
    request->goal = goal->has_heading ? fw_goal_pose(end) : fw_goal_at(end.x, end.y);
    if (!request_place_is_on_map(work, start) || !request_place_is_on_map(work, goal))
        return FW_OUT_OF_BOUNDS;
    request->overlay = window ? window : work->overlay;
    return !window ? FW_OK
                   : set_window(work, window, 0.5 * (request->start.x + end.x),
                                0.5 * (request->start.y + end.y), given->window);
}

/// Expansions of each step, unless --slice gives another number: with --segment, and if the progress is shown.
enum { SEGMENT_SLICE = 64, SHOWN_SLICE = 1 << 16 };

static fw_result run_in_slices(uint64_t slice, fw_planner *planner, const fw_request *request, fw_path *path,
                               fw_statistics *statistics, double *first_us, progress *bar)
{
    const double began = stopwatch_us();
    fw_search *search = NULL;
    fw_result result = fw_search_begin(planner, request, &search);
    if (result != FW_OK)
        return result;
    do {
        result = fw_search_step(search, slice);
        fw_search_statistics(search, statistics);
        if (first_us && request->segment && statistics->legs > 0 && *first_us == 0)
            *first_us = stopwatch_us() - began;
        if (bar)
            progress_show(bar, (size_t)statistics->expanded, bar->total);
    } while (result == FW_PENDING);
    if (has_path(result))
        result = fw_search_best_so_far(search, path);
    fw_search_statistics(search, statistics);
    fw_search_end(search);
    return result;
}

fw_result request_run(const options *given, fw_planner *planner, const fw_request *request, fw_path *path,
                      fw_statistics *statistics, double *first_us, progress *bar)
{
    const bool is_shown = bar && bar->is_drawn;
    *statistics = (fw_statistics){ 0 };
    if (first_us)
        *first_us = 0;
    if (given->slice || given->segment || is_shown) {
        const uint64_t slice = given->slice     ? (uint64_t)given->slice
                               : given->segment ? SEGMENT_SLICE
                                                : SHOWN_SLICE;
        return run_in_slices(slice, planner, request, path, statistics, first_us, bar);
    }
    const fw_result result = fw_find_path(planner, request, path);
    fw_planner_statistics(planner, statistics);
    return result;
}

void complain_of_request(const job *work, const fw_request *request, const char *where, fw_result result)
{
    const fw_refusal why = fw_request_refusal(work->map, request);
    if (why.result == result)
        complain_of_refusal(where, &why);
    else
        complain("%s%s%s", where ? where : "", where ? ": " : "", fw_result_text(result));
}

/// True if neither the search, which the command line names, nor what shapes its path knows the turning radius. (The
/// radius still decides which paths are legal.)
static bool ignores_radius(const job *work, const fw_request *request)
{
    const bool is_on_grid =
        work->method != FW_AUTO && work->method != FW_HIERARCHY && work->method < FW_DIRECTIONAL;
    const bool is_bent = request->smoothing == FW_SMOOTH_AUTO || request->smoothing == FW_SMOOTH_CURVED ||
                         request->turns != FW_TURNS_NONE || request->pre_smooth != FW_PRE_SMOOTH_NONE ||
                         request->roads != FW_ROADS_NONE || request->keep_right;
    return work->def.turn_radius > 0 && is_on_grid && !is_bent;
}

static void note_ignored(ignored_options *ignored, const char *field)
{
    ignored->words[ignored->count++] = option_of_field(field);
}

/// True if an option shapes the clusters that a picture is to show, whatever the method.
static bool is_shown(const options *given, const char *field)
{
    return given->show == SHOW_CLUSTERS &&
           (strcmp(field, "cluster") == 0 || strcmp(field, "dominance") == 0 ||
            strcmp(field, "placement") == 0);
}

bool request_ignored(const options *given, const job *work, const fw_request *request,
                     ignored_options *ignored)
{
    const char *fields[MOST_IGNORED - 3];
    const bool is_named = work->method != FW_AUTO && work->method != FW_GRID;
    const int32_t count = fw_request_ignored(work->map, request, fields, MOST_IGNORED - 3);
    ignored->count = 0;
    for (int32_t i = 0; i < count; i++) {
        if (is_shown(given, fields[i]))
            continue;
        note_ignored(ignored, fields[i]);
        const char *word = ignored->words[ignored->count - 1].text;
        if (is_named && options_has(given, word))
            return complain("--%s has no effect on this unit with method %s", word,
                            fw_method_name(work->method));
    }
    if (ignores_radius(work, request))
        note_ignored(ignored, "turn_radius");
    if (given->sample_step > 0 && request->smoothing != FW_SMOOTH_SIMPLE_SAMPLED)
        note_ignored(ignored, "sample_step");
    if (given->nearest_tolerance >= 0 && !given->nearest)
        note_ignored(ignored, "nearest_tolerance");
    return true;
}

void ignored_names(const ignored_options *ignored, const char *names[MOST_IGNORED])
{
    for (int i = 0; i < ignored->count; i++)
        names[i] = ignored->words[i].text;
}

void print_ignored(const ignored_options *ignored)
{
    for (int i = 0; i < ignored->count; i++)
        printf("ignored: --%s has no effect here\n", ignored->words[i].text);
}

bool is_answer(fw_result result)
{
    return result == FW_OK || outcome_of(result) != FW_OUTCOME_NONE;
}

bool has_path(fw_result result)
{
    return result == FW_OK || result == FW_ILLEGAL;
}

fw_outcome outcome_of(fw_result result)
{
    switch (result) {
    case FW_UNREACHABLE:
        return FW_OUTCOME_UNREACHABLE;
    case FW_NOT_FOUND:
        return FW_OUTCOME_NOT_FOUND;
    case FW_LIMIT:
        return FW_OUTCOME_LIMIT;
    case FW_START_BLOCKED:
    case FW_GOAL_BLOCKED:
        return FW_OUTCOME_BLOCKED;
    case FW_GAVE_UP:
        return FW_OUTCOME_GAVE_UP;
    case FW_STALE:
        return FW_OUTCOME_STALE;
    case FW_ILLEGAL:
        return FW_OUTCOME_ILLEGAL;
    default:
        return FW_OUTCOME_NONE;
    }
}

ink outcome_ink(fw_outcome outcome)
{
    switch (outcome) {
    case FW_OUTCOME_FOUND:
        return INK_GOOD;
    case FW_OUTCOME_PARTIAL:
    case FW_OUTCOME_NEAREST:
        return INK_POOR;
    default:
        return INK_BAD;
    }
}

void complain_of_violations(const fw_path *path)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(path, &summary);
    const fw_violations *broken = &summary.violations;
    const struct {
        int32_t count;
        const char *what;
    } kinds[] = { { broken->blocked, "blocked" },
                  { broken->too_tight, "too tight" },
                  { broken->heading_jumps, "heading jumps" },
                  { broken->impossible, "impossible" } };
    char text[96] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].count > 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %d", used ? ", " : "",
                                     kinds[i].what, kinds[i].count);
    complain("the path breaks rules of the unit (--allow-violations accepts it): %s", text);
}
