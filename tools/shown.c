#include "shown.h"

#include <math.h>
#include <stdlib.h>

#include "complain.h"
#include "fairway/directional.h"

/// Adds a mark. False without memory.
static bool add(const fw_mark *mark, void *user)
{
    shown *to = user;
    if (to->count == to->capacity) {
        const size_t capacity = to->capacity ? 2 * to->capacity : 256;
        fw_mark *marks = realloc(to->marks, capacity * sizeof *marks);
        if (!marks) {
            to->has_failed = true;
            return false;
        }
        to->marks = marks;
        to->capacity = capacity;
    }
    to->marks[to->count++] = *mark;
    return true;
}

/// A place as a number, to a quarter of a tile.
static uint64_t place_of(const fw_pose *pose)
{
    return (uint64_t)(uint32_t)lround(4 * pose->x) << 32 | (uint32_t)lround(4 * pose->y);
}

void shown_note(const fw_trace_event *event, void *user)
{
    shown *to = user;
    fw_mark mark;
    if (to->has_failed || !fw_mark_from_trace(event, &mark))
        return;
    const size_t number = io_id_number(&to->places, place_of(&mark.line.start));
    if (number == SIZE_MAX) {
        to->has_failed = true;
    } else if (number == to->count) {
        add(&mark, to);
    } else {
        fw_mark *known = &to->marks[number];
        if (mark.kind > known->kind || (mark.kind == known->kind && mark.numbers[2] < known->numbers[2]))
            *known = mark;
    }
}

/// Prepares a method for the unit.
static bool prepare(job *work, fw_method method)
{
    const fw_refusal refusal = fw_map_prepare_refusal(work->map, work->unit, method);
    if (refusal.result != FW_OK)
        return complain("--show: %s", refusal.reason);
    const fw_result result = fw_map_prepare(work->map, work->unit, method);
    return result == FW_OK || complain("--show: %s", fw_result_text(result));
}

static bool show_motions(job *work, fw_pose start, shown *to)
{
    fw_motion_summary summary;
    const bool has_own = fw_map_motions(work->map, work->unit, work->method, &summary) != FW_BAD_VALUE;
    const fw_method method = has_own ? work->method : FW_DIRECTIONAL;
    return prepare(work, method) &&
           fw_inspect_motions(work->map, work->unit, method, start, add, to) == FW_OK;
}

static bool show(const options *given, job *work, fw_pose start, shown *to)
{
    switch ((shown_subject)given->show) {
    case SHOW_LAYER:
        return prepare(work, FW_ASTAR) && fw_inspect_layer(work->map, work->unit, add, to) == FW_OK;
    case SHOW_REGIONS:
        return prepare(work, FW_ASTAR) && fw_inspect_regions(work->map, work->unit, add, to) == FW_OK;
    case SHOW_JUMP_POINTS:
        return prepare(work, FW_JUMP_POINTS) &&
               fw_inspect_jump_points(work->map, work->unit, add, to) == FW_OK;
    case SHOW_CLUSTERS:
        return prepare(work, FW_HIERARCHY) && fw_inspect_clusters(work->map, work->unit, add, to) == FW_OK;
    case SHOW_MOTIONS:
        return show_motions(work, start, to);
    case SHOW_AREAS:
        return prepare(work, FW_ASTAR) && job_make_areas(given, work) &&
               fw_inspect_areas(work->areas, add, to) == FW_OK;
    }
    return true;
}

bool shown_add(const options *given, job *work, fw_pose start, shown *to)
{
    return (given->show == NOT_CHOSEN || show(given, work, start, to)) &&
           (!to->has_failed || complain("there is not enough memory for what the picture shows"));
}

void shown_free(shown *shown)
{
    io_id_table_free(&shown->places);
    free(shown->marks);
    *shown = (struct shown){ 0 };
}
