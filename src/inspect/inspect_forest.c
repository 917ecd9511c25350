#include <math.h>

#include "base/trig.h"
#include "fairway/circles.h"
#include "inspect/mark.h"

/// The receiver of edges of a forest.
typedef struct forest_inspection {
    marker to;
    bool is_over; ///< the receiver wants no more
} forest_inspection;

static void send_edge(const fw_forest_edge *edge, void *user)
{
    static const fw_mark_kind kinds[] = { [FW_FOREST_LINE] = FW_MARK_SURFING_EDGE,
                                          [FW_FOREST_ARC] = FW_MARK_HUGGING_EDGE,
                                          [FW_FOREST_BLOCKED] = FW_MARK_BLOCKED_ARC };
    forest_inspection *inspection = user;
    const fw_mark mark = { .kind = kinds[edge->kind],
                           .shape = FW_MARK_LINE,
                           .line = edge->segment,
                           .numbers = { edge->is_reached } };
    inspection->is_over = inspection->is_over || !mark_send(&inspection->to, &mark);
}

fw_result fw_inspect_forest(const fw_forest_planner *planner, fw_mark_fn receive, void *user)
{
    if (!receive)
        return FW_NULL_ARGUMENT;
    forest_inspection inspection = { .to = { receive, user } };
    return fw_forest_planner_edges(planner, send_edge, &inspection);
}

static bool send_circle(const marker *to, int32_t group, const fw_tree *circle)
{
    const fw_mark mark = {
        .kind = FW_MARK_CIRCLE,
        .shape = circle->radius > 0 ? FW_MARK_LINE : FW_MARK_POINT,
        .group = group,
        .line = { .start = { circle->x, circle->y - circle->radius, 0 },
                  .curvature = circle->radius > 0 ? 1 / circle->radius : 0,
                  .length = 2 * FW_PI * circle->radius },
        .numbers = { circle->radius },
    };
    return mark_send(to, &mark);
}

fw_result fw_inspect_bitangents(fw_tree a, fw_tree b, fw_mark_fn receive, void *user)
{
    const marker to = { receive, user };
    fw_segment lines[FW_BITANGENTS];
    int32_t count;
    const fw_result result = receive ? fw_bitangents(a, b, lines, &count) : FW_NULL_ARGUMENT;
    if (result != FW_OK || !send_circle(&to, 0, &a) || !send_circle(&to, 1, &b))
        return result;
    const fw_segment between = mark_between((fw_pose){ a.x, a.y, 0 }, (fw_pose){ b.x, b.y, 0 });
    for (int32_t i = 0; i < count; i++) {
        const double side = i % 2 ? 1 : -1; // from the centre to the line's beginning, across the line
        const double theta =
            fabs(trig_wrap(lines[i].start.heading + side * FW_PI / 2 - between.start.heading));
        const fw_mark mark = { .kind = FW_MARK_BITANGENT,
                               .shape = FW_MARK_LINE,
                               .group = i,
                               .line = lines[i],
                               .numbers = { theta, i >= 2 } };
        if (!mark_send(&to, &mark))
            return FW_OK;
    }
    return FW_OK;
}

fw_result fw_inspect_sight(fw_tree circle, double x, double y, double to_x, double to_y, fw_mark_fn receive,
                           void *user)
{
    const marker to = { receive, user };
    fw_sight sight;
    const fw_result result = receive ? fw_circle_sees(circle, x, y, to_x, to_y, &sight) : FW_NULL_ARGUMENT;
    if (result != FW_OK || !send_circle(&to, 0, &circle))
        return result;
    const fw_mark mark = { .kind = FW_MARK_SIGHT,
                           .shape = FW_MARK_LINE,
                           .line = mark_between((fw_pose){ circle.x, circle.y, 0 },
                                                (fw_pose){ sight.x, sight.y, 0 }),
                           .numbers = { sight.u, sight.distance, circle.radius, sight.is_clear } };
    mark_send(&to, &mark);
    return FW_OK;
}
