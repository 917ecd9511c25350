#include "explain/flood.h"

#include <stdlib.h>
#include <string.h>

#include "grid/grid_moves.h"
#include "plan/query.h"

enum { MOST_ANCHORS = 8 * MOST_RINGS }; ///< on a ring

fw_result flood_open(flood *flood, memory *memory, const map_version *map, const fw_overlay *overlay,
                     fw_corner_rule corners)
{
    const size_t count = (size_t)(map->width + 2) * (size_t)(map->height + 2);
    *flood = (struct flood){
        .memory = memory, .map = map, .overlay = overlay, .corners = corners, .count = count
    };
    flood->from = memory_get_zeroed(memory, count, 1);
    return flood->from ? FW_OK : FW_NO_MEMORY;
}

void flood_close(flood *flood)
{
    flood_list *lists[] = { &flood->now, &flood->next, &flood->dear };
    for (int i = 0; i < 3; i++)
        memory_give_back(flood->memory, lists[i]->items, lists[i]->capacity, sizeof *lists[i]->items);
    memory_give_back(flood->memory, flood->from, flood->count, 1);
}

void flood_free_room(const flood *flood, flood_room *room)
{
    memory_give_back(flood->memory, room->sides, flood->count, 1);
    room->sides = NULL;
}

fw_result flood_measure(const flood *flood, uint32_t terrains, int32_t most, flood_room *room)
{
    const map_version *map = flood->map;
    uint8_t *sides = memory_get_zeroed(flood->memory, flood->count, 1);
    room->sides = sides;
    if (!sides)
        return FW_NO_MEMORY;
    for (int32_t y = map->height - 1; y >= 0; y--) {
        const uint8_t *row = tile_row(tiles_rows(&map->tiles), y);
        for (int32_t x = map->width - 1; x >= 0; x--) {
            const uint32_t at = flood_index(flood, x, y), below = flood_index(flood, x, y + 1);
            const bool is_open =
                (terrains >> row[x] & 1) && !(flood->overlay && (overlay_blocked(flood->overlay, x, y) & 1));
            uint8_t least = sides[at + 1] < sides[below] ? sides[at + 1] : sides[below];
            least = sides[below + 1] < least ? sides[below + 1] : least;
            if (is_open)
                sides[at] = (uint8_t)(least < most ? least + 1 : most);
        }
    }
    return FW_OK;
}

/// True if a search may stand at a place where a square fits.
static bool admits(const flood *flood, uint32_t index, int32_t side)
{
    return !flood->overlay ||
           overlay_admits(flood->overlay, side, flood_x(flood, index), flood_y(flood, index));
}

static bool fits(const flood *flood, const flood_room *room, int32_t side, uint32_t index)
{
    return room->sides[index] >= side && admits(flood, index, side);
}

fw_result flood_push(flood *flood, flood_list *list, uint32_t index, uint8_t from)
{
    const fw_result reserved = MEMORY_RESERVE(flood->memory, list->items, list->capacity, list->count + 1);
    if (reserved == FW_OK)
        list->items[list->count++] = (flood_step){ index, from };
    return reserved;
}

/// Adds the places of a ring around an anchor where a square fits.
static int add_ring(const flood *flood, const flood_room *room, int32_t side, const pose_anchor *middle,
                    int32_t ring, uint32_t *found)
{
    int count = 0;
    for (int32_t dy = -ring; dy <= ring; dy++)
        for (int32_t dx = -ring; dx <= ring; dx += abs(dy) == ring ? 1 : 2 * ring) {
            const int32_t x = middle->x + dx, y = middle->y + dy;
            const bool is_on_map = x >= 0 && y >= 0 && x < flood->map->width && y < flood->map->height;
            if (is_on_map && fits(flood, room, side, flood_index(flood, x, y)))
                found[count++] = flood_index(flood, x, y);
        }
    return count;
}

/// The anchors that stand for a pose: the one under it or, if a square does not fit there, those of the nearest ring
/// around it where it does.
///
/// @param[out] found  [index * MOST_ANCHORS]
/// @return how many
static int anchors_of(const flood *flood, const flood_room *room, int32_t side, fw_pose pose, uint32_t *found)
{
    const pose_anchor middle = { .x = anchor_of(pose.x, side) < 0 ? 0 : anchor_of(pose.x, side),
                                 .y = anchor_of(pose.y, side) < 0 ? 0 : anchor_of(pose.y, side) };
    if (middle.x >= flood->map->width || middle.y >= flood->map->height)
        return 0;
    found[0] = flood_index(flood, middle.x, middle.y);
    if (fits(flood, room, side, found[0]))
        return 1;
    const int32_t most = side < MOST_RINGS ? side : MOST_RINGS;
    int count = 0;
    for (int32_t ring = 1; ring <= most && count == 0; ring++)
        count = add_ring(flood, room, side, &middle, ring, found);
    return count;
}

fw_result flood_add_start(flood *flood, const flood_room *room, int32_t side, fw_pose pose)
{
    uint32_t found[MOST_ANCHORS];
    const int count = anchors_of(flood, room, side, pose, found);
    for (int i = 0; i < count; i++)
        if (flood_push(flood, &flood->now, found[i], FLOOD_START) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// The place that a move leads to.
static uint32_t beside(const flood *flood, uint32_t index, int move)
{
    return index + (uint32_t)(move_dy[move] * (flood->map->width + 2) + move_dx[move]);
}

uint32_t flood_moves(const flood *flood, const flood_room *room, int32_t side, uint32_t index)
{
    uint32_t free = 0;
    for (int move = 0; move < MOVE_COUNT; move++)
        free |= (uint32_t)(room->sides[beside(flood, index, move)] >= side) << move;
    free = moves_allowed(free, flood->corners);
    return flood->overlay ? free & ~(uint32_t)overlay_forbidden(flood->overlay, side, flood_x(flood, index),
                                                                flood_y(flood, index))
                          : free;
}

/// Takes the next level: places as many moves away or, if there are none left, those on other terrains.
static bool next_level(flood *flood)
{
    flood->now.count = 0;
    flood_list *from = flood->next.count > 0 ? &flood->next : &flood->dear;
    const flood_list level = *from;
    *from = flood->now;
    flood->now = level;
    return level.count > 0;
}

fw_result flood_spread(flood *flood, const flood_room *room, int32_t side, const flood_room *own)
{
    memset(flood->from, 0, flood->count);
    do {
        for (size_t i = 0; i < flood->now.count; i++) {
            const flood_step step = flood->now.items[i];
            if (flood->from[step.index])
                continue;
            flood->from[step.index] = step.from;
            const uint32_t moves = flood_moves(flood, room, side, step.index);
            for (int move = 0; move < MOVE_COUNT; move++) {
                const uint32_t to = beside(flood, step.index, move);
                if (!(moves >> move & 1) || flood->from[to] || !admits(flood, to, side))
                    continue;
                flood_list *list = own && own->sides[to] < side ? &flood->dear : &flood->next;
                if (flood_push(flood, list, to, (uint8_t)(1 + move)) != FW_OK)
                    return FW_NO_MEMORY;
            }
        }
    } while (next_level(flood));
    return FW_OK;
}

bool flood_reaches(const flood *flood, const flood_room *room, int32_t side, fw_pose pose, uint32_t *index)
{
    uint32_t found[MOST_ANCHORS];
    const int count = anchors_of(flood, room, side, pose, found);
    for (int i = 0; i < count; i++) {
        *index = found[i];
        if (flood->from[*index])
            return true;
    }
    return false;
}

bool flood_step_back(const flood *flood, uint32_t *index)
{
    const uint8_t from = flood->from[*index];
    if (from == FLOOD_START)
        return false;
    *index = beside(flood, *index, move_opposite(from - 1));
    return true;
}

fw_pose flood_centre(const flood *flood, uint32_t index, int32_t side)
{
    return centre_of(flood_x(flood, index), flood_y(flood, index), side);
}
