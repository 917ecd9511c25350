#include "directional/ends/probe.h"

#include <string.h>

#include "directional/motions/departure.h"

/// The slot of a pose in the table, or the free slot that a new entry for the pose takes.
static inline uint32_t slot_of(const probe *probe, uint32_t id)
{
    uint32_t at = (uint32_t)(id * UINT32_C(0x9e3779b9)) / (UINT32_MAX / PROBE_SLOTS + 1);
    while (probe->seen[at].stamp == probe->stamp && probe->seen[at].id != id)
        at = (at + 1) & (PROBE_SLOTS - 1);
    return at;
}

bool probe_has_seen(const probe *probe, lattice_pose pose)
{
    return probe->seen[slot_of(probe, (uint32_t)lattice_id(pose.x, pose.y, pose.heading))].stamp ==
           probe->stamp;
}

/// Enters a pose into the table and the queue, unless it was entered before.
static void enter(probe *probe, lattice_pose pose)
{
    const uint32_t id = (uint32_t)lattice_id(pose.x, pose.y, pose.heading);
    const uint32_t at = slot_of(probe, id);
    if (probe->seen[at].stamp == probe->stamp)
        return;
    if (probe->end == PROBE_SLOTS / 2) {
        probe->state = PROBE_GIVEN_UP;
        return;
    }
    probe->seen[at] = (probe_entry){ id, probe->stamp };
    probe->queue[probe->end++] = id;
    const lattice_pose target = probe->target;
    if (pose.x == target.x && pose.y == target.y && (target.heading < 0 || pose.heading == target.heading))
        probe->state = PROBE_MET;
}

void probe_begin(probe *probe, const motion_ground *ground, const lattice_pose *from, int32_t count,
                 lattice_pose target)
{
    probe->ground = ground;
    probe->target = target;
    probe->state = PROBE_OPEN;
    probe->next = probe->end = 0;
    if (++probe->stamp == 0) {
        memset(probe->seen, 0, sizeof probe->seen);
        probe->stamp = 1;
    }
    for (int32_t i = 0; i < count; i++)
        enter(probe, from[i]);
}

/// Follows the motions of a set in a gear.
static void follow(probe *probe, lattice_pose at, int32_t set, fw_gear gear)
{
    departure departure;
    departure_begin(&departure, probe->ground, at, set, gear);
    lattice_pose to;
    for (int32_t i = 0; departure_next(&departure, &i, &to); i++)
        enter(probe, to);
}

int32_t probe_step(probe *probe, int32_t count)
{
    int32_t followed = 0;
    while (probe->state == PROBE_OPEN && followed < count) {
        if (probe->next == probe->end) {
            probe->state = PROBE_DRY;
        } else if (probe->next == PROBE_MOST) {
            probe->state = PROBE_GIVEN_UP;
        } else {
            const lattice_pose pose = lattice_of(probe->queue[probe->next++]);
            const int32_t sets = ground_sets(probe->ground, pose.x, pose.y);
            for (int32_t set = 0; set < sets; set++) {
                follow(probe, pose, set, FW_FORWARD);
                if (probe->ground->reverses)
                    follow(probe, pose, set, FW_REVERSE);
            }
            followed++;
        }
    }
    return followed;
}
