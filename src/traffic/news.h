#pragma once

/// Tiles that have changed, and that the units have not noticed yet.

#include "traffic/inside.h"

/// True if there are such tiles, by a commit, or by a site that has begun or ended.
static inline bool traffic_has_news(const fw_traffic *traffic)
{
    return traffic->map_version != map_version_number(traffic->map) ||
           !tile_box_is_empty(&traffic->around.sites.news);
}

/// A box around these tiles.
static inline tile_box traffic_news(const fw_traffic *traffic)
{
    tile_box news = traffic->around.sites.news;
    if (traffic->map_version != map_version_number(traffic->map))
        tile_box_widen(&news, change_log_around(map_log(traffic->map), traffic->map_version));
    return news;
}
