// A hash of what all units do and are about to do.

#include <string.h>

#include "fairway/traffic_queries.h"
#include "traffic/agent_state.h"

/// Adds a number to a hash: FNV-1a by words, of which each is mixed.
static uint64_t add(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

static uint64_t add_double(uint64_t hash, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return add(hash, bits);
}

static uint64_t add_knot(uint64_t hash, const knot *at)
{
    hash = add_double(add_double(hash, at->x), at->y);
    return add_double(add_double(hash, at->vx), at->vy);
}

/// Adds what a unit does and is about to do.
static uint64_t add_unit(uint64_t hash, const agent *unit)
{
    const outline *plan = &unit->plan;
    const uint64_t phases =
        (uint64_t)plan->share.ramp << 16 | (uint64_t)plan->share.hold << 8 | plan->share.brake;
    hash = add(add(add(hash, unit->id), (uint64_t)agent_activity(unit)), (uint64_t)unit->order.stage);
    hash = add_knot(add_knot(hash, &unit->from), &unit->to);
    hash = add_double(add(add(hash, (uint64_t)plan->first), phases), unit->heading);
    hash =
        add_double(add_double(add_double(add_double(hash, plan->vx), plan->vy), plan->stop_x), plan->stop_y);
    hash = add_double(
        add_double(add_double(add_double(hash, unit->order.x), unit->order.y), unit->order.place_x),
        unit->order.place_y);
    for (int32_t i = unit->way.next; i < unit->way.count; i++)
        hash = add_double(add_double(hash, unit->way.points[i].x), unit->way.points[i].y);
    return hash;
}

uint64_t fw_traffic_hash(const fw_traffic *traffic)
{
    if (!traffic)
        return 0;
    uint64_t hash =
        add_double(add(UINT64_C(0xcbf29ce484222325), (uint64_t)traffic->clock.knot), traffic->clock.phase);
    for (int32_t i = 0; i < traffic->count; i++)
        hash = add_unit(hash, &traffic->agents[traffic->by_id[i]]);
    return hash;
}
