#pragma once

/// Who belongs to a jam, and where its members want to be.

#include "traffic/inside.h"
#include "traffic/jam.h"

/// What a gathered jam is.
typedef enum jam_found {
    JAM_STANDS,  ///< a jam that a plan may resolve
    JAM_IS_SHUT, ///< another jam, or a unit with a turning radius, is in the way
    JAM_FLOWS    ///< a large one in which somebody gets on: free motion is faster; not all of it is gathered
} jam_found;

/// Gathers a jam: the unit that asks, those that stop in its way, those in their ways, and those that stand near.
///
/// @param ahead    length of the ways that counts, in tiles; infinite: whole ways
/// @param near     distance within which units that stand belong to the jam, in tiles
/// @param takes_all  also those that are near and move, and those that are near to them
/// @param request  its asker is set; members, goals and grounds become known
jam_found jam_gather(fw_traffic *traffic, double ahead, double near, bool takes_all, jam_request *request);

/// Gathers a unit with a turning radius and the one that it has met, as if both turned on the spot: if these cannot get
/// to their goals, the two cannot either. A plan would be of no use.
///
/// @return JAM_STANDS; JAM_IS_SHUT: it has met nobody, or one that may not be moved
jam_found jam_gather_pair(fw_traffic *traffic, jam_request *request);

/// Who stands where a plan leads, besides its units.
typedef enum jam_along {
    ALONG_IS_FREE,   ///< nobody, or the jam is full
    ALONG_IS_TAKEN,  ///< units that belong to the jam now
    ALONG_IS_BLOCKED ///< also units that cannot be moved
} jam_along;

/// Adds the units that stand where a plan leads.
jam_along jam_gather_along(fw_traffic *traffic, double ahead, const joint_plan *plan, jam_request *request);

/// Adds a unit to a jam whose members are known, parked where it stops.
void jam_gather_again(fw_traffic *traffic, uint32_t slot, jam_request *request);
