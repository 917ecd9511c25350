#include "traffic/agent_def.h"

#include <float.h>

#include "base/def.h"
#include "base/refusal.h"
#include "curve/sweep_line.h"
#include "traffic/agent_state.h"
#include "traffic/crowd_cells.h"
#include "traffic/kinds.h"
#include "traffic/reservation.h"
#include "traffic/roster.h"

static const fw_agent_def defaults = { .bytes = sizeof defaults,
                                       .cookie = AGENT_DEF_COOKIE,
                                       .top = 1,
                                       .acceleration = 1,
                                       .braking = 1,
                                       .lateral = 1,
                                       .sides = 1,
                                       .layers = USUAL_LAYER,
                                       .gives_way_to = ALL_SIDES,
                                       .may_push = ALL_SIDES };

fw_result fw_agent_def_init(fw_agent_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_agent_def fw_default_agent_def(void)
{
    return defaults;
}

/// Judges the numbers of a def.
static fw_result judge_numbers(const fw_agent_def *def, fw_refusal *why)
{
    static const char *const speed = "the top speed must be from .001 to 100 tiles per second",
                             *const rate = "the acceleration must be from .01 to 10,000 tiles per second^2";
    const struct {
        const char *field;
        double value, least, most;
        const char *reason;
    } numbers[] = { { "start.x", def->start.x, -DBL_MAX, DBL_MAX, "" },
                    { "start.y", def->start.y, -DBL_MAX, DBL_MAX, "" },
                    { "start.heading", def->start.heading, -DBL_MAX, DBL_MAX, "" },
                    { "top", def->top, 1e-3, 100, speed },
                    { "acceleration", def->acceleration, 1e-2, 1e4, rate },
                    { "braking", def->braking, 1e-2, 1e4, rate },
                    { "lateral", def->lateral, 1e-2, 1e4, rate } };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(numbers[i].value >= numbers[i].least && numbers[i].value <= numbers[i].most))
            return refuse_number(why, numbers[i].value, FW_BAD_VALUE, numbers[i].field, numbers[i].reason);
    // The unit must be able to speed up and brake within a reservation.
    if (def->top / def->acceleration + def->top / def->braking > FW_TRAFFIC_KNOT * (MOST_KNOTS - 4))
        return refuse_both(
            why, FW_BAD_VALUE, "top", def->acceleration < def->braking ? "acceleration" : "braking",
            "it must not take more than 3 seconds to speed up to the top speed and brake again");
    return def->id == 0 ? refuse(why, FW_BAD_VALUE, "id", "the id must not be 0") : FW_OK;
}

/// A body that stands.
typedef struct stand {
    const fw_traffic *traffic;
    reservation plan;
    double radius;
    uint32_t slot; ///< of the unit itself; NO_AGENT: it is new
} stand;

static bool is_clear_of(const stand *place, uint32_t slot)
{
    if (slot == place->slot)
        return true;
    const agent *other = &place->traffic->agents[slot];
    const double radii = place->radius + radius_of(place->traffic, other);
    reservation room;
    const reservation *rest = agent_reservation(place->traffic, other, &room);
    const fw_pose now = agent_now(place->traffic, other, NULL);
    const double least = radii - FW_TOUCH / 2, dx = now.x - place->plan.knots[0].x,
                 dy = now.y - place->plan.knots[0].y;
    const reservation interval = agent_interval(place->traffic, other); // is part of the motion, too
    return dx * dx + dy * dy >= least * least &&
           reservations_are_apart(&place->plan, &interval, radii, other->limits.top,
                                  place->traffic->clock.knot) &&
           reservations_are_apart(&place->plan, rest, radii, other->limits.top,
                                  place->traffic->clock.knot + 1);
}

bool agent_place_is_free(const fw_traffic *traffic, const agent_kind *body, uint32_t layers, double x,
                         double y, uint32_t slot)
{
    if (!sweep_line_is_free(&body->ground, &body->body, x, y, x, y))
        return false;
    stand place = { .traffic = traffic,
                    .plan = reservation_standing(traffic->clock.knot, (fw_pose){ x, y, 0 }),
                    .radius = body->radius,
                    .slot = slot };
    // A box may hold only part of the interval under way, but no unit goes farther than `most_half` in one interval.
    const double reach = body->radius + PAIR_ROOM + traffic->crowd.most_half;
    const fw_box box = box_around(x, y, reach);
    const int32_t count = crowd_on_layers(traffic, &box, layers);
    for (int32_t i = 0; i < count; i++)
        if (!is_clear_of(&place, traffic->crowd.found[i]))
            return false;
    return true;
}

fw_result agent_judge(fw_traffic *traffic, const fw_agent_def *given, fw_agent_def *def, fw_refusal *why)
{
    fw_agent_def room;
    given = def_whole(given, &defaults, sizeof defaults, &room);
    if (!given)
        return refuse(why, FW_BAD_DEF, "cookie", "the agent must be filled by fw_agent_def_init() first");
    *def = *given;
    fw_result judged = judge_numbers(def, why);
    if (judged != FW_OK || !traffic)
        return judged;
    if (traffic_slot_of(traffic, def->id) != NO_AGENT)
        return refuse(why, FW_BAD_VALUE, "id", "a unit of the traffic has this id");
    const map_unit *unit;
    judged = agent_judge_kind(traffic, def->unit, &unit, why);
    if (judged != FW_OK)
        return judged;
    if (traffic_refresh_kinds(traffic) != FW_OK)
        return refuse(why, FW_UNKNOWN_UNIT, "unit",
                      "the map has lost the kind of another unit of the traffic");
    const agent_kind kind = agent_kind_of(traffic, unit, def->unit);
    if (!traffic_is_on_map(traffic, def->start.x, def->start.y))
        return refuse(why, FW_OUT_OF_BOUNDS, "start", "the start lies outside the map");
    if (!agent_place_is_free(traffic, &kind, def->layers, def->start.x, def->start.y, NO_AGENT))
        return refuse(why, FW_START_BLOCKED, "start",
                      "the unit cannot stand at its start: its body overlaps a blocked tile or another unit");
    return FW_OK;
}

fw_refusal fw_agent_refusal(fw_traffic *traffic, const fw_agent_def *def)
{
    fw_refusal why = refusal_none();
    fw_agent_def complete;
    if (traffic)
        traffic_look(traffic);
    if (def)
        agent_judge(traffic, def, &complete, &why);
    else
        refuse(&why, FW_NULL_ARGUMENT, "def", "the pointer must not be null");
    return why;
}
