// Costs are in 1 / MOTION_SCALE of a tile of the cheapest terrain; 32 bits hold MOST_COST and a step.
#define SEARCH_COST uint32_t

#include "directional/guides/motion_field.h"

#include <assert.h>

#include "base/block.h"
#include "base/must_hold.h"
#include "directional/motions/motion_norm.h"
#include "grid/field_grow.h"
#include "search/best_first.h"

enum {
    IN_THE_OPEN = 0x8000,        ///< bit of `via`: nothing was blocked in the window around the tile's parent
    NO_MOTION = IN_THE_OPEN - 1, ///< `via` of all tiles without IN_THE_OPEN
    FIELD_SCALE_SHIFT = 16,
    MOST_COST = 1 << 28, ///< the wave ends at this cost; the bound of all tiles beyond is MOST_COST
    AIM_SLICE = 64,      ///< tiles by which the field on the grid grows between two pauses
    BORDER_SLICE = 64,   ///< tiles of the border that the wave enters between two pauses
    WAVE_SLICE = 8       ///< tiles that the wave expands between two tests whether the bound is high enough
};

struct motion_field {
    memory *memory;
    best_first wave; ///< over tiles
    const motion_ground *ground;
    const surcharge *charges;
    perimeter *exact; ///< poses around the goal, whose cost is exact
    lattice_pose start;
    grid_field *to_aim;
    cost wave_f; ///< f of the tile that the wave expanded last; tiles that it has not expanded have no less
    int32_t free_reach; ///< tiles around the start within which paths cost nothing
    size_t border_next; ///< index of the next tile of the border that the wave enters
    cost border_least;  ///< least cost of the tiles of the border that the wave has entered
    bool is_at_start;   ///< the wave has reached the tiles near the start, where extended motions may be used
    bool is_dry;        ///< the wave has expanded all tiles that lead to the goal
    bool is_far;        ///< the wave has expanded all tiles from which the goal costs less than MOST_COST
};

static lattice_pose tile_of(fw_node_id id)
{
    return (lattice_pose){ block_tile_x((uint32_t)id), block_tile_y((uint32_t)id), -1 };
}

motion_field *motion_field_create(memory *memory, page_pool *pool)
{
    motion_field *field = memory_get_zeroed(memory, 1, sizeof *field);
    if (!field)
        return NULL;
    field->memory = memory;
    best_first_init(&field->wave, memory, pool);
    return field;
}

/// The distance of a tile from the start along an axis, less the reach within which paths cost nothing.
static inline int32_t beyond(int32_t way, int32_t reach)
{
    return way > reach ? way - reach : way < -reach ? way + reach : 0;
}

/// A lower bound of the cost between a tile and the start.
///
/// @param distance  a lower bound of the length of a path on the grid
static inline uint32_t cost_of_way(const motion_field *field, int32_t x, int32_t y, uint32_t distance)
{
    const motion_table *table = field->ground->table;
    const uint32_t by_grid =
        (uint32_t)((uint64_t)distance * table->sets[BASE_MOTIONS].field_scale >> FIELD_SCALE_SHIFT);
    const uint32_t by_air = motion_norm_between(&table->norm, beyond(x - field->start.x, field->free_reach),
                                                beyond(y - field->start.y, field->free_reach));
    return by_grid > by_air ? by_grid : by_air;
}

/// As cost_of_way(), with the distance that the field on the grid knows by now.
///
/// @param[out] is_known  true if the field on the grid has reached the tile, so that the bound will not rise
static inline uint32_t cost_to_aim(const motion_field *field, int32_t x, int32_t y, bool *is_known)
{
    const uint32_t distance = grid_field_settled(field->to_aim, x, y);
    *is_known = distance != FIELD_UNKNOWN;
    return cost_of_way(field, x, y, *is_known ? distance : grid_field_at_least(field->to_aim, x, y));
}

/// Pushes a tile. Its h is the present bound of the cost between the tile and the start.
static void enter_tile(motion_field *field, int32_t x, int32_t y, cost step, uint16_t via,
                       successors *successors)
{
    bool is_known = false;
    successor to;
    if (successors_reach(successors, block_tile_id((uint32_t)x, (uint32_t)y), step, via, false, &to))
        successors_open(successors, field, &to, cost_to_aim(field, x, y, &is_known));
}

/// Grows the field on the grid until a tile's h is known. If h rises, the tile is postponed. FW_OK, FW_PENDING (more
/// must be done), FW_NOT_FOUND (there is no path) or FW_NO_MEMORY.
static inline fw_result know_aim(motion_field *field, lattice_pose pose, successors *successors)
{
    bool is_known = false;
    uint32_t least = cost_to_aim(field, pose.x, pose.y, &is_known);
    if (!is_known && least <= successors->from_h) {
        uint64_t work = AIM_SLICE;
        const fw_result reached = grid_field_settle(field->to_aim, pose.x, pose.y, &work);
        successors->work += AIM_SLICE - work;
        least = cost_to_aim(field, pose.x, pose.y, &is_known);
        if (!is_known && reached == FW_OK)
            return FW_NOT_FOUND;
        if (!is_known && (reached != FW_PENDING || least <= successors->from_h))
            return reached;
    }
    if (least > successors->from_h)
        successors_postpone(successors, least);
    return FW_OK;
}

/// Opens all free tiles near an end. Extended motions are treated as free between these tiles, so the bound stays
/// valid.
static void enter_near(motion_field *field, uint32_t end, cost step, successors *successors)
{
    const motion_ground *ground = field->ground;
    const tile_box near = ground_near(ground, end);
    for (int32_t y = near.top; y <= near.bottom; y++)
        for (int32_t x = near.left; x <= near.right; x++)
            if (ground_is_free(ground, x, y))
                enter_tile(field, x, y, step, NO_MOTION, successors);
}

/// True if extended motions may lead from the goal's surroundings to the start's.
static bool ends_meet(const motion_ground *ground)
{
    const int32_t reach = ground->table->sets[EXTENDED_MOTIONS].reach;
    const tile_box start = ground_near(ground, START_END), goal = ground_near(ground, GOAL_END);
    return ground->extended_ends == BOTH_ENDS && start.left <= goal.right + reach &&
           goal.left <= start.right + reach && start.top <= goal.bottom + reach &&
           goal.top <= start.bottom + reach;
}

static fw_result begin_wave(void *context, successors *successors)
{
    motion_field *field = context;
    size_t count;
    const border_tile *border = perimeter_border(field->exact, &count);
    const size_t first = field->border_next,
                 end = first + BORDER_SLICE < count ? first + BORDER_SLICE : count;
    for (size_t i = first; i < end; i++) {
        enter_tile(field, border[i].x, border[i].y, border[i].cost, NO_MOTION, successors);
        field->border_least = border[i].cost < field->border_least ? border[i].cost : field->border_least;
    }
    successors->work += end - first;
    field->border_next = end;
    if (end < count)
        return FW_PENDING;
    if (count > 0 && field->ground->extended_ends & GOAL_END)
        enter_near(field, GOAL_END, field->border_least, successors);
    if (count > 0 && ends_meet(field->ground))
        enter_near(field, START_END, field->border_least, successors);
    return FW_OK;
}

static_assert(2 * BLOCK_SHIFT <= NODE_PAGE_SHIFT, "useful_cost() finds the nodes of a block on one page");

/// The cost below which a motion is of use: its end may have been reached at less cost already. This looks up ends on
/// the page of `origin` only, because there the end's node is found by pointer arithmetic.
///
/// @param near  no motion from `origin` leaves the page
static inline cost useful_cost(const motion_field *field, const node *origin, const motion *motion, bool near)
{
    if (!near)
        return COST_LIMIT;
    const node *node = origin + motion->dy * BLOCK_SIDE + motion->dx;
    const bool is_known = (uint16_t)(node->stamp - field->wave.nodes.stamp) <= 1;
    return !is_known ? COST_LIMIT : node->g > origin->g ? node->g - origin->g : 0;
}

/// Follows the motions from a tile around which nothing is blocked: only motions to simple ends, and if nothing was
/// blocked around the parent either, only those that may follow the parent's motion (see motion_projection::after).
static void spread_in_the_open(motion_field *field, lattice_pose pose, const node *node, bool near,
                               successors *successors)
{
    const motion_projection *projection = &field->ground->table->projection;
    uint64_t next =
        node->via & IN_THE_OPEN ? projection->after[node->via & NO_MOTION] : bits_below(projection->simple);
    for (; next; next &= next - 1) {
        const int32_t i = bits_lowest(next);
        const motion *motion = &projection->ends.motions[i];
        if (motion->cost[FW_FORWARD] < useful_cost(field, node, motion, near))
            enter_tile(field, pose.x + motion->dx, pose.y + motion->dy, motion->cost[FW_FORWARD],
                       (uint16_t)(IN_THE_OPEN | i), successors);
    }
}

/// The least cost of motions to the same tile that touch nothing blocked, or `least` if none is cheaper.
static cost least_step(const motion_field *field, lattice_pose pose, const motion_run *run,
                       const uint64_t *blocked, cost least)
{
    const motion_table *table = field->ground->table;
    const control_set *all = &table->projection.controls;
    const int32_t end = run->first + run->count;
    for (int32_t i = run->first; i < end && all->motions[i].cost[FW_FORWARD] < least; i++) {
        if (blocked && !control_is_free(all, i, blocked))
            continue;
        const motion *motion = &all->motions[i];
        cost step = motion->cost[FW_FORWARD];
        if (field->charges->any)
            step = bounded_step(step, motion_surcharge(field->charges, &table->sets[BASE_MOTIONS], motion,
                                                       pose.x, pose.y, FW_FORWARD));
        least = step < least ? step : least;
    }
    return least;
}

/// Follows the motions that touch nothing blocked.
///
/// @param blocked  the blocked tiles of the window; null = none
static void spread(motion_field *field, lattice_pose pose, const node *node, bool near,
                   const uint64_t *blocked, successors *successors)
{
    const motion_ground *ground = field->ground;
    const motion_projection *projection = &ground->table->projection;
    const bool is_confined = ground->overlay || ground->has_window;
    for (int32_t i = 0; i < projection->ends.count; i++) {
        const motion *to = &projection->ends.motions[i];
        const cost useful = useful_cost(field, node, to, near);
        if (to->cost[FW_FORWARD] >= useful || (blocked && !control_is_free(&projection->ends, i, blocked)) ||
            (is_confined && !ground_admits(ground, BASE_MOTIONS, pose.x + to->dx, pose.y + to->dy)))
            continue;
        const cost step = least_step(field, pose, &projection->runs[i], blocked, useful);
        if (step < useful)
            enter_tile(field, pose.x + to->dx, pose.y + to->dy, step, NO_MOTION, successors);
    }
}

static fw_result expand_tile(void *context, fw_node_id id, const node *node, successors *successors)
{
    motion_field *field = context;
    const motion_ground *ground = field->ground;
    const motion_projection *projection = &ground->table->projection;
    const lattice_pose pose = tile_of(id);
    const int32_t reach = ground->table->sets[BASE_MOTIONS].reach, last = BLOCK_MASK - reach;
    const int32_t column = pose.x & BLOCK_MASK, row = pose.y & BLOCK_MASK;
    const bool near = column >= reach && column <= last && row >= reach && row <= last;
    uint64_t blocked[WINDOW_WORDS];
    must_hold(projection->ends.words == projection->controls.words); // both have one window
    const fw_result known = know_aim(field, pose, successors);
    if (known != FW_OK || successors->later_h != COST_LIMIT)
        return known == FW_NOT_FOUND ? FW_OK : known;
    const bool any =
        control_set_look(&projection->controls, ground->open, ground->overlay, pose.x, pose.y, blocked);
    field->wave_f = node->g + successors->from_h;
    if (!field->is_at_start && ground->extended_ends &&
        ground_is_near(ground, ground->extended_ends & START_END, pose.x, pose.y)) {
        field->is_at_start = true; // extended motions lead from the first of these tiles to all others
        enter_near(field, START_END, 0, successors);
    }
    if (!any && !ground->overlay && !ground->has_window && !field->charges->any && projection->after)
        spread_in_the_open(field, pose, node, near, successors);
    else
        spread(field, pose, node, near, any ? blocked : NULL, successors);
    return FW_OK;
}

static const space_kind wave_kind = { .begin = begin_wave, .expand = expand_tile };

void motion_field_reset(motion_field *field, const motion_ground *ground, const surcharge *charges,
                        perimeter *exact, grid_field *to_aim)
{
    const search_limits limits = { .weight = 1, .max_cost = MOST_COST };
    field->ground = ground;
    field->charges = charges;
    field->exact = exact;
    field->start = ground->start;
    field->to_aim = to_aim;
    field->wave_f = 0;
    field->border_next = 0;
    field->border_least = COST_LIMIT;
    field->is_at_start = field->is_dry = field->is_far = false;
    field->free_reach = ground->extended_ends & START_END ? ground->extended_reach : 0;
    best_first_reset(&field->wave, &wave_kind, &limits, MOTION_SCALE);
}

/// The least cost from a tile that the wave has expanded to the goal; MOTION_FIELD_NONE for other tiles.
static inline uint32_t closed_cost(const motion_field *field, int32_t x, int32_t y)
{
    const node *tile = node_store_closed(&field->wave.nodes, block_tile_id((uint32_t)x, (uint32_t)y));
    return tile ? tile->g : MOTION_FIELD_NONE;
}

/// For a tile that the wave has not expanded, f = g + h is at least `wave_f`, so g is at least wave_f - h. This is a
/// lower bound only if h is final.
uint32_t motion_field_at(const motion_field *field, lattice_pose from, bool *is_exact)
{
    uint32_t least = perimeter_cost(field->exact, from);
    *is_exact = true;
    if (least == NOT_WITHIN)
        least = closed_cost(field, from.x, from.y);
    if (least != MOTION_FIELD_NONE || field->is_dry)
        return least;
    if (field->is_far)
        return MOST_COST;
    *is_exact = false;
    bool is_known = false;
    const uint32_t to_aim = cost_to_aim(field, from.x, from.y, &is_known);
    return is_known && field->wave_f > to_aim ? field->wave_f - to_aim : 0;
}

/// Lets the wave expand a few tiles.
static fw_result grow_wave(motion_field *field, uint64_t *work)
{
    const fw_result result = best_first_serve(&field->wave, &wave_kind, field, WAVE_SLICE, work);
    field->is_dry = result == FW_NOT_FOUND;
    field->is_far = result == FW_LIMIT;
    return result == FW_PENDING || field->is_dry || field->is_far ? FW_OK : result;
}

fw_result motion_field_grow(motion_field *field, lattice_pose from, uint32_t least, uint64_t *work)
{
    const fw_result found = perimeter_complete(field->exact, work);
    if (found != FW_OK)
        return found;
    if (grid_field_settled(field->to_aim, from.x, from.y) == FIELD_UNKNOWN) {
        const fw_result reached = grid_field_settle(field->to_aim, from.x, from.y, work);
        if (reached != FW_OK)
            return reached;
    }
    bool is_exact = false;
    while (motion_field_at(field, from, &is_exact) < least && !is_exact) {
        if (*work == 0)
            return FW_PENDING;
        const fw_result grown = grow_wave(field, work);
        if (grown != FW_OK)
            return grown;
    }
    return FW_OK;
}
