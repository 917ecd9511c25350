#include "inspect/mark.h"

#include <math.h>

#include "base/trig.h"
#include "base/vector.h"

/// The name of a kind, and the names of its numbers.
typedef struct mark_names {
    const char *kind;
    const char *numbers[FW_MARK_NUMBERS]; ///< null where the kind has no such number
} mark_names;

static const mark_names names[FW_MARK_KINDS] = {
    [FW_MARK_ANCHORS] = { "anchors", { NULL } },
    [FW_MARK_REGION] = { "region", { "label" } },
    [FW_MARK_JUMP_POINT] = { "jump point", { "moves" } },
    [FW_MARK_CLUSTER] = { "cluster", { "transitions" } },
    [FW_MARK_ENTRANCE] = { "entrance", { "steps" } },
    [FW_MARK_TRANSITION] = { "transition", { "cost", "size", "capability" } },
    [FW_MARK_ABSTRACT_EDGE] = { "abstract edge", { "cost", "size", "capability" } },
    [FW_MARK_MOTION] = { "motion", { "cost", "free" } },
    [FW_MARK_HIT_MASK] = { "hit mask", { "free" } },
    [FW_MARK_OPEN] = { "open", { "g", "h", "f" } },
    [FW_MARK_CLOSED] = { "closed", { "g", "h", "f" } },
    [FW_MARK_RESERVATION] = { "reservation", { "unit", "time", "speed" } },
    [FW_MARK_STOP] = { "stop", { "unit", "time", "radius" } },
    [FW_MARK_WAIT] = { "wait", { "unit", "other", "seconds" } },
    [FW_MARK_JOINT_MOVE] = { "joint move", { "unit", "beat", "member" } },
    [FW_MARK_SURFING_EDGE] = { "surfing edge", { "reached" } },
    [FW_MARK_HUGGING_EDGE] = { "hugging edge", { "reached" } },
    [FW_MARK_BLOCKED_ARC] = { "blocked arc", { "reached" } },
    [FW_MARK_CIRCLE] = { "circle", { "radius" } },
    [FW_MARK_BITANGENT] = { "bitangent", { "theta", "internal" } },
    [FW_MARK_SIGHT] = { "sight", { "u", "d", "r", "clear" } },
    [FW_MARK_CURVE_PART] = { "part of a curve", { "length", "angle" } },
    [FW_MARK_CENTRE] = { "centre", { "radius" } },
    [FW_MARK_CENTRE_LINE] = { "line of centres", { "distance" } },
    [FW_MARK_GATE] = { "gate", { "unit", "first", "does" } },
    [FW_MARK_SAMPLE] = { "sample", { "free" } },
    [FW_MARK_CONE] = { "cone", { NULL } },
    [FW_MARK_GUIDE] = { "guide", { "h" } },
    [FW_MARK_AREA] = { "area", { "area", "label" } },
    [FW_MARK_MIDPOINT] = { "midpoint", { "area", "cost" } },
    [FW_MARK_AREA_STEP] = { "step between areas", { "cost" } },
};

static bool is_kind(fw_mark_kind kind)
{
    return (int)kind >= 0 && kind < FW_MARK_KINDS;
}

const char *fw_mark_kind_name(fw_mark_kind kind)
{
    return is_kind(kind) ? names[kind].kind : "unknown";
}

const char *fw_mark_number_name(fw_mark_kind kind, int32_t index)
{
    const bool has_name =
        is_kind(kind) && index >= 0 && index < FW_MARK_NUMBERS && names[kind].numbers[index];
    return has_name ? names[kind].numbers[index] : "";
}

bool fw_mark_from_trace(const fw_trace_event *event, fw_mark *mark)
{
    if (!event || !mark || event->kind == FW_TRACE_GOAL || event->kind == FW_TRACE_STEP)
        return false;
    *mark = (fw_mark){ .kind = event->kind == FW_TRACE_EXPAND ? FW_MARK_CLOSED : FW_MARK_OPEN,
                       .shape = FW_MARK_POINT,
                       .line.start = { event->x, event->y, event->heading },
                       .numbers = { event->g, event->h, event->f } };
    return true;
}

fw_segment mark_between(fw_pose from, fw_pose to)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    return (fw_segment){ .start = { from.x, from.y, trig_atan2(dy, dx) }, .length = hypotenuse(dx, dy) };
}

fw_result mark_find_unit(const fw_map *map, fw_unit_id id, fw_mark_fn receive, const map_version **version,
                         const map_unit **unit)
{
    if (!map || !receive)
        return FW_NULL_ARGUMENT;
    *version = map_version_of(map);
    *unit = map_find_unit(*version, id);
    return *unit ? FW_OK : FW_UNKNOWN_UNIT;
}
