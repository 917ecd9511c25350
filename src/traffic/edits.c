#include "traffic/edits.h"

#include <math.h>

#include "traffic/agent_plan.h"
#include "traffic/agent_state.h"
#include "traffic/flow.h"
#include "traffic/held_place.h"
#include "traffic/jams.h"
#include "traffic/kinds.h"
#include "traffic/news.h"
#include "traffic/rally.h"
#include "traffic/reservation.h"
#include "traffic/sight.h"
#include "traffic/site.h"
#include "traffic/way_queue.h"
#include "traffic/way_sight.h"
#include "traffic/yield.h"

/// What changes of the map mean to the units.

/// Blocked tiles farther away from a body than this do not matter to it, in tiles.
#define REACH 2.0

/// Lets a unit seek a place anew if a wall stands on its place near the point of its order, or if the unit could not
/// get there and no wall stands on the point: others may have the place now.
///
/// @return true if it has lost its place
static bool seek_place_anew(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const double x = unit->order.x, y = unit->order.y;
    const bool was_refused = unit->pursuit.refused != FW_OK && way_may_stand(traffic, unit, x, y);
    const bool has_lost =
        !agent_has_its_point(unit) &&
        (was_refused || !way_may_stand(traffic, unit, unit->order.place_x, unit->order.place_y));
    if (!unit->order.has_goal || !(has_lost || was_refused))
        return false;
    rally_enter(traffic, slot, x, y);
    if (!has_lost || unit->relation.yields_to != NO_AGENT)
        return false;
    unit->order.goal_x = x;
    unit->order.goal_y = y;
    agent_set_arrival(traffic, unit, IS_UNDER_WAY);
    return true;
}

/// After a change of the map: if walls block the unit's reservation, the unit plans at once; if they block its way, it
/// asks for another one.
static fw_result notice_edits(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const agent_kind *kind = kind_of(traffic, unit);
    const double x = unit->plan.stop_x, y = unit->plan.stop_y;
    reservation room;
    if (unit->jam.number == NO_JAM) // a joint plan leads the others, unless the change is near it
        agent_leave_course(unit);
    agent_forget_closest(unit);
    sight_forget(unit);
    const bool is_leaving = agent_is_leaving_wall(unit, traffic->clock.knot);
    unit->exit_x = is_leaving ? unit->exit_x : 0;
    unit->pursuit.is_cut =
        (!is_leaving &&
         !reservation_is_on_free_ground(&kind->ground, &kind->body, agent_reservation(traffic, unit, &room),
                                        traffic->clock.knot + 1)) ||
        !way_may_stand(traffic, unit, x, y);
    if (unit->pursuit.is_cut) {
        jam_forget(traffic, slot);
        agent_plan(traffic, slot);
    }
    const bool stays_near =
        agent_has_been(unit) && unit->pursuit.is_cut; // it rests where it comes out of the wall
    const bool has_lost = !stays_near && seek_place_anew(traffic, slot);
    const bool asks =
        unit->order.has_goal && (unit->pursuit.refused != FW_OK || has_lost ||
                                 way_is_cut(traffic, unit, unit->way.next, unit->way.count - 1));
    held_place_refuse(traffic, unit, FW_OK);
    const bool may_go = stays_near || way_judge_goal(traffic, unit);
    if (asks)
        unit->pursuit.faults.lacks_first = unit->pursuit.faults.lacks_last =
            false; // it needs another way altogether
    return asks && may_go ? way_ask(traffic, slot) : FW_OK;
}

/// True if a line comes near a box, within reach of a side.
static bool line_comes_near(const fw_box *box, double x, double y, double to_x, double to_y, double reach)
{
    const double half_x = (box->max_x - box->min_x) / 2 + reach,
                 half_y = (box->max_y - box->min_y) / 2 + reach;
    const double dx = (to_x - x) / 2, dy = (to_y - y) / 2;
    const double away_x = box->min_x / 2 + box->max_x / 2 - x - dx,
                 away_y = box->min_y / 2 + box->max_y / 2 - y - dy;
    return fabs(away_x) <= half_x + fabs(dx) && fabs(away_y) <= half_y + fabs(dy) &&
           fabs(dx * away_y - dy * away_x) <= fabs(dx) * half_y + fabs(dy) * half_x;
}

/// True if the rest of a unit's way comes near a box.
static bool way_comes_near(const agent *unit, const fw_box *box, double reach)
{
    const way_point *points = unit->way.points;
    for (int32_t i = unit->way.next; i + 1 < unit->way.count; i++)
        if (line_comes_near(box, points[i].x, points[i].y, points[i + 1].x, points[i + 1].y, reach))
            return true;
    return false;
}

/// True if changes of the map within a box may concern a unit. A course may lead anywhere near the unit's way, and a
/// unit without a way may get one by a change far away.
static bool is_concerned(const fw_traffic *traffic, uint32_t slot, const fw_box *changed)
{
    const agent *unit = &traffic->agents[slot];
    const sight *free = &unit->pursuit.sight;
    const double reach = radius_of(traffic, unit) + REACH, x = unit->order.goal_x, y = unit->order.goal_y;
    return unit->pursuit.is_cut || unit->pursuit.refused != FW_OK ||
           agent_is_leaving_wall(unit, traffic->clock.knot) || agent_has_course(unit) ||
           gap_between(&traffic->crowd.marks[slot].box, changed) <= reach ||
           line_comes_near(changed, x, y, x, y, reach) ||
           line_comes_near(changed, unit->order.place_x, unit->order.place_y, unit->order.place_x,
                           unit->order.place_y, reach) ||
           line_comes_near(changed, free->x, free->y, free->to_x, free->to_y,
                           reach + fabs((double)free->room)) ||
           way_comes_near(unit, changed, reach);
}

fw_result traffic_take_edits(fw_traffic *traffic)
{
    if (!traffic_has_news(traffic))
        return FW_OK;
    sites_notice_edits(traffic);
    const tile_box tiles = traffic_news(traffic);
    traffic_refresh_kinds(traffic); // cannot fail: it was done before sites ended
    const fw_box changed = { tiles.left, tiles.top, tiles.right + 1.0, tiles.bottom + 1.0 };
    jams_notice_edits(traffic, &changed);
    yield_retry(traffic);
    flows_notice_edits(traffic);
    for (int32_t i = 0; i < traffic->count; i++) {
        const uint32_t slot = traffic->by_id[i];
        const fw_result result = is_concerned(traffic, slot, &changed) ? notice_edits(traffic, slot) : FW_OK;
        if (result != FW_OK)
            return result;
    }
    traffic->map_version = map_version_number(traffic->map);
    traffic->around.sites.news = NO_TILES;
    return FW_OK;
}
