#include "batch/query_work.h"

#include <math.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/random.h"
#include "batch/fingerprint.h"
#include "batch/study_map.h"
#include "fairway/check.h"
#include "fairway/place.h"

static bool add_unit(query_work *own, int32_t unit, int32_t method, io_fault *fault)
{
    const study *asked = own->asked;
    const fw_request *request = &asked->methods[method].request;
    fw_unit_id *id = &own->units[unit * asked->method_count + method];
    fw_unit_def def = own->defs[unit];
    def.methods = FW_METHOD_BIT(request->method);
    fw_result result = fw_map_add_unit(own->map, &def, id);
    if (result == FW_OK)
        result = fw_map_prepare(own->map, *id, request->method);
    if (result == FW_OK && request->allow_longer)
        result = fw_map_prepare(own->map, *id, FW_HIERARCHY);
    if (result == FW_OK)
        result = fw_map_unit(own->map, *id, &def);
    own->defs[unit].size = def.size;
    return result == FW_OK ||
           io_fail(fault, "%s: the unit %s with method %s: %s", asked->maps[own->map_index].name,
                   asked->units[unit].name, asked->methods[method].name, fw_result_text(result));
}

bool query_prepare(void *user, int32_t stage, io_fault *fault)
{
    query_work *own = user;
    const study *asked = own->asked;
    own->map_index = stage;
    own->units = calloc((size_t)asked->unit_count * (size_t)asked->method_count, sizeof *own->units);
    own->defs = calloc((size_t)asked->unit_count, sizeof *own->defs);
    if (!own->units || !own->defs)
        return io_fail_without_memory(fault, asked->file);
    if (!study_map_make(&asked->maps[stage], &own->map, fault))
        return false;
    for (int32_t unit = 0; unit < asked->unit_count; unit++) {
        if (!study_unit_read(asked, unit, own->map, &own->defs[unit], fault))
            return false;
        for (int32_t method = 0; method < asked->method_count; method++)
            if (!add_unit(own, unit, method, fault))
                return false;
    }
    return true;
}

bool query_begin(void *user)
{
    enum { KEPT_BYTES = 1 << 18 }; // there may be many workers, and a large map
    query_work *own = user;
    if (own->path)
        return true; // by query_warm_up()
    fw_planner_def def = fw_default_planner_def();
    def.kept_bytes = KEPT_BYTES;
    return fw_planner_create(own->map, &def, &own->planner) == FW_OK &&
           fw_path_create(NULL, &own->path) == FW_OK;
}

/// What a planner keeps from query to query is found out here if the queries are so many that it takes less time than
/// they save: those of one long query for each 256 x 256 tiles.
static void query_warm_up(void *user)
{
    enum { TILES_OF_QUERY = 1 << 16 };
    query_work *own = user;
    const study *asked = own->asked;
    const uint64_t pairs = (uint64_t)asked->unit_count * (uint64_t)asked->method_count;
    const uint64_t jobs = asked->starts[own->map_index + 1] - asked->starts[own->map_index];
    const uint64_t tiles = (uint64_t)fw_map_width(own->map) * (uint64_t)fw_map_height(own->map);
    if (jobs / pairs * TILES_OF_QUERY < tiles || !query_begin(own))
        return;
    for (uint64_t pair = 0; pair < pairs; pair++)
        fw_planner_prepare(own->planner, own->units[pair],
                           asked->methods[pair % (uint64_t)asked->method_count].request.method);
}

void query_close(query_work *own)
{
    fw_path_destroy(own->path);
    fw_planner_destroy(own->planner);
    fw_map_destroy(own->map);
    free(own->units);
    free(own->defs);
    *own = (query_work){ .asked = own->asked };
}

/// The source of a query, and its number there.
static const study_queries *source_of(const study *asked, const study_job *place, uint64_t *number)
{
    const study_queries *source = asked->queries;
    *number = place->query;
    for (;; source++) {
        if (source->map >= 0 && source->map != place->map)
            continue;
        if (*number < source->count)
            return source;
        *number -= source->count;
    }
}

/// The two places of pair `number`: all pairs from the first place, then those from the second, and so on.
static void pair_of(const study_queries *source, uint64_t number, const study_place **from,
                    const study_place **to)
{
    const uint64_t others = (uint64_t)source->place_count - 1;
    const uint64_t start = number / others, goal = number % others;
    *from = &source->places[start];
    *to = &source->places[goal + (goal >= start)];
}

void query_places(const study *asked, const study_job *place, const char **from, const char **to)
{
    uint64_t number = 0;
    const study_queries *source = source_of(asked, place, &number);
    const study_place *start = NULL, *goal = NULL;
    *from = *to = NULL;
    if (source->kind != QUERIES_PAIRS)
        return;
    pair_of(source, number, &start, &goal);
    *from = start->name;
    *to = goal->name;
}

/// True if all units of the study can stand at an anchor tile with this heading.
static bool all_stand(const query_work *own, const io_place *place)
{
    for (int32_t unit = 0; unit < own->asked->unit_count; unit++) {
        const fw_unit_id id = own->units[unit * own->asked->method_count];
        const fw_pose pose = io_place_pose(place, own->defs[unit].size);
        fw_pose free_place;
        if (!fw_map_fits(own->map, id, (int32_t)place->x, (int32_t)place->y) ||
            fw_map_nearest_free(own->map, id, NULL, pose, NULL, 0, &free_place) != FW_OK ||
            free_place.x != pose.x || free_place.y != pose.y)
            return false;
    }
    return true;
}

static io_place random_place(const query_work *own, random_source *source)
{
    enum { TRIES = 1000 };
    io_place place = { .is_anchor = true, .has_heading = true };
    for (int i = 0; i < TRIES; i++) {
        place.x = random_below(source, (uint32_t)fw_map_width(own->map));
        place.y = random_below(source, (uint32_t)fw_map_height(own->map));
        place.heading = 0.25 * FW_PI * random_below(source, 8);
        if (all_stand(own, &place))
            break;
    }
    return place;
}

static io_place place_of(const study_place *named)
{
    return (io_place){ .x = named->x,
                       .y = named->y,
                       .is_anchor = named->x == floor(named->x) && named->y == floor(named->y) };
}

static io_query query_at(const query_work *own, const study_job *place)
{
    uint64_t number = 0;
    const study_queries *source = source_of(own->asked, place, &number);
    io_query query = { .optimum = -1 };
    if (source->kind == QUERIES_FILE)
        return source->listed.items[number];
    if (source->kind == QUERIES_PAIRS) {
        const study_place *from = NULL, *to = NULL;
        pair_of(source, number, &from, &to);
        query.start = place_of(from);
        query.goal = place_of(to);
        return query;
    }
    random_source numbers = { .state = source->seed };
    numbers.state = random_bits(&numbers) + number; // each query has numbers of its own, whoever asks for it
    numbers.state = random_bits(&numbers);
    query.start = random_place(own, &numbers);
    query.goal = random_place(own, &numbers);
    query.goal.has_heading = false;
    return query;
}

static void note_path(const query_work *own, const fw_request *request, const fw_path_summary *summary,
                      answer *into)
{
    int32_t segments = 0;
    fw_path_segments(own->path, &segments);
    into->values[QUERY_LENGTH].real = summary->length;
    into->values[QUERY_COST].real = summary->cost;
    into->values[QUERY_SEGMENTS].whole = segments;
    if (!study_has_column(own->asked, QUERY_LEGAL))
        return;
    fw_check_def def = fw_default_check_def();
    fw_check_report report = { .legal = false };
    def.has_start = true;
    def.start = request->start;
    into->values[QUERY_LEGAL].whole =
        fw_path_check(own->map, request->unit, own->path, &def, &report) == FW_OK && report.legal;
}

static void note_answer(const query_work *own, const fw_request *request, fw_result result, answer *into)
{
    fw_path_summary summary = { .outcome = FW_OUTCOME_BLOCKED };
    fw_statistics statistics = { 0 };
    if (result != FW_OUT_OF_BOUNDS) {
        fw_path_summarise(own->path, &summary);
        fw_planner_statistics(own->planner, &statistics);
    }
    into->values[QUERY_RESULT].whole = summary.outcome;
    into->values[QUERY_EXPANDED].whole = (int64_t)statistics.expanded;
    into->values[QUERY_WORK].whole = (int64_t)statistics.work;
    into->values[QUERY_LENGTH].real = into->values[QUERY_COST].real = NAN;
    if (result == FW_OK || result == FW_ILLEGAL) {
        note_path(own, request, &summary, into);
        into->values[QUERY_HASH].bits = fingerprint_path(FNV_OF_NOTHING, own->path);
    }
}

/// Gives memory that was freed since the last long search back to the machine: there may be many workers, and the heap
/// of each would else stay as large as its longest search.
static void give_back_memory(const fw_planner *planner)
{
#ifdef __GLIBC__
    enum { LONG_SEARCH = 3 << 19 }; // bytes
    fw_statistics last;
    fw_planner_statistics(planner, &last);
    if (last.bytes > LONG_SEARCH)
        malloc_trim(0);
#else
    (void)planner;
#endif
}

void query_run(void *user, uint64_t job, answer *into)
{
    const query_work *own = user;
    const study *asked = own->asked;
    const study_job place = study_job_at(asked, job);
    const io_query query = query_at(own, &place);
    const int32_t size = own->defs[place.unit].size;
    fw_request request = asked->methods[place.method].request;
    const fw_pose end = io_place_pose(&query.goal, size);
    request.unit = own->units[place.unit * asked->method_count + place.method];
    request.start = io_place_pose(&query.start, size);
    request.goal = query.goal.has_heading ? fw_goal_pose(end) : fw_goal_at(end.x, end.y);
    into->values[QUERY_START_X].real = request.start.x;
    into->values[QUERY_START_Y].real = request.start.y;
    into->values[QUERY_START_HEADING].real = request.start.heading;
    into->values[QUERY_GOAL_X].real = end.x;
    into->values[QUERY_GOAL_Y].real = end.y;
    note_answer(own, &request, fw_find_path(own->planner, &request, own->path), into);
    give_back_memory(own->planner);
}

workload query_workload(const study *asked, query_work *own)
{
    *own = (query_work){ .asked = asked };
    return (workload){ .user = own,
                       .starts = asked->starts,
                       .stage_count = asked->map_count,
                       .prepare = query_prepare,
                       .warm_up = query_warm_up,
                       .begin = query_begin,
                       .run = query_run };
}
