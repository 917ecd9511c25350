#include "directional/wide/wide_search.h"

#include "curve/sweep_body.h"
#include "directional/wide/wide_write.h"
#include "map/overlay.h"
#include "search/counts.h"

enum {
    GLANCE = 600,      ///< expansions without progress before the other end is looked at
    PROBE = 120,       ///< expansions after which an end counts as open
    PATIENCE = 6000,   ///< expansions without progress before the search goes on from the other end, or finer
    MOST = 400000,     ///< expansions for a goal
    MOST_LATE = 32768, ///< the same, after the lattice
    MOST_GOALS = 8,    ///< of several goals, so many are tried
    FIRST_FINE = 2,    ///< the first level that is used only where it is needed
    LEEWAY_CELL = 4    ///< tiles along a side of a cell of `leeways`
};

/// Turning radii and lengths of bodies, in tiles, from which on the wide search is faster than the lattice.
#define WIDE_RADIUS 8.0
#define WIDE_BODY   25.0

/// Turning radius from which on a wide search follows the lattice.
#define FOLLOWING_RADIUS 6.0

typedef enum wide_phase {
    WIDE_MEASURES, ///< the distance map is computed
    WIDE_GLANCES,  ///< from the start, until it makes no progress
    WIDE_PROBES,   ///< from the goal, until it is out in the open
    WIDE_SEARCHES  ///< from the tighter end, then from both in turn
} wide_phase;

struct wide_search {
    memory *memory;
    exact_query query;
    search_limits limits;
    distance_map distances;
    distance_map leeways; ///< of the centre, from tiles that are forbidden for it; known if `has_leeways`
    bool has_leeways;
    wide_blocks blocks; ///< of the guides of both sides
    wide_side sides[2]; ///< from the start, from the goal
    int32_t side;       ///< index of the side that searches
    int32_t goal;       ///< index of the goal
    wide_phase phase;
    uint64_t most;        ///< expansions for a goal
    int32_t levels[2];    ///< of each side
    uint64_t patience;    ///< expansions without a new least h, after which the search goes on otherwise
    uint64_t least_at;    ///< expansions of the present side when its least h fell last
    cost least_h;         ///< of the present side
    uint64_t tried;       ///< expansions of all searches for this goal before the present one
    fw_statistics before; ///< of the searches before the present one
};

bool wide_search_suits(const fw_unit_def *unit)
{
    const sweep_body body = sweep_body_of(&unit->footprint);
    return unit->turn_radius > WIDE_RADIUS || (unit->turn_radius > 0 && 2 * body.reach > WIDE_BODY);
}

bool wide_search_may_follow(const fw_unit_def *unit)
{
    return unit->reverse && unit->turn_radius > FOLLOWING_RADIUS && !wide_search_suits(unit);
}

fw_result wide_search_create(memory *memory, page_pool *pool, wide_search **created)
{
    wide_search *wide = memory_get_zeroed(memory, 1, sizeof *wide);
    if (!wide)
        return FW_NO_MEMORY;
    wide->memory = memory;
    wide->distances.memory = wide->leeways.memory = wide->blocks.memory = memory;
    for (int i = 0; i < 2; i++) {
        wide_side *side = &wide->sides[i];
        side->is_backward = i == 1;
        best_first_init(&side->search, memory, pool);
        best_first_init(&side->guide.search, memory, pool);
        side->cells.memory = memory;
    }
    *created = wide;
    return FW_OK;
}

static double square_to(const wide_search *wide, int32_t goal)
{
    const fw_pose *start = &wide->query.start, *to = &wide->query.goals.items[goal].pose;
    return (to->x - start->x) * (to->x - start->x) + (to->y - start->y) * (to->y - start->y);
}

/// The next goal in the order of distances from the start, then of indices; -1: there is none.
///
/// @param last  -1: the first goal
static int32_t goal_after(const wide_search *wide, int32_t last)
{
    int32_t next = -1;
    for (int32_t i = 0; i < wide->query.goals.count; i++) {
        const double square = square_to(wide, i);
        const double before = last < 0 ? -1 : square_to(wide, last);
        const bool is_later = square > before || (square == before && i > last);
        if (is_later && (next < 0 || square < square_to(wide, next)))
            next = i;
    }
    return next;
}

void wide_search_statistics(const wide_search *wide, fw_statistics *statistics)
{
    *statistics = wide->before;
    for (int i = 0; i < 2; i++)
        counts_add_in_turn(statistics, &wide->sides[i].search.count);
}

static uint64_t work_of(const wide_search *wide)
{
    return wide->before.work + wide->sides[0].search.count.work + wide->sides[1].search.count.work;
}

/// Begins the search of a side again.
static fw_result begin_side(wide_search *wide, int32_t index)
{
    wide_side *side = &wide->sides[index];
    counts_add_in_turn(&wide->before, &side->search.count);
    wide->tried += side->search.count.expanded;
    return wide_side_reset(side, &wide->query, wide->query.goals.items[wide->goal].pose, &wide->blocks,
                           &wide->distances, wide->has_leeways ? &wide->leeways : NULL, &wide->limits,
                           wide->levels[index]);
}

/// Goes on with the search of a side.
static void turn_to(wide_search *wide, int32_t index)
{
    const best_first *search = &wide->sides[index].search;
    wide->side = index;
    wide->least_h = search->least_h;
    wide->least_at = search->count.expanded;
}

static fw_result begin_goal(wide_search *wide, int32_t goal)
{
    wide->goal = goal;
    wide->levels[0] = wide->levels[1] = 0;
    wide->tried = 0;
    wide->patience = PATIENCE;
    wide->phase = WIDE_GLANCES;
    for (int32_t i = 1; i >= 0; i--)
        if (begin_side(wide, i) != FW_OK)
            return FW_NO_MEMORY;
    wide->tried = 0;
    turn_to(wide, 0);
    return FW_OK;
}

fw_result wide_search_reset(wide_search *wide, const exact_query *query, const search_limits *limits)
{
    const fw_overlay *overlay = query->ground->overlay;
    const bool is_blocked = overlay && overlay_changes(overlay)->count > 0;
    const distance_source source = { .open = query->ground->open,
                                     .overlay = is_blocked ? overlay : NULL,
                                     .version = map_version_number(query->map),
                                     .side = wide_body_cell(query->body, query->ground->open) };
    wide->query = *query;
    wide->limits = *limits;
    wide->phase = WIDE_MEASURES;
    wide->most = query->most ? query->most : wide_search_suits(query->unit) ? MOST : MOST_LATE;
    wide->goal = -1;
    wide->side = 0;
    wide->before = (fw_statistics){ 0 };
    for (int i = 0; i < 2; i++)
        wide->sides[i].search.count = (fw_statistics){ 0 };
    const distance_source closed = {
        .open = query->ground->open, .overlay = overlay, .side = LEEWAY_CELL, .of_centre = true
    };
    wide->has_leeways = overlay_has_closed(overlay);
    if (wide->has_leeways && distance_map_begin(&wide->leeways, &closed) != FW_OK)
        return FW_NO_MEMORY;
    return distance_map_begin(&wide->distances, &source);
}

/// True if the search of the present side has made no progress for so many expansions.
static bool is_stuck(wide_search *wide, uint64_t most)
{
    const best_first *search = &wide->sides[wide->side].search;
    if (search->least_h < wide->least_h) {
        wide->least_h = search->least_h;
        wide->least_at = search->count.expanded;
    }
    return search->count.expanded - wide->least_at >= most;
}

/// Begins a side again with finer motions. FW_GAVE_UP: there are none. The finest ones are for units that get out of a
/// place by many turns to and fro.
static fw_result refine(wide_search *wide, int32_t index)
{
    int32_t *level = &wide->levels[index];
    if (*level == WIDE_LEVELS - (wide->query.unit->reverse ? 1 : 2))
        return FW_GAVE_UP;
    *level = *level < FIRST_FINE ? FIRST_FINE : *level + 1;
    if (begin_side(wide, index) != FW_OK)
        return FW_NO_MEMORY;
    turn_to(wide, index);
    return FW_PENDING;
}

/// Goes on after the search has been stuck: from the other end, or with finer motions.
static fw_result change(wide_search *wide)
{
    const bool has_one_side = wide->query.goals.any_heading;
    switch (wide->phase) {
    case WIDE_MEASURES:
    case WIDE_GLANCES:
        wide->phase = has_one_side ? WIDE_SEARCHES : WIDE_PROBES;
        turn_to(wide, has_one_side ? 0 : 1);
        return FW_PENDING;
    case WIDE_PROBES:
        wide->phase = WIDE_SEARCHES;
        // If both ends need the same level, the start has been tried.
        turn_to(wide, wide->levels[1] > 0 && wide->levels[1] >= wide->levels[0] ? 1 : 0);
        return FW_PENDING;
    case WIDE_SEARCHES:
        break;
    }
    const int32_t other = has_one_side ? 0 : 1 - wide->side;
    if (wide->levels[other] < wide->levels[wide->side] ||
        wide->sides[other].search.count.expanded < PATIENCE) {
        turn_to(wide, other);
        return FW_PENDING;
    }
    const fw_result refined = refine(wide, other);
    if (refined == FW_GAVE_UP && wide->patience < wide->most) {
        wide->patience *= 4;
        turn_to(wide, other);
        return FW_PENDING;
    }
    return refined;
}

/// Most expansions of the present side in one go.
static uint64_t limit_of(const wide_search *wide)
{
    switch (wide->phase) {
    case WIDE_GLANCES:
        return GLANCE;
    case WIDE_PROBES:
        return PROBE;
    case WIDE_MEASURES:
    case WIDE_SEARCHES:
        break;
    }
    return wide->patience;
}

/// Goes on with the next goal; FW_GAVE_UP if there is none.
static fw_result try_next_goal(wide_search *wide)
{
    int32_t rank = 0;
    for (int32_t i = goal_after(wide, -1); i >= 0 && i != wide->goal; i = goal_after(wide, i))
        rank++;
    const int32_t next = goal_after(wide, wide->goal);
    if (next < 0 || rank + 1 >= MOST_GOALS)
        return FW_GAVE_UP;
    return begin_goal(wide, next) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

/// Continues the search for the present goal by a unit of work. It looks at its progress after each unit, so that
/// slices change nothing.
static fw_result run_goal(wide_search *wide)
{
    wide_side *side = &wide->sides[wide->side];
    fw_result result = wide_side_run(side, 1);
    if (result == FW_NOT_FOUND)
        result = refine(wide, wide->side);
    else if (result == FW_PENDING && wide->tried + side->search.count.expanded >= wide->most)
        result = FW_GAVE_UP;
    else if (result == FW_PENDING && is_stuck(wide, limit_of(wide)))
        result = change(wide);
    return result == FW_GAVE_UP ? try_next_goal(wide) : result;
}

/// Continues the distance maps, then begins to search. The map may be known from an earlier query, so it does not count
/// as work of the request; but it uses up the work of this step. FW_OK, FW_PENDING (the work is used up) or
/// FW_NO_MEMORY.
static fw_result measure(wide_search *wide, uint64_t *work)
{
    if (wide->phase != WIDE_MEASURES)
        return FW_OK;
    const bool is_complete = distance_map_continue(&wide->distances, work) &&
                             (!wide->has_leeways || distance_map_continue(&wide->leeways, work));
    return is_complete ? begin_goal(wide, goal_after(wide, -1)) : FW_PENDING;
}

fw_result wide_search_run(wide_search *wide, uint64_t work)
{
    const fw_result measured = measure(wide, &work);
    if (measured != FW_OK)
        return measured;
    const uint64_t before = work_of(wide), most = wide->limits.max_work ? wide->limits.max_work : UINT64_MAX;
    for (;;) {
        const uint64_t all = work_of(wide);
        if (all >= most)
            return FW_LIMIT;
        if (all - before >= work)
            return FW_PENDING;
        const fw_result result = run_goal(wide);
        if (result != FW_PENDING)
            return result;
    }
}

double wide_search_progress(const wide_search *wide)
{
    return wide->phase == WIDE_MEASURES ? 0 : best_first_progress(&wide->sides[wide->side].search);
}

bool wide_search_nearest(const wide_search *wide, double *square)
{
    return wide->phase != WIDE_MEASURES &&
           wide_side_nearest(&wide->sides[0], &wide->query.aims, square) != NO_SLOT;
}

fw_result wide_search_write(wide_search *wide, const map_unit *unit, directional_end end, fw_path *path,
                            double *total)
{
    if (wide->phase == WIDE_MEASURES)
        return FW_NOT_FOUND;
    double square;
    const bool to_goal = end == DIRECTIONAL_END_GOAL;
    wide_side *side = &wide->sides[to_goal ? wide->side : 0];
    const uint32_t slot = to_goal                       ? side->search.goal_parent
                          : end == DIRECTIONAL_END_BEST ? best_first_best(&side->search)
                                                        : wide_side_nearest(side, &wide->query.aims, &square);
    drive_writer writer =
        drive_writer_begin(path, wide->query.map, unit, wide->query.overlay, wide->query.start);
    const fw_result written = wide_side_write(side, wide->memory, slot, to_goal, &writer);
    *total = writer.cost;
    return written;
}
