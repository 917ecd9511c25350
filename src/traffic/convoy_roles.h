#pragma once

/// Convoys, and what their members wait for.

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

/// The convoy whose shared way a unit waits for in the queue; null: there is none.
convoy *convoy_led_by(const fw_traffic *traffic, uint32_t slot);

/// True if a unit waits for the shared way of its convoy, and another unit is the leader.
bool convoy_waits(const fw_traffic *traffic, const agent *unit);

/// The least length that may be left to a unit where it stops, so that it keeps abreast of its convoy.
/// Negative infinity: the unit need not wait for others.
double convoy_least_rest(const fw_traffic *traffic, const agent *unit);

/// The convoy with a number.
convoy *convoy_numbered(const fw_traffic *traffic, uint32_t number);
