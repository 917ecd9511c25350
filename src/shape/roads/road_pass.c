#include "shape/roads/road_pass.h"

#include <math.h>

#include "curve/segment.h"
#include "shape/roads/road_shape.h"

/// Tiles along the road that a turn by a right angle needs before the bend, and after it.
static int32_t tiles_of_turn(const map_unit *unit)
{
    const double radius = ceil(unit->def.turn_radius);
    return 1 + (int32_t)radius;
}

/// Begins to put up kerbs or cones if the task needs them.
static fw_result begin_roadside(road_shaper *shaper, const road_task *task)
{
    if (!road_needs_kerbs(task) && !road_sets_cones(task))
        return FW_OK;
    const fw_result begun = roadside_begin(&shaper->side, shaper->memory, &task->ground);
    return begun == FW_OK && road_sets_cones(task)
               ? roadside_begin_cones(&shaper->side, shaper->memory, task->ground.map)
               : begun;
}

static cone_rules cone_rules_of(const road_task *task)
{
    return (cone_rules){ task->ground.unit->def.size, tiles_of_turn(task->ground.unit) };
}

/// Continues to put up cones, then begins to smooth the path between them.
static fw_result put_cones(road_shaper *shaper)
{
    const road_task *task = &shaper->task;
    smooth_ground ground = task->ground;
    ground.overlay = shaper->side.blocked;
    const cone_rules rules = cone_rules_of(task);
    const fw_result put =
        roadside_put_cones(&shaper->side, &task->roads, &shaper->way, &rules, ground.work, &shaper->cones);
    if (put != FW_OK)
        return put;
    shaper->phase = ROAD_CONES;
    return smooth_begin(shaper->whole.smoothing, &ground, task->smoothing, &task->ends, shaper->whole.path);
}

fw_result road_repeat_cones(const road_shaper *shaper, roadside *cones)
{
    const road_task *task = &shaper->task;
    const smooth_ground bare = { .map = task->ground.map, .unit = task->ground.unit };
    const cone_rules rules = cone_rules_of(task);
    cone_progress done = { 0 };
    if (shaper->cones.spared == 0)
        return FW_NOT_FOUND;
    if (roadside_begin(cones, shaper->memory, &bare) != FW_OK ||
        roadside_begin_cones(cones, shaper->memory, bare.map) != FW_OK)
        return FW_NO_MEMORY;
    return roadside_put_cones(cones, &task->roads, &shaper->way, &rules, NULL, &done);
}

fw_result road_begin(road_shaper *shaper, smoother *smoothing, const road_task *task, fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    shaper->phase = ROAD_DONE;
    shaper->task = *task;
    shaper->cones = (cone_progress){ 0 };
    shaper->whole =
        (assembly){ .shaper = shaper, .smoothing = smoothing, .task = &shaper->task, .path = path };
    if (fw_path_length(path) <= 0 || !segments_are_forward_lines(segments, count))
        return FW_OK;
    if (path_provide(shaper->memory, &shaper->piece) != FW_OK ||
        path_provide(shaper->memory, &shaper->section) != FW_OK || begin_roadside(shaper, task) != FW_OK)
        return FW_NO_MEMORY;
    shaper->writing = (line_writing){ 0 }; // an earlier search may have ended while it wrote lines
    road_begin_reading(&shaper->way);
    shaper->phase = ROAD_READ;
    return FW_OK;
}

static fw_result read_roads(road_shaper *shaper)
{
    const road_task *task = &shaper->task;
    const fw_result result =
        road_read(&shaper->way, shaper->memory, &task->roads, shaper->whole.path, task->ground.work);
    if (result != FW_OK)
        return result;
    shaper->phase = road_sets_cones(task) ? ROAD_PUT_CONES : ROAD_STRETCHES;
    if (shaper->phase == ROAD_STRETCHES)
        road_begin_stretches(&shaper->whole);
    return FW_OK;
}

static fw_result step_phase(road_shaper *shaper)
{
    switch (shaper->phase) {
    case ROAD_READ:
        return read_roads(shaper);
    case ROAD_PUT_CONES:
        return put_cones(shaper);
    case ROAD_CONES:
        return smooth_step(shaper->whole.smoothing);
    case ROAD_STRETCHES:
        return road_shape_stretches(&shaper->whole);
    case ROAD_DONE:
        break;
    }
    return FW_OK;
}

fw_result road_step(road_shaper *shaper)
{
    for (;;) {
        const road_phase phase = shaper->phase;
        const fw_result result = step_phase(shaper);
        if (result != FW_OK || shaper->phase == phase)
            return result;
        if (shaping_pauses(shaper->task.ground.work))
            return FW_PENDING;
    }
}
