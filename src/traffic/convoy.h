#ifndef TRAFFIC_CONVOY_H
#define TRAFFIC_CONVOY_H

/// @file
/// Convoys: groups whose units share the middle of their ways. One unit, the leader, waits in the queue for the shared
/// way; the others wait for the leader. The leader's kind is the one that most members can follow: they are no larger,
/// and may enter all of its terrains.

#include "traffic/assignment.h"
#include "traffic/inside.h"

/// A group whose units share the middle of their ways.
typedef struct convoy {
    uint32_t leader; ///< slot of the member that waits in the queue for the shared way
    int32_t count;   ///< of members; 0: nobody has this number
    double own_steps;
    bool is_sought; ///< the shared way is not known yet
    bool keeps_abreast;
    int32_t priority; ///< highest one of the members
    /// Most that is left to a member at the last knot, in tiles; negative infinity: nobody waits
    double behind;
} convoy;

/// Makes the members of an assignment a convoy, and orders them to their places.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_order(fw_traffic *traffic, const fw_group_def *def, const pairing *pairs, int32_t count);

/// Lays the ways of all members along the shared way, which is the leader's way now. Members that it does not serve
/// leave the convoy.
///
/// @param pairs  [pairing * (count + 1)] with the members, sorted by id
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_lay(fw_traffic *traffic, uint32_t number, pairing *pairs, int32_t count);

/// The convoy whose shared way a unit waits for in the queue; null: there is none.
convoy *convoy_led_by(const fw_traffic *traffic, uint32_t slot);

/// True if a unit waits for the shared way of its convoy, and another unit is the leader.
bool convoy_waits(const fw_traffic *traffic, const agent *unit);

/// Lets a unit go on its own, before it gets another order or is removed.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_leave(fw_traffic *traffic, uint32_t slot);

/// After the priority of a unit has changed: the request for the shared way of its convoy gets its turn anew.
void convoy_prioritise(fw_traffic *traffic, uint32_t slot);

/// Between which places the shared way of a convoy is to be searched.
///
/// @return false: the largest members cannot stand at any of the members' places
bool convoy_ends(const fw_traffic *traffic, const convoy *convoy, fw_pose *start, fw_pose *goal);

/// Finds out how far behind the last members of all convoys are that keep abreast. Those that have arrived leave.
/// Nobody waits while others hold one of the members: in front of a gap, waiting units would be in the way.
void convoy_look_back(fw_traffic *traffic);

/// The least length that may be left to a unit where it stops, so that it keeps abreast of its convoy.
/// Negative infinity: the unit need not wait for others.
double convoy_least_rest(const fw_traffic *traffic, const agent *unit);

/// Ends the search for the shared way of a convoy: its members get their ways, or search on their own.
///
/// @param result  of the search
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_take(fw_traffic *traffic, uint32_t leader, fw_result result);

/// Lets a member go on its own, and says so.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_split(fw_traffic *traffic, uint32_t slot);

#endif
