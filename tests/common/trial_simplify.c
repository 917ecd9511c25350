#include <stddef.h>
#include <string.h>

#include "common/trial_run.h"

typedef struct field {
    size_t offset, bytes;
} field;

#define FIELD(kind, name)                                                                                    \
    {                                                                                                        \
        offsetof(kind, name), sizeof((kind *)0)->name                                                        \
    }

static const field unit_fields[] = {
    FIELD(fw_unit_def, methods),          FIELD(fw_unit_def, terrain_cost),
    FIELD(fw_unit_def, corners),          FIELD(fw_unit_def, turn_radius),
    FIELD(fw_unit_def, reverse),          FIELD(fw_unit_def, reverse_penalty),
    FIELD(fw_unit_def, gear_change_cost), FIELD(fw_unit_def, all_curves),
    FIELD(fw_unit_def, headings),         FIELD(fw_unit_def, size),
    FIELD(fw_unit_def, footprint),        FIELD(fw_unit_def, cluster),
    FIELD(fw_unit_def, dominance),
};

static const field request_fields[] = {
    FIELD(fw_request, methodical),
    FIELD(fw_request, refine),
    FIELD(fw_request, method),
    FIELD(fw_request, nearest),
    FIELD(fw_request, nearest_tolerance),
    FIELD(fw_request, partial),
    FIELD(fw_request, allow_violations),
    FIELD(fw_request, fewer_bends),
    FIELD(fw_request, bend_cost),
    FIELD(fw_request, keep_right),
    FIELD(fw_request, weight),
    FIELD(fw_request, max_work),
    FIELD(fw_request, max_time_us),
    FIELD(fw_request, max_distance),
    FIELD(fw_request, headings),
    FIELD(fw_request, heuristic),
    FIELD(fw_request, turn_charge),
    FIELD(fw_request, pre_smooth),
    FIELD(fw_request, smoothing),
    FIELD(fw_request, turns),
    FIELD(fw_request, roads),
    FIELD(fw_request, road_terrains),
    FIELD(fw_request, fixed_angles),
    FIELD(fw_request, start.heading),
    FIELD(fw_request, goal.kind),
    FIELD(fw_request, goal.pose.heading),
    FIELD(fw_request, allow_longer),
    FIELD(fw_request, cluster),
    FIELD(fw_request, segment),
    FIELD(fw_request, dominance),
};

enum {
    UNIT_FIELDS = sizeof unit_fields / sizeof *unit_fields,
    REQUEST_FIELDS = sizeof request_fields / sizeof *request_fields
};

static void reset(void *kept, const void *plain, const field *which)
{
    memcpy((char *)kept + which->offset, (const char *)plain + which->offset, which->bytes);
}

static double moved(double at, int32_t cut)
{
    return at > cut ? at - 1 : at;
}

/// Cuts out a column, or a row; what lay beyond moves up.
static bool cut(trial *drawn, int32_t column, int32_t row)
{
    const trial was = *drawn;
    if (column >= was.width || row >= was.height || (column >= 0 ? was.width : was.height) == 1)
        return true;
    drawn->width -= column >= 0;
    drawn->height -= row >= 0;
    for (int32_t y = 0; y < drawn->height; y++)
        for (int32_t x = 0; x < drawn->width; x++)
            drawn->tiles[y * drawn->width + x] =
                was.tiles[(y + (row >= 0 && y >= row)) * was.width + x + (column >= 0 && x >= column)];
    fw_pose *poses[2 + TRIAL_PLACES] = { &drawn->ask.start, &drawn->ask.goal.pose };
    for (int i = 0; i < TRIAL_PLACES; i++)
        poses[2 + i] = &drawn->places[i];
    for (int i = 0; i < 2 + TRIAL_PLACES; i++) {
        poses[i]->x = column >= 0 ? moved(poses[i]->x, column) : poses[i]->x;
        poses[i]->y = row >= 0 ? moved(poses[i]->y, row) : poses[i]->y;
    }
    for (int i = 0; i < drawn->edit_count; i++) {
        drawn->edits[i].x -= column >= 0 && drawn->edits[i].x > column;
        drawn->edits[i].y -= row >= 0 && drawn->edits[i].y > row;
    }
    return true;
}

/// Puts a coordinate on the nearest half tile.
static void straighten(double *coordinate)
{
    *coordinate = (double)(int32_t)(*coordinate * 2) / 2;
}

static bool leave_out(trial *drawn, int n)
{
    double *const coordinates[] = { &drawn->ask.start.x, &drawn->ask.start.y, &drawn->ask.goal.pose.x,
                                    &drawn->ask.goal.pose.y };
    switch (n) {
    case 0:
        drawn->has_companion = false;
        return true;
    case 1:
        drawn->is_timed = false;
        return true;
    case 2:
        drawn->is_traced = false;
        return true;
    case 3:
        drawn->speeds = fw_default_speed_def();
        return true;
    case 4:
        drawn->edit_count -= drawn->edit_count > 0;
        return true;
    case 5:
        if (drawn->edit_count > 0)
            drawn->edits[0] = drawn->edits[--drawn->edit_count];
        return true;
    default:
        straighten(coordinates[n - 6]);
        return true;
    }
}

bool trial_simplify(trial *drawn, int n)
{
    enum { OTHERS = 10 };
    const fw_unit_def unit = fw_default_unit_def();
    const fw_request ask = fw_default_request();
    if (n < OTHERS)
        return leave_out(drawn, n);
    n -= OTHERS;
    if (n < REQUEST_FIELDS) {
        reset(&drawn->ask, &ask, &request_fields[n]);
        return true;
    }
    n -= REQUEST_FIELDS;
    if (n < UNIT_FIELDS) {
        reset(&drawn->unit, &unit, &unit_fields[n]);
        return true;
    }
    n -= UNIT_FIELDS;
    if (n < drawn->width)
        return cut(drawn, drawn->width - 1 - n, -1);
    n -= drawn->width;
    if (n < drawn->height)
        return cut(drawn, -1, drawn->height - 1 - n);
    n -= drawn->height;
    if (n >= drawn->width * drawn->height * 2)
        return false;
    drawn->tiles[n / 2] = n % 2 ? FW_BLOCKED : FW_GROUND;
    return true;
}
