#include "traffic/save_clock.h"

#include "traffic/detour.h"
#include "traffic/flow.h"
#include "traffic/news.h"
#include "traffic/roster.h"

/// A hash of the map's tiles, which is computed once for each version.
static uint64_t tiles_hash(fw_traffic *traffic)
{
    tiles_seal *seal = &traffic->seal;
    if (!seal->hash || seal->version != map_version_number(traffic->map))
        *seal = (tiles_seal){ map_version_number(traffic->map), map_tiles_hash(traffic->map) };
    return seal->hash;
}

saved_clock save_clock_of(fw_traffic *traffic)
{
    saved_clock clock = { .now = traffic->clock.knot,
                          .phase = traffic->clock.phase,
                          .steps = traffic->clock.steps,
                          .queue_clock = traffic->desk.clock,
                          .detour_changes = traffic->around.detour.changes,
                          .width = map_width(traffic->map),
                          .height = map_height(traffic->map),
                          .round_next = traffic->round.next,
                          .site_last = traffic->around.sites.last,
                          .news = traffic_news(traffic),
                          .is_searching = traffic->desk.search && !detour_is_outdated(traffic),
                          .under_way = FLOW_OTHER,
                          .jam_asker =
                              traffic->joint.asker == NO_AGENT
                                  ? 0
                                  : 1 + traffic_index_of(traffic, traffic->agents[traffic->joint.asker].id),
                          .tiles = tiles_hash(traffic) };
    if (clock.is_searching) {
        clock.search_start = traffic->desk.start;
        clock.search_goal = traffic->desk.goal;
    }
    if (traffic->desk.flows) {
        clock.own_work = traffic->desk.flows->own_work;
        clock.mean_work = traffic->desk.flows->mean_work;
        clock.rests_until = traffic->desk.flows->rests_until;
        clock.under_way = traffic->desk.flows->under_way;
    }
    return clock;
}

void save_clock_take(fw_traffic *traffic, const saved_clock *clock)
{
    traffic->clock.knot = clock->now;
    traffic->clock.phase = clock->phase;
    traffic->clock.steps = clock->steps;
    traffic->desk.clock = clock->queue_clock;
    traffic->around.detour.changes = clock->detour_changes;
    traffic->round.next = clock->round_next;
    traffic->around.sites.last = clock->site_last;
    traffic->around.sites.news = clock->news;
    traffic->map_version = clock->has_more ? 0 : map_version_number(traffic->map);
    traffic->joint.asker = clock->jam_asker > 0 ? traffic->by_id[clock->jam_asker - 1] : NO_AGENT;
}

bool save_clock_moves(fw_traffic *traffic, saved_clock *clock)
{
    if (!clock->tiles || clock->tiles == tiles_hash(traffic))
        return false;
    clock->has_more = true;
    clock->news = (tile_box){ 0, 0, clock->width - 1, clock->height - 1 };
    return true;
}
