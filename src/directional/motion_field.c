// Costs are lengths in 1 / MOTION_SCALE tile: 32 bits hold paths of a million tiles.
#define SEARCH_COST uint32_t

#include "directional/motion_field.h"

#include "directional/motion_norm.h"

#include "search/best_first.h"

enum {
    TILE_SHIFT = 6, ///< blocks of 64 x 64 tiles are a page of the node store
    TILE_MASK = (1 << TILE_SHIFT) - 1,
    BLOCK_SHIFT = 10,            ///< blocks across a map at most
    IN_THE_OPEN = 0x8000,        ///< of `via`: nothing was in the window around the tile before
    NO_MOTION = IN_THE_OPEN - 1, ///< of `via`: the wave begins there
    FIELD_SCALE_SHIFT = 16,
    WAVE_SLICE = 8 ///< tiles that are followed before it is asked again whether that is enough
};

/// A tile outside of the exact poses by one motion.
typedef struct rim_tile {
    int32_t x, y;
    cost g;
} rim_tile;

struct motion_field {
    memory *from;
    best_first poses; ///< around the goal, all turned around
    best_first wave;  ///< over tiles
    const motion_ground *ground;
    const surcharge *charges;
    const motion_origin *origins;
    int32_t origin_count;
    rim_tile *rim;
    size_t rim_count, rim_capacity;
    cost radius;
    lattice_window exact; ///< tiles of exact poses
    lattice_pose start;
    grid_field *to_aim;
    cost wave_f;  ///< of the tile that the wave followed last: no less for those that it did not
    bool has_rim; ///< the poses are done
    bool is_dry;  ///< the wave has been everywhere
};

static fw_node_id tile_id(int32_t x, int32_t y)
{
    return (fw_node_id)(y >> TILE_SHIFT) << (BLOCK_SHIFT + 2 * TILE_SHIFT) |
           (fw_node_id)(x >> TILE_SHIFT) << 2 * TILE_SHIFT | (fw_node_id)((y & TILE_MASK) << TILE_SHIFT) |
           (fw_node_id)(x & TILE_MASK);
}

static lattice_pose tile_of(fw_node_id id)
{
    const int32_t column = (int32_t)(id >> 2 * TILE_SHIFT) & ((1 << BLOCK_SHIFT) - 1);
    const int32_t row = (int32_t)(id >> (BLOCK_SHIFT + 2 * TILE_SHIFT));
    return (lattice_pose){ .x = column << TILE_SHIFT | ((int32_t)id & TILE_MASK),
                           .y = row << TILE_SHIFT | ((int32_t)(id >> TILE_SHIFT) & TILE_MASK),
                           .heading = -1 };
}

motion_field *motion_field_create(memory *from, page_pool *pool)
{
    motion_field *field = memory_get_zeroed(from, 1, sizeof *field);
    if (!field)
        return NULL;
    field->from = from;
    best_first_init(&field->poses, from, pool);
    best_first_init(&field->wave, from, pool);
    return field;
}

void motion_field_destroy(motion_field *field)
{
    if (!field)
        return;
    best_first_free(&field->poses);
    best_first_free(&field->wave);
    memory_give_back(field->from, field->rim, field->rim_capacity, sizeof *field->rim);
    memory_give_back(field->from, field, 1, sizeof *field);
}

size_t motion_field_bytes(const motion_field *field)
{
    return sizeof *field + best_first_bytes(&field->poses) + best_first_bytes(&field->wave) +
           field->rim_capacity * sizeof *field->rim;
}

static void widen(lattice_window *window, lattice_pose at)
{
    window->left = at.x < window->left ? at.x : window->left;
    window->top = at.y < window->top ? at.y : window->top;
    window->right = at.x > window->right ? at.x : window->right;
    window->bottom = at.y > window->bottom ? at.y : window->bottom;
}

/// Pushes a pose that is exact, or notes a tile on the rim.
static void enter_pose(motion_field *field, lattice_pose at, cost step, successors *out)
{
    if (out->from_g + step < field->radius)
        successors_push(out, lattice_id(at.x, at.y, at.heading), step, 0);
    else if (memory_reserve(field->from, &field->rim, &field->rim_capacity, field->rim_count + 1,
                            sizeof *field->rim) == FW_OK)
        field->rim[field->rim_count++] = (rim_tile){ at.x, at.y, out->from_g + step };
    else
        out->failed = FW_NO_MEMORY;
}

static fw_result begin_poses(void *context, successors *out)
{
    motion_field *field = context;
    for (int32_t i = 0; i < field->origin_count; i++)
        enter_pose(field, lattice_opposite(field->origins[i].at), field->origins[i].cost, out);
    return FW_OK;
}

static fw_result expand_pose(void *context, fw_node_id id, const node *from, successors *out)
{
    (void)from;
    motion_field *field = context;
    const motion_ground *ground = field->ground;
    const motion_set *set = &ground->table->sets[LEAN];
    const lattice_pose at = lattice_of(id);
    const motion_fan *fan = &set->fans[at.heading];
    uint64_t blocked[WINDOW_WORDS];
    const bool any = fan_look(fan, ground->open, ground->overlay, at.x, at.y, blocked);
    widen(&field->exact, at);
    for (int32_t i = 0; i < fan->count; i++) {
        const motion *by = &fan->motions[i];
        const lattice_pose to = { at.x + by->dx, at.y + by->dy, by->end };
        if ((any && !fan_is_free(fan, i, blocked)) || !ground_admits(ground, LEAN, to.x, to.y))
            continue;
        cost step = by->cost[FW_FORWARD];
        if (field->charges->any)
            step += motion_surcharge(field->charges, set, by, at.x, at.y, FW_FORWARD);
        enter_pose(field, to, step, out);
    }
    return FW_OK;
}

static void improve(void *context, successor *improved, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        improved[i].h = 0;
}

static const space_kind pose_kind = { .begin = begin_poses, .expand = expand_pose, .estimate = improve };

/// What the way between a tile and the aim costs at least; MOTION_FIELD_NONE where that is not known yet.
static inline uint32_t cost_to_aim(const motion_field *field, int32_t x, int32_t y)
{
    const motion_table *table = field->ground->table;
    const uint32_t distance = grid_field_at(field->to_aim, x, y);
    if (distance == FIELD_UNKNOWN)
        return MOTION_FIELD_NONE;
    const uint32_t by_grid =
        (uint32_t)((uint64_t)distance * table->sets[LEAN].field_scale >> FIELD_SCALE_SHIFT);
    const uint32_t by_air = motion_norm_between(&table->norm, x - field->start.x, y - field->start.y);
    return by_grid > by_air ? by_grid : by_air;
}

/// The same once it is known. FW_NOT_FOUND: there is no way.
static inline fw_result ask_aim(motion_field *field, int32_t x, int32_t y, successors *out, uint32_t *known)
{
    *known = cost_to_aim(field, x, y);
    if (*known != MOTION_FIELD_NONE)
        return FW_OK;
    uint64_t work = UINT64_MAX;
    const fw_result reached = grid_field_reach(field->to_aim, x, y, &work);
    out->work += UINT64_MAX - work;
    *known = cost_to_aim(field, x, y);
    return reached != FW_OK ? reached : *known == MOTION_FIELD_NONE ? FW_NOT_FOUND : FW_OK;
}

static void enter_tile(motion_field *field, int32_t x, int32_t y, cost step, uint16_t via, successors *out)
{
    successor to;
    uint32_t left;
    if (!successors_reach(out, tile_id(x, y), step, via, false, &to))
        return;
    const fw_result known = ask_aim(field, x, y, out, &left);
    if (known == FW_OK)
        successors_open(out, field, &to, left);
    else if (known != FW_NOT_FOUND)
        out->failed = known;
}

static fw_result begin_wave(void *context, successors *out)
{
    motion_field *field = context;
    for (size_t i = 0; i < field->rim_count; i++)
        enter_tile(field, field->rim[i].x, field->rim[i].y, field->rim[i].g, NO_MOTION, out);
    return FW_OK;
}

/// Is a motion's end known to be reached for no more than it costs? Asked before all else, since most are. Only ends on
/// the page of the start are looked at.
static inline bool is_reached(const motion_field *field, const node *from, const motion *by)
{
    const node *to = from + by->dy * (TILE_MASK + 1) + by->dx;
    return (uint16_t)(to->stamp - field->wave.nodes.stamp) <= 1 && to->g <= from->g + by->cost[FW_FORWARD];
}

/// Where nothing is in the way, motions that are sums of others need not be followed, nor, after a motion from a tile
/// where nothing was in the way either, those by which it becomes a detour.
static void spread_in_the_open(motion_field *field, lattice_pose at, const node *from, bool near,
                               successors *out)
{
    const motion_shadow *shadow = &field->ground->table->shadow;
    uint64_t next =
        from->via & IN_THE_OPEN ? shadow->after[from->via & NO_MOTION] : bits_below(shadow->simple);
    for (; next; next &= next - 1) {
        const int32_t i = bits_lowest(next);
        const motion *by = &shadow->fan.motions[i];
        if (!near || !is_reached(field, from, by))
            enter_tile(field, at.x + by->dx, at.y + by->dy, by->cost[FW_FORWARD], (uint16_t)(IN_THE_OPEN | i),
                       out);
    }
}

/// Follows what touches nothing of the blocked tiles in the window, if there are any.
static void spread(motion_field *field, lattice_pose at, const node *from, bool near, const uint64_t *blocked,
                   successors *out)
{
    const motion_ground *ground = field->ground;
    const motion_fan *fan = &ground->table->shadow.fan;
    const bool is_confined = ground->overlay || ground->has_window;
    for (int32_t i = 0; i < fan->count; i++) {
        const motion *by = &fan->motions[i];
        if ((near && is_reached(field, from, by)) || (blocked && !fan_is_free(fan, i, blocked)) ||
            (is_confined && !ground_admits(ground, LEAN, at.x + by->dx, at.y + by->dy)))
            continue;
        cost step = by->cost[FW_FORWARD];
        if (field->charges->any)
            step += motion_surcharge(field->charges, &ground->table->sets[LEAN], by, at.x, at.y, FW_FORWARD);
        enter_tile(field, at.x + by->dx, at.y + by->dy, step, NO_MOTION, out);
    }
}

static fw_result expand_tile(void *context, fw_node_id id, const node *from, successors *out)
{
    motion_field *field = context;
    const motion_ground *ground = field->ground;
    const motion_shadow *shadow = &ground->table->shadow;
    const lattice_pose at = tile_of(id);
    const int32_t reach = ground->table->sets[LEAN].reach, last = TILE_MASK - reach;
    const int32_t column = at.x & TILE_MASK, row = at.y & TILE_MASK;
    const bool near = column >= reach && column <= last && row >= reach && row <= last;
    uint64_t blocked[WINDOW_WORDS];
    const bool any = fan_look(&shadow->fan, ground->open, ground->overlay, at.x, at.y, blocked);
    field->wave_f = from->g + out->from_h;
    if (!any && !ground->overlay && !ground->has_window && !field->charges->any && shadow->after)
        spread_in_the_open(field, at, from, near, out);
    else
        spread(field, at, from, near, any ? blocked : NULL, out);
    return FW_OK;
}

static const space_kind wave_kind = { .begin = begin_wave, .expand = expand_tile };

fw_result motion_field_reset(motion_field *field, const motion_ground *ground, const surcharge *charges,
                             const motion_origin *origins, int32_t count, uint32_t radius, grid_field *to_aim)
{
    const search_limits limits = { .weight = 1 };
    const int32_t most = ground->table->sets[LEAN].most;
    field->ground = ground;
    field->charges = charges;
    field->origins = origins;
    field->origin_count = count;
    field->radius = radius;
    field->start = ground->start;
    field->to_aim = to_aim;
    field->rim_count = 0;
    field->wave_f = 0;
    field->has_rim = field->is_dry = false;
    field->exact = (lattice_window){ INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
    if (best_first_reserve(&field->poses, (size_t)(count > most ? count : most)) != FW_OK)
        return FW_NO_MEMORY;
    best_first_reset(&field->poses, &pose_kind, &limits, MOTION_SCALE);
    best_first_reset(&field->wave, &wave_kind, &limits, MOTION_SCALE);
    return FW_OK;
}

/// The cost of a node that is closed; MOTION_FIELD_NONE for others.
static inline uint32_t closed_cost(const best_first *search, fw_node_id id)
{
    const node_store *nodes = &search->nodes;
    const node_page *page = nodes->table_size ? node_store_entry(nodes, id >> NODE_PAGE_SHIFT)->page : NULL;
    const node *it = page ? &page->nodes[id & (NODE_PAGE_SIZE - 1)] : NULL;
    return it && it->stamp == nodes->stamp + 1 ? it->g : MOTION_FIELD_NONE;
}

/// Works on a search; FW_OK: it has been everywhere.
static inline __attribute__((always_inline)) fw_result go_on(best_first *search, const space_kind *kind,
                                                             motion_field *field, uint64_t most,
                                                             uint64_t *work)
{
    const uint64_t before = search->count.work;
    const fw_result result = best_first_run(search, kind, field, *work < most ? *work : most);
    const uint64_t spent = search->count.work - before;
    *work -= spent < *work ? spent : *work;
    return result == FW_NOT_FOUND ? FW_OK : result;
}

/// Finds the exact poses.
static fw_result find_rim(motion_field *field, uint64_t *work)
{
    fw_result result = FW_PENDING;
    while (result == FW_PENDING && *work > 0)
        result = go_on(&field->poses, &pose_kind, field, UINT64_MAX, work);
    field->has_rim = result == FW_OK;
    return result;
}

uint32_t motion_field_at(const motion_field *field, lattice_pose from, bool *is_exact)
{
    uint32_t least = MOTION_FIELD_NONE;
    *is_exact = true;
    if (window_holds(&field->exact, from.x, from.y)) {
        const lattice_pose back = lattice_opposite(from);
        least = closed_cost(&field->poses, lattice_id(back.x, back.y, back.heading));
    }
    if (least == MOTION_FIELD_NONE)
        least = closed_cost(&field->wave, tile_id(from.x, from.y));
    if (least != MOTION_FIELD_NONE || field->is_dry)
        return least;
    const uint32_t to_aim = cost_to_aim(field, from.x, from.y);
    *is_exact = false;
    return field->wave_f > to_aim ? field->wave_f - to_aim : 0;
}

/// Follows tiles of the wave.
static fw_result grow_wave(motion_field *field, uint64_t *work)
{
    const fw_result result = go_on(&field->wave, &wave_kind, field, WAVE_SLICE, work);
    field->is_dry = result == FW_OK;
    return result == FW_PENDING ? FW_OK : result;
}

fw_result motion_field_grow(motion_field *field, lattice_pose from, uint32_t least, uint64_t *work)
{
    if (!field->has_rim) {
        const fw_result found = find_rim(field, work);
        if (found != FW_OK)
            return found;
    }
    if (cost_to_aim(field, from.x, from.y) == MOTION_FIELD_NONE) {
        const fw_result reached = grid_field_reach(field->to_aim, from.x, from.y, work);
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
