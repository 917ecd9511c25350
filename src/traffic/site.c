#include "traffic/site.h"

#include <string.h>

#include "base/fnv.h"
#include "fairway/traffic_sites.h"
#include "traffic/agent_state.h"
#include "traffic/crowd.h"
#include "traffic/crowd_cells.h"
#include "traffic/events.h"
#include "traffic/laid.h"
#include "traffic/recording.h"
#include "traffic/way_queue.h"

enum { MOST_SITES = 4096 };

static uint64_t hash_of_terrains(const fw_traffic *traffic, const tile_box *box)
{
    uint64_t hash = FNV_OF_NOTHING;
    for (int32_t y = box->top; y <= box->bottom; y++)
        for (int32_t x = box->left; x <= box->right; x++)
            hash = fnv_byte(hash, map_terrain(traffic->map, x, y));
    return hash;
}

/// After a site has begun or ended: a search under way begins anew, and the next step lets units notice.
static void note_change(fw_traffic *traffic, const tile_box *box)
{
    if (traffic->desk.search)
        way_end_search(traffic);
    tile_box_widen(&traffic->around.sites.news, *box);
}

/// Ends a site. Its tiles are blocked no longer.
static void end(fw_traffic *traffic, int32_t index)
{
    site *doomed = &traffic->around.sites.all[index];
    note_change(traffic, &doomed->box);
    traffic->around.sites.count--;
    memmove(doomed, doomed + 1, (size_t)(traffic->around.sites.count - index) * sizeof *doomed);
    laid_merge_all(traffic); // cannot fail: there was room for more
}

void sites_notice_edits(fw_traffic *traffic)
{
    for (int32_t i = traffic->around.sites.count - 1; i >= 0; i--)
        if (hash_of_terrains(traffic, &traffic->around.sites.all[i].box) !=
            traffic->around.sites.all[i].terrains)
            end(traffic, i);
}

/// True if somebody is, or is about to drive, on a site. A unit that drives past a corner may count, too; one that
/// rests beside a corner does not.
static bool is_occupied(fw_traffic *traffic, const site *site)
{
    const fw_box box = { site->box.left, site->box.top, site->box.right + 1.0, site->box.bottom + 1.0 };
    const int32_t near = crowd_near(traffic, &box);
    for (int32_t i = 0; i < near; i++) {
        const agent *unit = &traffic->agents[traffic->crowd.found[i]];
        const fw_box around = agent_box(traffic, unit, crowd_reservation(traffic, traffic->crowd.found[i]));
        if (box_distance(&around, &box) < radius_of(traffic, unit) - FW_TOUCH)
            return true;
    }
    return false;
}

fw_result sites_look(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->around.sites.count; i++) {
        site *site = &traffic->around.sites.all[i];
        if (site->state == SITE_IS_CLEAR || is_occupied(traffic, site))
            continue;
        if (event_reserve(traffic) != FW_OK)
            return FW_NO_MEMORY;
        site->state = SITE_IS_CLEAR;
        event_tell(traffic, FW_NEWS_SITE_IS_CLEAR, NULL, site->number);
    }
    return FW_OK;
}

void sites_free(fw_traffic *traffic)
{
    memory_give_back(&traffic->memory, traffic->around.sites.all, traffic->around.sites.room,
                     sizeof *traffic->around.sites.all);
}

static fw_result clear_rect(fw_traffic *traffic, int32_t x, int32_t y, int32_t width, int32_t height,
                            uint32_t *number)
{
    traffic_look(traffic);
    if (width <= 0 || height <= 0)
        return FW_BAD_SIZE;
    if (x < 0 || y < 0 || width > map_width(traffic->map) - x || height > map_height(traffic->map) - y)
        return FW_OUT_OF_BOUNDS;
    if (traffic->around.sites.count == MOST_SITES)
        return FW_TOO_MANY;
    const tile_box box = { x, y, x + width - 1, y + height - 1 };
    if (MEMORY_RESERVE(&traffic->memory, traffic->around.sites.all, traffic->around.sites.room,
                       (size_t)traffic->around.sites.count + 1) != FW_OK)
        return FW_NO_MEMORY;
    const site made = { .box = box,
                        .number = traffic->around.sites.last + 1,
                        .terrains = hash_of_terrains(traffic, &box) };
    traffic->around.sites.all[traffic->around.sites.count++] = made;
    if (laid_merge_all(traffic) != FW_OK) {
        traffic->around.sites.count--;
        laid_merge_all(traffic); // as before
        return FW_NO_MEMORY;
    }
    *number = traffic->around.sites.last = made.number;
    note_change(traffic, &box);
    return FW_OK;
}

fw_result fw_traffic_clear_rect(fw_traffic *traffic, int32_t x, int32_t y, int32_t width, int32_t height,
                                uint32_t *number)
{
    if (!traffic || !number)
        return FW_NULL_ARGUMENT;
    TRAFFIC_CALL(traffic, RECORD_CLEAR_RECT, "iiii", (int64_t)x, (int64_t)y, (int64_t)width, (int64_t)height);
    const fw_result result = clear_rect(traffic, x, y, width, height, number);
    return traffic_answer(traffic, result, result == FW_OK ? *number : 0);
}

static fw_result release_site(fw_traffic *traffic, uint32_t number)
{
    int32_t index = 0;
    while (index < traffic->around.sites.count && traffic->around.sites.all[index].number != number)
        index++;
    if (index == traffic->around.sites.count)
        return FW_BAD_VALUE;
    traffic_look(traffic);
    end(traffic, index);
    return FW_OK;
}

fw_result fw_traffic_release_site(fw_traffic *traffic, uint32_t number)
{
    return TRAFFIC_ANSWER(traffic, release_site(traffic, number), RECORD_RELEASE_SITE, "i", (int64_t)number);
}
