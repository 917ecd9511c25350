#include "directional/ends/flood.h"

#include <string.h>

#include "base/hash.h"
#include "directional/motions/departure.h"

/// The slot of a pose in the table, or the free slot that a new entry for the pose takes.
static inline uint32_t slot_of(const flood *flood, uint32_t id)
{
    uint32_t slot = hash_32(id) / (UINT32_MAX / FLOOD_SLOTS + 1);
    while (flood->seen[slot].stamp == flood->stamp && flood->seen[slot].id != id)
        slot = (slot + 1) & (FLOOD_SLOTS - 1);
    return slot;
}

bool flood_has_reached(const flood *flood, lattice_pose pose)
{
    return flood->seen[slot_of(flood, (uint32_t)lattice_id(pose.x, pose.y, pose.heading))].stamp ==
           flood->stamp;
}

/// Enters a pose into the table and the queue, unless it was entered before.
static void enter(flood *flood, lattice_pose pose)
{
    const uint32_t id = (uint32_t)lattice_id(pose.x, pose.y, pose.heading);
    const uint32_t slot = slot_of(flood, id);
    if (flood->seen[slot].stamp == flood->stamp)
        return;
    if (flood->end == FLOOD_SLOTS / 2) {
        flood->state = FLOOD_GIVEN_UP;
        return;
    }
    flood->seen[slot] = (flood_entry){ id, flood->stamp };
    flood->queue[flood->end++] = id;
    const lattice_pose target = flood->target;
    if (pose.x == target.x && pose.y == target.y && (target.heading < 0 || pose.heading == target.heading))
        flood->state = FLOOD_MET;
}

void flood_begin(flood *flood, const motion_ground *ground, const lattice_pose *from, int32_t count,
                 lattice_pose target, bool is_backward)
{
    flood->ground = ground;
    flood->is_backward = is_backward;
    flood->target = target;
    flood->state = FLOOD_OPEN;
    flood->next = flood->end = 0;
    if (++flood->stamp == 0) {
        memset(flood->seen, 0, sizeof flood->seen);
        flood->stamp = 1;
    }
    for (int32_t i = 0; i < count; i++)
        enter(flood, from[i]);
}

static void follow(flood *flood, lattice_pose pose, int32_t set, fw_gear gear)
{
    departure departure;
    departure_begin(&departure, flood->ground, pose, set, gear, flood->is_backward);
    lattice_pose to;
    for (int32_t i = 0; departure_next(&departure, &i, &to); i++)
        enter(flood, to);
}

int32_t flood_step(flood *flood, int32_t count)
{
    int32_t followed = 0;
    while (flood->state == FLOOD_OPEN && followed < count) {
        if (flood->next == flood->end) {
            flood->state = FLOOD_DRY;
        } else if (flood->next == FLOOD_MOST) {
            flood->state = FLOOD_GIVEN_UP;
        } else {
            const lattice_pose pose = lattice_of(flood->queue[flood->next++]);
            const int32_t sets = ground_sets(flood->ground, pose.x, pose.y);
            for (int32_t set = 0; set < sets; set++) {
                follow(flood, pose, set, FW_FORWARD);
                if (flood->ground->reverses)
                    follow(flood, pose, set, FW_REVERSE);
            }
            followed++;
        }
    }
    return followed;
}
