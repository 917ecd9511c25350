// Costs are in 1 / MOTION_SCALE of a tile of the cheapest terrain; 32 bits hold a radius and a step.
#define SEARCH_COST uint32_t

#include "directional/guides/perimeter.h"

#include "directional/motions/departure.h"
#include "search/best_first.h"

struct perimeter {
    memory *memory;
    best_first poses; ///< a search over poses that are turned around
    const motion_ground *ground;
    const surcharge *charges;
    const motion_origin *origins;
    int32_t origin_count;
    cost radius;
    tile_box within; ///< around the tiles of all poses inside
    border_tile *border;
    size_t border_count, border_capacity;
    bool is_complete;
};

perimeter *perimeter_create(memory *memory, page_pool *pool)
{
    perimeter *around = memory_get_zeroed(memory, 1, sizeof *around);
    if (!around)
        return NULL;
    around->memory = memory;
    best_first_init(&around->poses, memory, pool);
    return around;
}

/// Reserves memory for more tiles of the border; false if there is none.
static bool border_has_room(perimeter *around, size_t more)
{
    return MEMORY_RESERVE(around->memory, around->border, around->border_capacity,
                          around->border_count + more) == FW_OK;
}

/// Pushes a pose inside the radius, or notes the tile of a pose outside as a tile of the border.
static inline void enter(perimeter *around, lattice_pose pose, cost step, successors *successors)
{
    const cost g = successors->from_g + step;
    successor to;
    if (g >= around->radius)
        around->border[around->border_count++] = (border_tile){ pose.x, pose.y, g };
    else if (successors_reach(successors, lattice_id(pose.x, pose.y, pose.heading), step, 0, false, &to))
        successors_open(successors, around, &to, 0);
}

static fw_result begin(void *context, successors *successors)
{
    perimeter *around = context;
    if (!border_has_room(around, (size_t)around->origin_count))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < around->origin_count; i++)
        enter(around, lattice_opposite(around->origins[i].pose), around->origins[i].cost, successors);
    return FW_OK;
}

static inline void follow(perimeter *around, lattice_pose pose, int32_t set, successors *successors)
{
    departure departure;
    departure_begin(&departure, around->ground, pose, set, FW_FORWARD, true);
    const motion *motion;
    lattice_pose to;
    for (int32_t i = 0; (motion = departure_next(&departure, &i, &to)); i++) {
        cost step = motion->cost[FW_FORWARD];
        if (around->charges->any)
            step = bounded_step(step, motion_surcharge(around->charges, departure.motions, motion, pose.x,
                                                       pose.y, FW_FORWARD));
        enter(around, to, step, successors);
    }
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    (void)node;
    perimeter *around = context;
    const motion_table *table = around->ground->table;
    const lattice_pose pose = lattice_of(id);
    const int32_t sets = ground_sets(around->ground, pose.x, pose.y);
    tile_box_widen(&around->within, lattice_box(pose));
    for (int32_t set = 0; set < sets; set++) {
        if (!border_has_room(around, (size_t)table->sets[set].control_sets[pose.heading].count))
            return FW_NO_MEMORY;
        follow(around, pose, set, successors);
    }
    return FW_OK;
}

static const space_kind kind = { .begin = begin, .expand = expand, .stacks = true, .reopens = true };

void perimeter_reset(perimeter *around, const motion_ground *ground, const surcharge *charges,
                     const motion_origin *origins, int32_t count, uint32_t radius)
{
    const search_limits limits = { .weight = 1 };
    around->ground = ground;
    around->charges = charges;
    around->origins = origins;
    around->origin_count = count;
    around->radius = radius;
    around->within = NO_TILES;
    around->border_count = 0;
    around->is_complete = false;
    best_first_reset(&around->poses, &kind, &limits, MOTION_SCALE);
}

fw_result perimeter_complete(perimeter *around, uint64_t *work)
{
    best_first *poses = &around->poses;
    fw_result result = FW_PENDING;
    while (!around->is_complete && result == FW_PENDING && *work > 0) {
        result = best_first_serve(poses, &kind, around, *work, work);
        around->is_complete = result == FW_NOT_FOUND;
    }
    return around->is_complete ? FW_OK : result;
}

uint32_t perimeter_cost(const perimeter *around, lattice_pose from)
{
    if (!tile_box_holds(&around->within, from.x, from.y))
        return NOT_WITHIN;
    const fw_node_id id = lattice_id(from.x, from.y, lattice_opposite(from).heading);
    const node *pose = node_store_closed(&around->poses.nodes, id);
    return pose ? pose->g : NOT_WITHIN;
}

const border_tile *perimeter_border(const perimeter *around, size_t *count)
{
    *count = around->border_count;
    return around->border;
}
