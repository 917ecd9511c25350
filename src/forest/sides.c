#include "forest/sides.h"

#include <string.h>

#include "forest/gate.h"

/// A circle is narrower than a sector, as seen from another one, if the sine of a sector's width times the distance is
/// larger than so many times both radii; 1 but for rounding.
#define WIDE 1.01

/// More dropped edges than this, and than edges that are left, are cleared away.
enum { DROPPED_MOST = 256 };

void sides_free(sides *known)
{
    if (!known->memory)
        return;
    memory_give_back(known->memory, known->places, known->place_capacity, sizeof *known->places);
    memory_give_back(known->memory, known->seen, known->seen_capacity, sizeof *known->seen);
    memory_give_back(known->memory, known->edges.items, known->edges.capacity, sizeof *known->edges.items);
    memory_give_back(known->memory, known->spare.items, known->spare.capacity, sizeof *known->spare.items);
}

size_t sides_bytes(const sides *known)
{
    return known->place_capacity * sizeof *known->places + known->seen_capacity * sizeof *known->seen +
           (known->edges.capacity + known->spare.capacity) * sizeof *known->edges.items;
}

static void forget_all(sides *known)
{
    for (size_t i = 0; i < known->seen_count; i++)
        known->places[known->seen[i].side] = 0;
    known->seen_count = known->edges.count = known->dropped = 0;
}

static void drop(sides *known, seen_sector *sector)
{
    known->dropped += sector->count;
    sector->count = 0;
}

/// Drops a sector if a circle reaches into its beam, nearer than what was looked at.
///
/// @param radius  of the circle, and what it may miss the beam by
static void drop_if_reached(sides *known, seen_side *seen, int sector, const sector_table *table,
                            const viewpoint *from, vector away, double radius)
{
    seen_sector *looked = &seen->sectors[sector];
    const double far = looked->reach + radius, own = from->radius;
    if (!looked->count || away.x * away.x + away.y * away.y > far * far)
        return;
    const vector centre = vector_to_frame(table->axis[sector], from->sense, away.x, away.y);
    if (centre.x >= -(own + radius) && sector_is_met(table, centre, own, radius + 1e-9 * (own + radius)))
        drop(known, looked);
}

/// Drops the sectors of a side that an edit of another circle reaches. A circle whose distance is large enough lies in
/// the sectors around its direction only.
static void drop_reached(sides *known, seen_side *seen, const sector_table *table, const viewpoint *from,
                         const fw_tree *within)
{
    const vector away = { within->x - from->x, within->y - from->y };
    const double square = away.x * away.x + away.y * away.y, radius = within->radius + known->body + GATE;
    const double far = seen->reach + radius, sine = table->border[1].y, wide = WIDE * (from->radius + radius);
    if (square > far * far)
        return;
    if (square * sine * sine <= wide * wide) {
        for (int i = 0; i < SECTORS; i++)
            drop_if_reached(known, seen, i, table, from, away, radius);
        return;
    }
    const int toward =
        sector_toward(table, (vector){ away.x, from->sense == TURN_LEFTWARD ? -away.y : away.y });
    for (int i = SECTORS - 1; i <= SECTORS + 1; i++)
        drop_if_reached(known, seen, (toward + i) % SECTORS, table, from, away, radius);
}

static void drop_all(sides *known, seen_side *seen)
{
    for (int i = 0; i < SECTORS; i++)
        drop(known, &seen->sectors[i]);
}

/// Drops the sectors that the edits since a version reach.
static void catch_up(sides *known, const fw_forest *forest, const sector_table *table)
{
    for (size_t at = 0; at < known->seen_count; at++) {
        seen_side *seen = &known->seen[at];
        const viewpoint from = side_viewpoint(forest, known->body, seen->side);
        for (uint64_t i = known->version; i < forest->version; i++) {
            const tree_edit *edit = &forest->log[i % TREE_LOG];
            if (edit->slot == from.slot)
                drop_all(known, seen);
            else
                drop_reached(known, seen, table, &from, &edit->within);
        }
    }
}

/// Copies the edges that are left to where there are no dropped ones between; without memory they stay as they are.
static void clear_away(sides *known)
{
    edge_list *kept = &known->spare;
    kept->count = 0;
    if (memory_reserve(known->memory, &kept->items, &kept->capacity, known->edges.count,
                       sizeof *kept->items) != FW_OK)
        return;
    for (seen_side *seen = known->seen; seen < known->seen + known->seen_count; seen++)
        for (int i = 0; i < SECTORS; i++) {
            seen_sector *sector = &seen->sectors[i];
            memcpy(kept->items + kept->count, known->edges.items + sector->first,
                   sector->count * sizeof *kept->items);
            sector->first = (uint32_t)kept->count;
            kept->count += sector->count;
        }
    const edge_list swapped = known->edges;
    known->edges = *kept;
    known->spare = swapped;
    known->dropped = 0;
}

fw_result sides_prepare(sides *known, const fw_forest *forest, const sector_table *table, double body)
{
    const size_t before = known->place_capacity, needed = 2 * (size_t)forest->slot_count;
    if (memory_reserve(known->memory, &known->places, &known->place_capacity, needed,
                       sizeof *known->places) != FW_OK)
        return FW_NO_MEMORY;
    if (known->place_capacity > before)
        memset(known->places + before, 0, (known->place_capacity - before) * sizeof *known->places);
    const uint64_t behind = forest->version - known->version;
    if (known->body != body || behind > TREE_LOG)
        forget_all(known);
    catch_up(known, forest, table);
    known->body = body;
    known->version = forest->version;
    if (known->dropped > DROPPED_MOST && 2 * known->dropped > known->edges.count)
        clear_away(known);
    return FW_OK;
}

/// Where a side is among those that searches came to; null: there is no memory.
static seen_side *side_of(sides *known, uint32_t side)
{
    uint32_t *place = &known->places[side];
    if (*place)
        return &known->seen[*place - 1];
    if (memory_reserve(known->memory, &known->seen, &known->seen_capacity, known->seen_count + 1,
                       sizeof *known->seen) != FW_OK)
        return NULL;
    seen_side *added = &known->seen[known->seen_count++];
    memset(added, 0, sizeof *added);
    added->side = side;
    *place = (uint32_t)known->seen_count;
    return added;
}

fw_result sides_sector(sides *known, outlook *looking, uint32_t side, int sector, seen_sector **found)
{
    seen_side *seen = side_of(known, side);
    if (!seen)
        return FW_NO_MEMORY;
    seen_sector *at = &seen->sectors[sector];
    if (!at->count) {
        const size_t first = known->edges.count;
        const viewpoint from = side_viewpoint(looking->forest, known->body, side);
        if (outlook_look(looking, &from, sector, NULL, &known->edges, &at->reach) != FW_OK)
            return FW_NO_MEMORY;
        at->first = (uint32_t)first;
        at->count = (uint32_t)(known->edges.count - first);
        seen->reach = fmax(seen->reach, at->reach);
    }
    *found = at;
    return FW_OK;
}
