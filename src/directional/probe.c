#include "directional/probe.h"

#include <string.h>

/// The slot of a pose, or the free one where it belongs.
static inline uint32_t slot_of(const probe *of, uint32_t id)
{
    uint32_t at = (uint32_t)(id * UINT32_C(0x9e3779b9)) / (UINT32_MAX / PROBE_SLOTS + 1);
    while (of->seen[at].stamp == of->stamp && of->seen[at].id != id)
        at = (at + 1) & (PROBE_SLOTS - 1);
    return at;
}

bool probe_has_seen(const probe *of, lattice_pose pose)
{
    return of->seen[slot_of(of, (uint32_t)lattice_id(pose.x, pose.y, pose.heading))].stamp == of->stamp;
}

/// Enters a pose unless it was seen.
static void enter(probe *of, lattice_pose pose)
{
    const uint32_t id = (uint32_t)lattice_id(pose.x, pose.y, pose.heading);
    const uint32_t at = slot_of(of, id);
    if (of->seen[at].stamp == of->stamp)
        return;
    if (of->end == PROBE_SLOTS / 2) {
        of->state = PROBE_GIVEN_UP;
        return;
    }
    of->seen[at] = (probe_entry){ id, of->stamp };
    of->queue[of->end++] = id;
    const lattice_pose target = of->target;
    if (pose.x == target.x && pose.y == target.y && (target.heading < 0 || pose.heading == target.heading))
        of->state = PROBE_MET;
}

void probe_begin(probe *of, const motion_ground *ground, const lattice_pose *from, int32_t count,
                 lattice_pose target)
{
    of->ground = ground;
    of->target = target;
    of->state = PROBE_OPEN;
    of->next = of->end = 0;
    if (++of->stamp == 0) {
        memset(of->seen, 0, sizeof of->seen);
        of->stamp = 1;
    }
    for (int32_t i = 0; i < count; i++)
        enter(of, from[i]);
}

/// Follows the motions of a set; in reverse they leave the opposite heading.
///
/// @param turned  0, or 4 for reverse
static void follow_fan(probe *of, int32_t set, lattice_pose pose, int32_t turned)
{
    const motion_ground *ground = of->ground;
    const motion_fan *fan = &ground->table->sets[set].fans[heading_turned(pose.heading, turned)];
    uint64_t blocked[WINDOW_WORDS];
    const bool any = fan_look(fan, ground->open, ground->overlay, pose.x, pose.y, blocked);
    for (int32_t i = 0; i < fan->count; i++) {
        const motion *to = &fan->motions[i];
        const int32_t x = pose.x + to->dx, y = pose.y + to->dy;
        if ((!any || fan_is_free(fan, i, blocked)) && ground_admits(ground, set, x, y))
            enter(of, (lattice_pose){ x, y, heading_turned(to->end, turned) });
    }
}

int32_t probe_step(probe *of, int32_t count)
{
    int32_t followed = 0;
    while (of->state == PROBE_OPEN && followed < count) {
        if (of->next == of->end) {
            of->state = PROBE_DRY;
        } else if (of->next == PROBE_MOST) {
            of->state = PROBE_GIVEN_UP;
        } else {
            const lattice_pose pose = lattice_of(of->queue[of->next++]);
            const int32_t sets = ground_sets(of->ground, pose.x, pose.y);
            for (int32_t set = 0; set < sets; set++) {
                follow_fan(of, set, pose, 0);
                if (of->ground->reverses)
                    follow_fan(of, set, pose, 4);
            }
            followed++;
        }
    }
    return followed;
}
