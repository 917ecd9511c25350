#include "pivot/pivot_search.h"

#include <math.h>

#include "grid/field_grow.h"
#include "map/overlay.h"
#include "map/unit_def.h"
#include "pivot/pivot_exits.h"
#include "pivot/pivot_passage.h"
#include "pivot/pivot_write.h"
#include "search/counts.h"

/// What a search does now.
typedef enum pivot_phase {
    PIVOT_MEASURES,    ///< where the inner disc of the body fits
    PIVOT_GUIDES,      ///< the inner disc from the goal to the start
    PIVOT_SEARCHES,    ///< from both ends
    PIVOT_LOOKS,       ///< for exits, after a search ran dry: from the start, then from the goal
    PIVOT_LOOKED_ROUND ///< searches again, with the exits of both ends
} pivot_phase;

struct pivot_search {
    memory *memory;
    pivot_phase phase;
    int looks_at;         ///< index of the end whose exits are looked for
    pivot_exits exits[2]; ///< of the ends
    fw_statistics before; ///< of the search that ran dry, and of looking for exits
    search_limits limits;
    pivot_lattice lattice;
    pivot_passage passage;
    pivot_ground ground;
    pivot_end ends[2];    ///< start, goal
    pivot_links links[2]; ///< of the ends
    pivot_link direct;    ///< the drive straight from the start to the goal, if one is free
    bool has_direct;
    pivot_side sides[2]; ///< from the start, from the goal
    int turn;            ///< index of the side whose turn it is
    uint64_t turn_end;   ///< the turn ends when that side has expanded so many nodes
    fw_exhausted exhausted;
    pivot_writing writing;
};

enum {
    TURN_LENGTH = 64, ///< expansions after which the other side takes its turn
    FINER = 8         ///< spacings of the next lattice in one of the lattice before
};

bool pivot_fits(const fw_unit_def *unit, fw_refusal *why)
{
    if (unit->turn_radius > 0)
        refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.turn_radius", "this is for units that turn on the spot");
    else if (unit->footprint.kind == FW_FOOTPRINT_CIRCLE)
        refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.footprint",
               "a circle turns wherever it fits: use a grid method");
    else if (corners_are_cut(unit->corners))
        refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.corners",
               "a unit that cuts corners turns wherever its size fits");
    else
        return true;
    return false;
}

fw_result pivot_search_create(memory *memory, page_pool *pool, pivot_search **search)
{
    pivot_search *created = memory_get_zeroed(memory, 1, sizeof *created);
    if (!created)
        return FW_NO_MEMORY;
    created->memory = created->writing.memory = memory;
    created->passage.memory = created->passage.distances.memory = memory;
    pivot_headings_list(&created->lattice);
    for (int i = 0; i < 2; i++) {
        pivot_side_init(&created->sides[i], memory, pool);
        created->exits[i].memory = created->exits[i].cells.memory = memory;
    }
    *search = created;
    return FW_OK;
}

/// Finds the cheapest drive straight from the start to the goal. Returns false if none is free, or the nodes of the
/// path must lie in a corridor.
static bool find_direct(const pivot_search *search, pivot_link *direct)
{
    const pivot_ground *ground = &search->ground;
    const pivot_end *start = &search->ends[0], *goal = &search->ends[1];
    *direct = (pivot_link){ .price = COST_LIMIT };
    if (overlay_has_corridor(ground->swept.overlay))
        return false;
    if (start->pose.x == goal->pose.x && start->pose.y == goal->pose.y) {
        direct->price = 0;
        return pivot_end_turns(ground, goal, start->pose.heading);
    }
    for (int gear = 0; gear < (ground->unit->def.reverse ? 2 : 1); gear++) {
        const fw_segment line = pivot_line(start->pose, goal->pose, gear ? FW_REVERSE : FW_FORWARD);
        const cost price = pivot_price(ground, &line);
        if (price < direct->price && pivot_end_turns(ground, start, line.start.heading) &&
            pivot_end_turns(ground, goal, line.start.heading) && pivot_drives(ground, &line))
            *direct = (pivot_link){ .price = price, .gear = line.gear };
    }
    return direct->price < COST_LIMIT;
}

static fw_result reset_side(pivot_search *search, int index)
{
    pivot_side *side = &search->sides[index];
    side->ground = &search->ground;
    side->lattice = &search->lattice;
    side->begin_links = &search->links[index];
    side->end_links = &search->links[1 - index];
    side->is_backward = index == 1;
    side->begin = search->ends[index].pose;
    side->end = search->ends[1 - index].pose;
    side->direct = search->has_direct ? &search->direct : NULL;
    return pivot_side_reset(side, &search->limits);
}

/// Begins the searches from both ends.
static fw_result begin_sides(pivot_search *search)
{
    search->turn = 0;
    search->turn_end = TURN_LENGTH;
    search->exhausted = FW_EXHAUSTED_NONE;
    for (int i = 0; i < 2; i++)
        if (reset_side(search, i) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Begins the searches on a lattice.
static fw_result begin_lattice(pivot_search *search, double spacing)
{
    search->lattice.spacing = spacing;
    for (int i = 0; i < 2; i++)
        if (pivot_links_list(&search->links[i], search->memory, &search->ground, &search->lattice,
                             &search->ends[i]) != FW_OK)
            return FW_NO_MEMORY;
    return begin_sides(search);
}

/// Lets both sides be guided over tiles.
static fw_result guide_sides(pivot_search *search, const layer *passable)
{
    for (int i = 0; i < 2; i++)
        if (pivot_side_guide(&search->sides[i], passable) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

fw_result pivot_search_reset(pivot_search *search, const pivot_query *query, const search_limits *limits)
{
    search->limits = *limits;
    search->ground = pivot_ground_of(query->map, query->unit, query->overlay);
    search->ends[0] = (pivot_end){ .pose = query->start };
    search->ends[1] = (pivot_end){
        .pose = query->goal, .any_heading = query->any_heading, .tolerance = query->tolerance, .is_goal = true
    };
    search->before = (fw_statistics){ 0 };
    search->has_direct = find_direct(search, &search->direct);
    bool measures;
    if (begin_lattice(search, pivot_coarsest(search->ground.body.reach)) != FW_OK ||
        pivot_passage_begin(&search->passage, &search->ground, &measures) != FW_OK)
        return FW_NO_MEMORY;
    search->phase = measures ? PIVOT_MEASURES : PIVOT_SEARCHES;
    return measures ? FW_OK : guide_sides(search, query->unit->body);
}

/// Adds up both sides.
void pivot_search_statistics(const pivot_search *search, fw_statistics *statistics)
{
    *statistics = search->before;
    statistics->exhausted = search->exhausted;
    for (int i = 0; i < 2; i++) {
        const fw_statistics *side = &search->sides[i].search.count;
        counts_add(statistics, side);
        statistics->fringe += side->fringe;
    }
}

static uint64_t work_of(const pivot_search *search)
{
    return search->before.work + search->sides[0].search.count.work + search->sides[1].search.count.work;
}

/// Notes the end that is shut in.
static void note_exhausted(pivot_search *search)
{
    search->exhausted = search->turn == 0 ? FW_EXHAUSTED_START : FW_EXHAUSTED_GOAL;
}

/// Finds where the inner disc fits. The distances may be known from an earlier query, so this does not count as work of
/// the request; but it uses up the work of this step. FW_OK, FW_PENDING or FW_NO_MEMORY.
static fw_result measure(pivot_search *search, uint64_t *work)
{
    if (search->phase != PIVOT_MEASURES)
        return FW_OK;
    if (!pivot_passage_continue(&search->passage, work))
        return FW_PENDING;
    for (int i = 0; i < 2; i++)
        pivot_passage_admit(&search->passage, search->ends[i].pose.x, search->ends[i].pose.y);
    search->ground.distances = &search->passage.distances;
    search->phase = PIVOT_GUIDES;
    return guide_sides(search, &search->passage.layer);
}

/// Lets the inner disc find the start. FW_PENDING, FW_NO_MEMORY, or FW_NOT_FOUND: so there is no path.
static fw_result find_start(pivot_search *search, uint64_t work)
{
    grid_field *field = &search->sides[0].field;
    const fw_pose start = search->ends[0].pose;
    uint64_t left = work;
    const fw_result found = grid_field_settle(field, (int32_t)start.x, (int32_t)start.y, &left);
    search->before.work += work - left;
    if (found != FW_OK)
        return found;
    if (grid_field_at(field, (int32_t)start.x, (int32_t)start.y) == FIELD_UNKNOWN) {
        search->exhausted = FW_EXHAUSTED_GOAL;
        return FW_NOT_FOUND;
    }
    search->phase = PIVOT_SEARCHES;
    return FW_PENDING;
}

/// Adds up what the present searches did, which are over.
static void close_sides(pivot_search *search)
{
    for (int i = 0; i < 2; i++) {
        counts_add(&search->before, &search->sides[i].search.count);
        search->sides[i].search.count = (fw_statistics){ 0 };
    }
}

/// Begins to look for exits, after the search ran dry. FW_PENDING or FW_NO_MEMORY.
static fw_result begin_to_look(pivot_search *search)
{
    search->phase = PIVOT_LOOKS;
    search->looks_at = 0;
    for (int i = 0; i < 2; i++)
        if (pivot_exits_begin(&search->exits[i], &search->lattice, &search->ends[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_PENDING;
}

/// Goes on where the search ran dry: looks for exits, or if these are known, takes a finer lattice.
///
/// @return FW_PENDING, FW_NO_MEMORY, or FW_NOT_FOUND: the lattice is the finest
static fw_result go_on(pivot_search *search)
{
    const double spacing = search->lattice.spacing;
    const bool has_exits = search->phase == PIVOT_LOOKED_ROUND;
    if (has_exits && spacing == PIVOT_FINEST)
        return FW_NOT_FOUND;
    close_sides(search);
    if (!has_exits)
        return begin_to_look(search);
    search->phase = PIVOT_SEARCHES;
    return begin_lattice(search, fmax(spacing / FINER, PIVOT_FINEST)) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

/// Looks for exits. When those of both ends are known, begins the search again. FW_PENDING, FW_TOO_MANY or
/// FW_NO_MEMORY.
static fw_result look(pivot_search *search, uint64_t work)
{
    const int end = search->looks_at;
    uint64_t left = work;
    const fw_result looked = pivot_exits_run(&search->exits[end], &search->ground, &search->lattice,
                                             &search->ends[end], &search->links[end], &left);
    search->before.work += work - left;
    search->before.expanded += work - left;
    if (looked != FW_OK)
        return looked;
    if (++search->looks_at < 2)
        return FW_PENDING;
    search->phase = PIVOT_LOOKED_ROUND;
    return begin_sides(search) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

/// Lets the side whose turn it is go on.
///
/// @return as best_first_run()
static fw_result run_side(pivot_search *search, uint64_t work)
{
    pivot_side *side = &search->sides[search->turn];
    const uint64_t left = search->turn_end - side->search.count.expanded;
    const fw_result result = pivot_side_run(side, left < work ? left : work);
    if (result == FW_NOT_FOUND)
        note_exhausted(search);
    if (result == FW_PENDING && side->search.count.expanded >= search->turn_end) {
        search->turn = 1 - search->turn;
        search->turn_end = search->sides[search->turn].search.count.expanded + TURN_LENGTH;
    }
    return result;
}

fw_result pivot_search_run(pivot_search *search, uint64_t work)
{
    const fw_result measured = measure(search, &work);
    if (measured != FW_OK)
        return measured;
    const uint64_t before = work_of(search),
                   most = search->limits.max_work ? search->limits.max_work : UINT64_MAX;
    for (;;) {
        const uint64_t all = work_of(search);
        if (all >= most)
            return FW_LIMIT;
        if (all - before >= work)
            return FW_PENDING;
        const uint64_t left = work - (all - before) < most - all ? work - (all - before) : most - all;
        fw_result result = search->phase == PIVOT_GUIDES  ? find_start(search, left)
                           : search->phase == PIVOT_LOOKS ? look(search, left)
                                                          : run_side(search, left);
        if (result == FW_NOT_FOUND && search->phase != PIVOT_GUIDES)
            result = go_on(search);
        if (result != FW_PENDING)
            return result;
    }
}

double pivot_search_progress(const pivot_search *search)
{
    return best_first_progress(&search->sides[0].search);
}

fw_result pivot_search_write(pivot_search *search, bool to_goal, fw_path *path, double *total)
{
    pivot_writing *writing = &search->writing;
    writing->ground = &search->ground;
    writing->start = &search->ends[0];
    writing->goal = &search->ends[1];
    writing->exits = search->exits;
    writing->to_goal = to_goal;
    return pivot_write(writing, &search->sides[to_goal ? search->turn : 0], path, total);
}
