#include "forest/sides.h"

#include <string.h>

#include "forest/gate.h"

/// Dropped edges are cleared away if there are more of them than this, and more than edges in use.
enum { DROPPED_MOST = 256 };

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

/// True if an edit may have changed what a sector sees: its circle reaches into the beam, nearer than the sector's
/// reach.
static bool is_reached(const scanner *scanner, const viewpoint *from, int sector, const seen_sector *seen,
                       const tree_edit *edit)
{
    const sector_table *table = scanner->table;
    const double own = from->radius, radius = edit->within.radius + scanner->body + GATE;
    if (edit->slot == from->slot)
        return true;
    const double x = edit->within.x - from->x, y = edit->within.y - from->y;
    const vector centre = vector_to_frame(table->axis[sector], from->sense, x, y);
    if (centre.x < -(own + radius) || !sector_is_met(table, centre, own, radius + 1e-9 * (own + radius)))
        return false;
    const double far = sector_reach_toward(table, &seen->reach, centre, own, radius) + radius;
    return x * x + y * y <= far * far;
}

bool sides_are_valid(const sides *known, const scanner *scanner, uint32_t side, int sector,
                     const seen_sector *seen)
{
    const fw_forest *forest = scanner->forest;
    if (forest->version - seen->version > TREE_LOG)
        return false;
    const viewpoint from = side_viewpoint(forest, known->body, side);
    for (uint64_t i = seen->version; i < forest->version; i++)
        if (is_reached(scanner, &from, sector, seen, &forest->log[i % TREE_LOG]))
            return false;
    return true;
}

/// Copies the edges in use to a list without dropped ones. Without memory, nothing changes.
static void clear_away(sides *known)
{
    edge_list *kept = &known->spare;
    kept->count = 0;
    if (MEMORY_RESERVE(known->memory, kept->items, kept->capacity, known->edges.count) != FW_OK)
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

fw_result sides_prepare(sides *known, const fw_forest *forest, double body)
{
    const size_t before = known->place_capacity, needed = 2 * (size_t)forest->slot_count;
    if (MEMORY_RESERVE(known->memory, known->places, known->place_capacity, needed) != FW_OK)
        return FW_NO_MEMORY;
    if (known->place_capacity > before)
        memset(known->places + before, 0, (known->place_capacity - before) * sizeof *known->places);
    const uint64_t behind = forest->version - known->version;
    if (known->body != body || behind > TREE_LOG)
        forget_all(known);
    known->body = body;
    known->version = forest->version;
    if (known->dropped > DROPPED_MOST && 2 * known->dropped > known->edges.count)
        clear_away(known);
    return FW_OK;
}

/// The record of a side, which is made if there is none; null: there is no memory.
static seen_side *side_of(sides *known, uint32_t side)
{
    uint32_t *place = &known->places[side];
    if (*place)
        return &known->seen[*place - 1];
    if (MEMORY_RESERVE(known->memory, known->seen, known->seen_capacity, known->seen_count + 1) != FW_OK)
        return NULL;
    seen_side *added = &known->seen[known->seen_count++];
    memset(added, 0, sizeof *added);
    added->side = side;
    *place = (uint32_t)known->seen_count;
    return added;
}

fw_result sides_sector(sides *known, scanner *scanner, uint32_t side, int sector, seen_sector **found)
{
    seen_side *seen = side_of(known, side);
    if (!seen)
        return FW_NO_MEMORY;
    seen_sector *known_sector = &seen->sectors[sector];
    if (known_sector->count && known_sector->version != known->version &&
        !sides_are_valid(known, scanner, side, sector, known_sector))
        drop(known, known_sector);
    if (!known_sector->count) {
        const size_t first = known->edges.count;
        const viewpoint from = side_viewpoint(scanner->forest, known->body, side);
        if (scanner_scan(scanner, &from, sector, NULL, &known->edges, &known_sector->reach) != FW_OK)
            return FW_NO_MEMORY;
        known_sector->first = (uint32_t)first;
        known_sector->count = (uint32_t)(known->edges.count - first);
    }
    known_sector->version = known->version;
    *found = known_sector;
    return FW_OK;
}
