#ifndef FAIRWAY_TRAFFIC_SITES_H
#define FAIRWAY_TRAFFIC_SITES_H

/// @file
/// Building while units move: who is in the way, and rectangles of tiles that units leave before a building is placed
/// there.
///
/// A building may also be placed without all that: a unit that a new wall overlaps leaves along the shortest way, as
/// soon as other units let it, and goes on with its order (FW_NEWS_LEAVES_WALL). If it had arrived, or has no order, it
/// rests where it comes out.

#include <stdint.h>

#include "fairway/result.h"
#include "fairway/traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which units fw_traffic_in_rect() lists.
typedef enum fw_presence {
    FW_PRESENT_NOW = 0, ///< their bodies overlap the rectangle now
    FW_PRESENT_LATER, ///< also those that will drive there, as far as their ways are known, or will rest there
    FW_PRESENCES      ///< number of these
} fw_presence;

/// Lists the units in a rectangle of tiles, sorted by id.
///
/// @param traffic        the traffic
/// @param x, y           north-west tile
/// @param width, height  tiles [Limits: > 0]; parts outside the map hold nobody
/// @param presence       which units
/// @param[out] ids       [id * capacity]; [opt] may be null if capacity is 0
/// @param capacity       [Limits: capacity >= 0]
/// @param[out] count     number of units, also if the array is too small
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (width, height or capacity), FW_BAD_VALUE (presence) or
///         FW_BUFFER_TOO_SMALL (the array holds the first ones)
///
/// O(units), and O(corners of all ways) for FW_PRESENT_LATER.
fw_result fw_traffic_in_rect(const fw_traffic *traffic, int32_t x, int32_t y, int32_t width, int32_t height,
                             fw_presence presence, fw_agent_id *ids, int32_t capacity, int32_t *count);

/// Lets all units leave a rectangle of tiles, and keeps others out, as if walls were there: a building site. Units that
/// rest there get the nearest free places outside; those that drive through leave, and get ways round; orders to places
/// there become FW_AGENT_BLOCKED. When nobody is left, an event tells (FW_NEWS_SITE_IS_CLEAR). The site ends when a
/// commit changes a terrain in it: it is time for the building to stand there itself; or with
/// fw_traffic_release_site().
///
/// @param traffic        the traffic
/// @param x, y           north-west tile
/// @param width, height  tiles [Limits: > 0, and the rectangle lies on the map]
/// @param[out] site      number of the site, never 0
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_TOO_MANY (more than 4096 sites) or FW_NO_MEMORY;
///         if it is not FW_OK, nothing has changed
///
/// O(tiles of the site). The next step takes O(units) as after a commit.
fw_result fw_traffic_clear_rect(fw_traffic *traffic, int32_t x, int32_t y, int32_t width, int32_t height,
                                uint32_t *site);

/// Ends a site: units may drive there again.
///
/// @param traffic  the traffic
/// @param site     its number
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_VALUE (there is no such site any more)
fw_result fw_traffic_release_site(fw_traffic *traffic, uint32_t site);

#ifdef __cplusplus
}
#endif

#endif
