#include <math.h>

#include "base/hash.h"
#include "traffic/inside.h"

enum { LEAST_CELLS = 64 };

/// 2^STRIP_BITS cells side by side are a strip and share a list, so that a search for units looks at fewer lists.
enum { STRIP_BITS = 2 };

static int32_t cell_at(double coordinate)
{
    return (int32_t)floor(coordinate / CELL_SIDE);
}

/// The list of a strip of cells. Strips may share a list.
static uint32_t *head_of(const fw_traffic *traffic, int32_t strip, int32_t y)
{
    const uint64_t hash = hash_64((uint64_t)(uint32_t)strip << 32 | (uint32_t)y);
    return &traffic->cells[hash >> 32 & (traffic->cell_count - 1)];
}

static bool comes_before(const agent *a, const agent *b)
{
    return a->cell_x != b->cell_x ? a->cell_x < b->cell_x : a->id < b->id;
}

/// Enters a unit in the list of its strip, by cell, then by id.
static void enter(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    uint32_t *link = head_of(traffic, unit->cell_x >> STRIP_BITS, unit->cell_y);
    while (*link != NO_AGENT && comes_before(&traffic->agents[*link], unit))
        link = &traffic->agents[*link].next;
    unit->next = *link;
    *link = slot;
}

void crowd_leave(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    uint32_t *link = head_of(traffic, unit->cell_x >> STRIP_BITS, unit->cell_y);
    while (*link != slot)
        link = &traffic->agents[*link].next;
    *link = unit->next;
}

/// Box of the body's centre in the interval under way.
static fw_box box_under_way(const agent *unit)
{
    fw_box box = { unit->from.x, unit->from.y, unit->from.x, unit->from.y };
    interval_widen(&box, &unit->from, &unit->to, unit->drive ? rail_bend(&unit->drive->under_way) : 0);
    return box;
}

void crowd_place(fw_traffic *traffic, uint32_t slot, const reservation *plan)
{
    agent *unit = &traffic->agents[slot];
    fw_box box = reservation_box(plan, traffic->knot + 1);
    const fw_box now = box_under_way(unit);
    box = (fw_box){ fmin(box.min_x, now.min_x), fmin(box.min_y, now.min_y), fmax(box.max_x, now.max_x),
                    fmax(box.max_y, now.max_y) };
    const double half = fmax(box.max_x - box.min_x, box.max_y - box.min_y) / 2;
    const int32_t x = cell_at((box.min_x + box.max_x) / 2), y = cell_at((box.min_y + box.max_y) / 2);
    unit->plan = reservation_outline(plan);
    if (unit->drive)
        unit->drive->plan = *plan;
    if (traffic->unfolded_slot[slot % UNFOLDED] == slot)
        traffic->unfolded_slot[slot % UNFOLDED] = NO_AGENT;
    unit->box = box;
    traffic->most_half = fmax(traffic->most_half, half);
    if (unit->is_used && (unit->cell_x != x || unit->cell_y != y))
        crowd_leave(traffic, slot);
    else if (unit->is_used)
        return;
    unit->is_used = true;
    unit->cell_x = x;
    unit->cell_y = y;
    enter(traffic, slot);
}

const reservation *crowd_reservation(fw_traffic *traffic, uint32_t slot)
{
    reservation *room = &traffic->unfolded[slot % UNFOLDED];
    uint32_t *holds = &traffic->unfolded_slot[slot % UNFOLDED];
    if (*holds == slot)
        return room;
    const reservation *plan = agent_reservation(&traffic->agents[slot], room);
    if (plan == room)
        *holds = slot;
    return plan;
}

fw_result crowd_reserve(fw_traffic *traffic, int32_t count)
{
    size_t needed = LEAST_CELLS;
    while (needed < (size_t)count * 2)
        needed *= 2;
    if (needed <= traffic->cell_count)
        return FW_OK;
    uint32_t *cells = memory_get(&traffic->memory, needed, sizeof *cells);
    if (!cells)
        return FW_NO_MEMORY;
    memory_give_back(&traffic->memory, traffic->cells, traffic->cell_count, sizeof *cells);
    traffic->cells = cells;
    traffic->cell_count = needed;
    for (size_t i = 0; i < needed; i++)
        cells[i] = NO_AGENT;
    crowd_enter_all(traffic);
    return FW_OK;
}

void crowd_enter_all(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++)
        enter(traffic, traffic->by_id[i]);
}

static bool boxes_meet(const fw_box *a, const fw_box *b, double apart)
{
    return a->min_x <= b->max_x + apart && b->min_x <= a->max_x + apart && a->min_y <= b->max_y + apart &&
           b->min_y <= a->max_y + apart;
}

void crowd_near(const fw_traffic *traffic, const fw_box *box, bool (*receive)(void *user, uint32_t slot),
                void *user)
{
    const double reach = traffic->most_half + traffic->most_radius;
    const int32_t from_x = cell_at(box->min_x - reach) >> STRIP_BITS,
                  to_x = cell_at(box->max_x + reach) >> STRIP_BITS;
    const int32_t from_y = cell_at(box->min_y - reach), to_y = cell_at(box->max_y + reach);
    for (int32_t y = from_y; y <= to_y; y++)
        for (int32_t x = from_x; x <= to_x; x++)
            for (uint32_t slot = *head_of(traffic, x, y); slot != NO_AGENT;
                 slot = traffic->agents[slot].next) {
                const agent *unit = &traffic->agents[slot];
                if (unit->cell_x >> STRIP_BITS == x && unit->cell_y == y &&
                    boxes_meet(box, &unit->box, radius_of(traffic, unit) + PAIR_ROOM) && !receive(user, slot))
                    return;
            }
}
