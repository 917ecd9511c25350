#include <math.h>

#include "base/keeper.h"
#include "fairway/bulk.h"
#include "fairway/field.h"
#include "grid/grid_inside.h"
#include "map/clearance.h"
#include "map/pin.h"

// A search backward from the goals: a node's successors are the anchors from which a step leads to it. `via` of a node
// is the move of this step.

struct fw_field {
    keeper kept; ///< of all memory of the field
    map_pin pin;
    page_pool pages;
    best_first search;
    grid_space ground; ///< rules and costs of the unit; its own search is not used
    const fw_anchor *goals;
    int32_t goal_count;
    bool is_full;
};

fw_result fw_field_create(const fw_map *map, const fw_allocator *allocator, fw_field **created)
{
    if (!map || !created)
        return FW_NULL_ARGUMENT;
    fw_field *field = keeper_found(allocator, sizeof *field);
    if (!field)
        return FW_NO_MEMORY;
    field->pages = node_page_pool(&field->kept.memory, SMALL_NODE_PAGE_SHIFT);
    map_pin_join(map, &field->pin);
    best_first_init(&field->search, &field->kept.memory, &field->pages);
    *created = field;
    return FW_OK;
}

void fw_field_destroy(fw_field *field)
{
    if (!field)
        return;
    map_pin_leave(&field->pin);
    keeper_close(field, sizeof *field);
}

/// True if the unit can stand at an anchor, which must be on the map or beside it.
static bool may_stand(const grid_query *query, int32_t x, int32_t y)
{
    return map_unit_fits(query->map, query->unit, x, y) &&
           (overlay_is_empty(query->overlay) ||
            (overlay_open(query->overlay, query->unit->def.size, x, y) & 1) != 0);
}

static fw_result begin(void *context, successors *successors)
{
    const fw_field *field = context;
    bool has_goal = false;
    if (!successors_make_room(successors, (size_t)field->goal_count))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < field->goal_count; i++) {
        const fw_anchor goal = field->goals[i];
        if (!may_stand(&field->ground.query, goal.x, goal.y))
            continue;
        has_goal = true;
        successors_push(successors, id_of_tile((uint32_t)goal.x, (uint32_t)goal.y), 0, NO_MOVE);
    }
    return has_goal ? FW_OK : FW_GOAL_BLOCKED;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    const fw_field *field = context;
    const grid_space *ground = &field->ground;
    (void)node;
    for (int move = 0; move < MOVE_COUNT; move++) {
        const int32_t x = (int32_t)x_of_id(id) - move_dx[move], y = (int32_t)y_of_id(id) - move_dy[move];
        if (!may_stand(&ground->query, x, y) || !(grid_moves_on_ground(ground, x, y) >> move & 1))
            continue;
        const uint64_t doubled = doubled_cost_of_move(ground, (uint32_t)x, (uint32_t)y, move, false);
        successors_push(successors, id_of_tile((uint32_t)x, (uint32_t)y),
                        ground->steps[move].length * doubled, (uint16_t)move);
    }
    return FW_OK;
}

static void estimate(void *context, successor *improved, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        improved[i].h = 0;
}

static const space_kind kind = {
    .begin = begin, .expand = expand, .estimate = estimate, .page_shift = SMALL_NODE_PAGE_SHIFT
};

/// Searches backward until all anchors that lead to a goal are expanded.
static fw_result fill(fw_field *field, const grid_query *query)
{
    const search_limits limits = { .weight = 1 };
    grid_space_take(&field->ground, query);
    best_first_reset(&field->search, &kind, &limits, field->ground.prices.straight_h);
    if (best_first_reserve(&field->search, MOVE_COUNT) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result result = best_first_run(&field->search, &kind, field, UINT64_MAX);
    return result == FW_NOT_FOUND ? FW_OK : result; // no node ends this search
}

fw_result fw_field_fill(fw_field *field, fw_unit_id unit, const fw_anchor *goals, int32_t count,
                        const fw_overlay *overlay)
{
    if (!field || !goals)
        return FW_NULL_ARGUMENT;
    field->is_full = false;
    if (count < 1)
        return FW_BAD_VALUE;
    const map_version *map = map_pin_hold(&field->pin);
    const map_unit *known = map_find_unit(map, unit);
    const grid_query query = { .map = map,
                               .unit = known,
                               .overlay = overlay,
                               .goal.kind = GRID_GOAL_NOWHERE,
                               .on_demand = known && !known->layer };
    fw_result result = known ? FW_OK : FW_UNKNOWN_UNIT;
    if (known && overlay && !overlay_fits(overlay, map_width(map), map_height(map)))
        result = FW_WRONG_MAP;
    field->goals = goals;
    field->goal_count = count;
    if (result == FW_OK)
        result = fill(field, &query);
    map_pin_let_go(&field->pin);
    field->goals = NULL;
    field->is_full = result == FW_OK;
    return result;
}

/// The node of an anchor, or null if no path leads from there to a goal.
static const node *node_at(const fw_field *field, int32_t x, int32_t y)
{
    if (!field || !field->is_full || x < 0 || y < 0 || x >= FW_MAX_SIDE || y >= FW_MAX_SIDE)
        return NULL;
    return node_store_closed(&field->search.nodes, id_of_tile((uint32_t)x, (uint32_t)y));
}

double fw_field_cost(const fw_field *field, int32_t x, int32_t y)
{
    const node *found = node_at(field, x, y);
    return found ? (double)found->g / field->ground.prices.cost_scale : INFINITY;
}

uint8_t fw_field_step(const fw_field *field, int32_t x, int32_t y)
{
    const node *found = node_at(field, x, y);
    const unsigned moves = found && found->via != NO_MOVE ? 1u << found->via : 0;
    return (uint8_t)moves;
}

static bool is_size(int32_t width, int32_t height)
{
    return width >= 1 && height >= 1 && width <= FW_MAX_SIDE && height <= FW_MAX_SIDE;
}

fw_result fw_field_read_costs(const fw_field *field, int32_t width, int32_t height, double *costs)
{
    if (!field || !costs)
        return FW_NULL_ARGUMENT;
    if (!is_size(width, height))
        return FW_BAD_SIZE;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            *costs++ = fw_field_cost(field, x, y);
    return FW_OK;
}

fw_result fw_field_read_steps(const fw_field *field, int32_t width, int32_t height, uint8_t *steps)
{
    if (!field || !steps)
        return FW_NULL_ARGUMENT;
    if (!is_size(width, height))
        return FW_BAD_SIZE;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            *steps++ = fw_field_step(field, x, y);
    return FW_OK;
}

size_t fw_field_bytes(const fw_field *field)
{
    return field ? field->kept.own.bytes : 0;
}
