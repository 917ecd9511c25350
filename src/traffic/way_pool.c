#include "traffic/way_pool.h"

#include <string.h>

#include "base/must_hold.h"
#include "base/vector.h"

/// A full pool is compacted. If less than one part in FREE_PART is free after that, it grows.
enum { FREE_PART = 32 };

enum { LEAST_POOL = 1 << 10 };

/// A block of the pool: the points of a unit's way, or of a way that no unit has any more.
typedef struct way_block {
    uint32_t slot; ///< of the unit that got the block
    int32_t room;
    way_point points[]; ///< [point * room]
} way_block;

static size_t block_bytes(size_t room)
{
    return sizeof(way_block) + room * sizeof(way_point);
}

static way_block *block_at(unsigned char *pool, size_t at)
{
    return (void *)(pool + at);
}

/// Drops the corners that nothing reads any more: the unit may not go back to them nor, having gone back, look at them,
/// and the search for gates has passed them. The middle of a gate that has been entered but not left yet is still to be
/// found.
///
/// @return their number
static int32_t drop_passed(fw_traffic *traffic, agent *unit)
{
    const gate *gate = &unit->pursuit.gate;
    way *way = &unit->way;
    const double needed = gate->enter > gate->searched ? gate->enter : gate->searched;
    const int32_t most = way->farthest - WAY_BACK - SEEN_BACK;
    if (most <= 0 || way->count == 0)
        return 0;
    const double *rests = way_rests(traffic, unit);
    int32_t passed = 0;
    while (passed < most && rests[passed + 1] > needed)
        passed++;
    way_has_changed(traffic);
    way->count -= passed;
    way->next -= passed;
    way->farthest -= passed;
    return passed;
}

/// Moves the blocks that units use to the beginning of a pool, without gaps. `to` may be the same pool.
static void compact(fw_traffic *traffic, unsigned char *to)
{
    size_t used = 0;
    for (size_t at = 0, bytes; at < traffic->ways.used; at += bytes) {
        const way_block *block = block_at(traffic->ways.pool, at);
        const uint32_t slot = block->slot;
        agent *unit = &traffic->agents[slot];
        way *way = &unit->way;
        bytes = block_bytes((size_t)block->room);
        if (way->points != block->points)
            continue;
        way_block *kept = block_at(to, used);
        const int32_t passed = drop_passed(traffic, unit);
        if (way->count > 0)
            memmove(kept->points, block->points + passed, (size_t)way->count * sizeof *way->points);
        way->points = way->count > 0 ? kept->points : NULL;
        way->room = way->count;
        if (way->count == 0)
            continue;
        kept->slot = slot;
        kept->room = way->room;
        used += block_bytes((size_t)kept->room);
    }
    traffic->ways.used = used;
}

/// Makes room for a block.
static fw_result make_room(fw_traffic *traffic, size_t bytes)
{
    compact(traffic, traffic->ways.pool);
    const size_t needed = traffic->ways.used + bytes;
    if (needed <= traffic->ways.bytes - traffic->ways.bytes / FREE_PART)
        return FW_OK;
    const size_t wanted = needed + needed / FREE_PART * 2 + LEAST_POOL;
    unsigned char *pool = memory_get(&traffic->memory, wanted, 1);
    if (!pool)
        return needed <= traffic->ways.bytes ? FW_OK : FW_NO_MEMORY;
    compact(traffic, pool);
    memory_give_back(&traffic->memory, traffic->ways.pool, traffic->ways.bytes, 1);
    traffic->ways.pool = pool;
    traffic->ways.bytes = wanted;
    return FW_OK;
}

/// Makes room for the lengths of a way.
static fw_result reserve_rests(fw_traffic *traffic, int32_t count)
{
    return MEMORY_RESERVE(&traffic->memory, traffic->ways.rests, traffic->ways.rest_room, (size_t)count);
}

fw_result way_reserve_lines(fw_traffic *traffic, int32_t count)
{
    const size_t bytes = (size_t)count * block_bytes(2);
    if (reserve_rests(traffic, 2) != FW_OK)
        return FW_NO_MEMORY;
    return bytes <= traffic->ways.bytes - traffic->ways.used ? FW_OK : make_room(traffic, bytes);
}

fw_result way_reserve(fw_traffic *traffic, uint32_t slot, int32_t count)
{
    way *way = &traffic->agents[slot].way;
    if (count <= way->room)
        return FW_OK;
    const size_t bytes = block_bytes((size_t)count);
    if (reserve_rests(traffic, count) != FW_OK)
        return FW_NO_MEMORY;
    if (bytes > traffic->ways.bytes - traffic->ways.used && make_room(traffic, bytes) != FW_OK)
        return FW_NO_MEMORY;
    way_block *block = block_at(traffic->ways.pool, traffic->ways.used);
    block->slot = slot;
    block->room = count;
    if (way->count > 0)
        memcpy(block->points, way->points, (size_t)way->count * sizeof *way->points);
    way->points = block->points;
    way->room = count;
    traffic->ways.used += bytes;
    return FW_OK;
}

fw_result way_provide(fw_traffic *traffic)
{
    size_t bytes = 0;
    int32_t most = 0;
    for (uint32_t slot = 0; slot < traffic->roster.slots; slot++) {
        const int32_t count = traffic->agents[slot].way.count;
        bytes += count > 0 ? block_bytes((size_t)count) : 0;
        most = count > most ? count : most;
    }
    must_hold(traffic->ways.used == 0);
    if (reserve_rests(traffic, most) != FW_OK ||
        (bytes > traffic->ways.bytes && make_room(traffic, bytes) != FW_OK))
        return FW_NO_MEMORY;
    for (uint32_t slot = 0; slot < traffic->roster.slots; slot++) {
        way *way = &traffic->agents[slot].way;
        if (way->count == 0)
            continue;
        way_block *block = block_at(traffic->ways.pool, traffic->ways.used);
        block->slot = slot;
        block->room = way->room = way->count;
        way->points = block->points;
        traffic->ways.used += block_bytes((size_t)way->count);
    }
    return FW_OK;
}

const double *way_rests(fw_traffic *traffic, const agent *unit)
{
    const way *way = &unit->way;
    const uint32_t slot = agent_slot(traffic, unit);
    if (traffic->ways.measured == slot)
        return traffic->ways.rests;
    double rest = 0;
    for (int32_t i = way->count - 1; i >= 0; i--) {
        if (i + 1 < way->count) {
            const double dx = way->points[i + 1].x - way->points[i].x,
                         dy = way->points[i + 1].y - way->points[i].y;
            rest += hypotenuse(dx, dy);
        }
        traffic->ways.rests[i] = rest;
    }
    traffic->ways.measured = slot;
    return traffic->ways.rests;
}
