#pragma once

/// What changes of the map mean to the units.

#include "traffic/inside.h"

/// True if tiles have changed that the units have not noticed yet, by a commit, or by a site that has begun or ended.
static inline bool traffic_has_news(const fw_traffic *traffic)
{
    return traffic->map_version != map_version_number(traffic->map) ||
           !tile_box_is_empty(&traffic->around.sites.news);
}

/// A box around these tiles.
tile_box traffic_news(const fw_traffic *traffic);

/// Lets the units notice what has changed on the map since the last step.
fw_result traffic_take_edits(fw_traffic *traffic);
