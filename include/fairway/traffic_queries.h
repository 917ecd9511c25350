#ifndef FAIRWAY_TRAFFIC_QUERIES_H
#define FAIRWAY_TRAFFIC_QUERIES_H

/// @file
/// What games ask a traffic: who is near, where a unit will drive, how long it has waited for whom; a hash of its
/// state; and numbers of the game's own that units carry.

#include <stdint.h>

#include "fairway/pose.h"
#include "fairway/result.h"
#include "fairway/traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Lists the units whose bodies overlap a circle now, sorted by id.
///
/// @param traffic     the traffic
/// @param x, y        its middle, in tiles
/// @param radius      tiles [Limits: radius >= 0]; 0: who stands at the point
/// @param[out] ids    [id * capacity]; [opt] may be null if capacity is 0
/// @param capacity    [Limits: capacity >= 0]
/// @param[out] count  number of units, also if the array is too small
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE (radius), FW_BAD_SIZE (capacity) or
///         FW_BUFFER_TOO_SMALL (the array holds some of them)
///
/// O(units near, and n log(n) for n units that are found).
fw_result fw_traffic_in_circle(const fw_traffic *traffic, double x, double y, double radius, fw_agent_id *ids,
                               int32_t capacity, int32_t *count);

/// The same for a rectangle that need not be made of tiles; see also fw_traffic_in_rect().
///
/// @param traffic       the traffic
/// @param min_x, min_y  its corner
/// @param max_x, max_y  the opposite corner [Limits: max_x >= min_x, max_y >= min_y]
/// @param[out] ids      [id * capacity]
/// @param capacity      [Limits: capacity >= 0]
/// @param[out] count    number of units
/// @return as fw_traffic_in_circle(); FW_BAD_VALUE if a side is negative
fw_result fw_traffic_in_box(const fw_traffic *traffic, double min_x, double min_y, double max_x, double max_y,
                            fw_agent_id *ids, int32_t capacity, int32_t *count);

/// Says to which sides a unit belongs, for fw_traffic_nearest().
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param sides    one bit for each side; 1 for a unit that was added
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_traffic_set_sides(fw_traffic *traffic, fw_agent_id id, uint32_t sides);

/// Finds the unit of some sides whose middle is nearest to a point; of units equally near, the one with the smaller id.
///
/// @param traffic        the traffic
/// @param x, y           the point, in tiles
/// @param sides          units that belong to one of these sides count
/// @param except         a unit that does not count; 0: all count
/// @param most           greatest distance, in tiles [Limits: most >= 0]; may be infinite
/// @param[out] id        the unit; 0 if there is none
/// @param[out] distance  of its middle, in tiles; [opt] may be null
/// @return FW_OK, FW_NOT_FOUND, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE (most)
///
/// O(units within twice the distance).
fw_result fw_traffic_nearest(const fw_traffic *traffic, double x, double y, uint32_t sides,
                             fw_agent_id except, double most, fw_agent_id *id, double *distance);

/// The corners of a unit's way that are ahead, the last one where the way ends. The unit drives near them, not through
/// them: it gives way to others, and cuts corners that it need not go to.
///
/// @param traffic       the traffic
/// @param id            the unit
/// @param[out] corners  [pose * capacity] without headings; [opt] may be null if capacity is 0
/// @param capacity      [Limits: capacity >= 0]
/// @param[out] count    number of corners, also if the array is too small; 0: it has no way, or has arrived
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_BAD_SIZE or FW_BUFFER_TOO_SMALL (the array holds the first)
fw_result fw_traffic_get_corners(const fw_traffic *traffic, fw_agent_id id, fw_pose *corners,
                                 int32_t capacity, int32_t *count);

/// How long a unit has waited without a break, and for whom.
///
/// @param traffic       the traffic
/// @param id            the unit
/// @param[out] seconds  since it became FW_AGENT_WAITS; 0: it does not wait
/// @param[out] other    the unit that it waits for now; 0: it does not wait, or the unit is not known
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_traffic_get_wait(const fw_traffic *traffic, fw_agent_id id, double *seconds, fw_agent_id *other);

/// The rule that keeps a unit where it stands, or from coming nearer to its goal.
typedef enum fw_wait_cause {
    FW_CAUSE_NONE = 0, ///< none: it gets on, has arrived, or has no order
    FW_CAUSE_PATH,     ///< it waits for its path
    FW_CAUSE_GROUP,    ///< others of the group with which it goes together are behind
    FW_CAUSE_PLAN,     ///< it is in a jam: its joint plan is being made, or others go first in it
    FW_CAUSE_GATE,     ///< two units cannot go side by side in a place ahead, and another one goes first
    FW_CAUSE_PASSAGE, ///< units go through a passage ahead in one direction at a time; it is not the turn of its own
    FW_CAUSE_UNIT,   ///< another unit is in its way
    FW_CAUSE_YIELDS, ///< it gives way to another unit, or makes room for it
    FW_CAUSE_NO_WAY, ///< FW_AGENT_BLOCKED, FW_AGENT_INFEASIBLE
    /// none of these: the places ahead that are free are too near to where others stop, lie in the wrong half of a
    /// passage or on ground that costs too much
    FW_CAUSE_ROOM,
    FW_CAUSE_COUNT ///< number of causes
} fw_wait_cause;

/// Which rule keeps a unit where it stands or, if it is FW_AGENT_WAITS, from getting on. This is found from the state
/// when it is asked: steps do not pay for it.
///
/// @param traffic     the traffic
/// @param id          the unit
/// @param[out] cause  the rule
/// @param[out] other  the unit that is first, in the way, or to which it gives way; 0: none, or it is not known
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
///
/// O(units near the next narrow place of its way).
fw_result fw_traffic_get_cause(const fw_traffic *traffic, fw_agent_id id, fw_wait_cause *cause,
                               fw_agent_id *other);

/// A cause in words, such as "it waits for its path".
///
/// @param cause  the cause
/// @return a text without a full stop [until: the program ends]; empty for a number that is no cause
const char *fw_wait_cause_text(fw_wait_cause cause);

/// Gives a unit a number of the game's own, such as the address of its record. Saves keep the number.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param user     any number; 0 for a unit that was added
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_traffic_set_user(fw_traffic *traffic, fw_agent_id id, uint64_t user);

/// The number that a game has given to a unit.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @return the number; 0 for null, and if there is no such unit
uint64_t fw_traffic_get_user(const fw_traffic *traffic, fw_agent_id id);

/// A hash of what all units do and are about to do: of time, and of each unit's activity, motion, reservation, order,
/// place and way. Whom a unit regards, its limits and priority, and whether it holds, count only once a motion shows
/// it. Equal calls give equal hashes on all platforms; so two machines that simulate the same game find out that they
/// do not agree any more.
///
/// @param traffic  the traffic
/// @return the hash; 0 for null
///
/// O(units and corners of their ways).
uint64_t fw_traffic_hash(const fw_traffic *traffic);

#ifdef __cplusplus
}
#endif

#endif
