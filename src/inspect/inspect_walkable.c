#include <math.h>

#include "inspect/mark.h"
#include "shape/taut/simple.h"

/// Longest line, in tiles.
#define MOST_LENGTH 65536.0

/// Sends the samples of a place. Returns false if one of them is not free, or the receiver wants no more.
static bool send_place(const marker *to, const way_rules *rules, vector centre, int32_t group)
{
    for (int end = 0; end < DIAMOND_ENDS; end++) {
        const vector sample = simple_sample(rules, centre, end);
        const bool is_free = simple_sample_is_free(rules, sample);
        const fw_mark mark = { .kind = FW_MARK_SAMPLE,
                               .shape = FW_MARK_POINT,
                               .group = group,
                               .line = mark_at(sample.x, sample.y),
                               .numbers = { is_free } };
        if (!mark_send(to, &mark) || !is_free)
            return false;
    }
    return true;
}

fw_result fw_inspect_walkable(const fw_map *map, fw_unit_id id, double x, double y, double to_x, double to_y,
                              fw_mark_fn receive, void *user)
{
    const map_version *version;
    const map_unit *unit;
    const fw_result result = mark_find_unit(map, id, receive, &version, &unit);
    if (result != FW_OK)
        return result;
    if (!isfinite(x) || !isfinite(y) || !isfinite(to_x) || !isfinite(to_y))
        return FW_NOT_FINITE;
    if (!(hypot(to_x - x, to_y - y) <= MOST_LENGTH))
        return FW_BAD_VALUE;
    if (!unit->body)
        return FW_NOT_PREPARED;
    const smooth_ground ground = { .map = version, .unit = unit };
    way_rules rules = way_rules_of(&ground);
    way_rules_judge_body(&rules);
    const double lift = rules.sweep_lift;
    const vector from = { x - lift, y - lift }, end = { to_x - lift, to_y - lift };
    const double steps = simple_sample_steps(&rules, from, end);
    const marker to = { receive, user };
    for (double i = 0; i <= steps; i++)
        if (!send_place(&to, &rules, simple_sample_place(&rules, from, end, i, steps), (int32_t)i))
            break;
    return FW_OK;
}
