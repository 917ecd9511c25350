#define _POSIX_C_SOURCE 199309L
/// What the hit-check table of directional search saves (Pinter 2001, figure 13): the article's plain Directional-24 on
/// tiles and eight headings, with the straight distance to the goal's tile as h, once with a table of the tiles that
/// each curve touches in a frame of 11 x 11, once with kept curves that are swept anew at each node, and once with
/// curves that are computed at each node as well. All three test the same curves and find paths of the same cost.
///
///     bench_hit_table [--every K] [NAME...]
///
/// takes every K-th query (10) of the pose lists of arena and AR0072SR, for a round body of radius 0.33 and R = 1.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contest.h"
#include "common/give_up.h"
#include "common/sampling.h"
#include "common/stopwatch.h"
#include "curve/segment.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"

enum {
    HEADINGS = 8,
    RING = 2,      ///< tiles that a curve leads to each side in Directional-24
    MOST_RING = 3, ///< in Directional-48
    FRAME = 5,
    FRAME_SIDE = 2 * FRAME + 1,
    MOST_CHILDREN = HEADINGS * (2 * MOST_RING + 1) * (2 * MOST_RING + 1),
    COST_SCALE = 1 << 16
};

/// How a search finds out whether a curve is free.
typedef enum check_kind { CHECK_TABLE, CHECK_SWEEP, CHECK_CURVE_AND_SWEEP, CHECK_KINDS } check_kind;

static const char *const check_names[] = { "table of tiles", "kept curves, swept", "computed and swept" };

/// A curve from the middle of tile (0, 0) to a neighbour and a heading there.
typedef struct child {
    int32_t dx, dy, heading;
    fw_curve curve;
    uint64_t cost;
    int16_t touched[FRAME_SIDE * FRAME_SIDE]; ///< [tile * touched_count] places in the frame, row by row
    int32_t touched_count;
} child;

typedef struct children {
    child all[HEADINGS][MOST_CHILDREN];
    int32_t count[HEADINGS];
} children;

/// The space of a search.
typedef struct lattice_space {
    const contest *contest;
    const children *children;
    fw_unit_def unit;
    check_kind check;
    int32_t width, height;
    bool *blocked; ///< [tile * width * height]
    fw_pose start;
    int32_t goal_x, goal_y;
    uint64_t checks;
} lattice_space;

static double heading_of(int32_t index)
{
    return index * (FW_PI / 4);
}

static bool touches(const sweep_body *body, const fw_segment *segment, int32_t x, int32_t y)
{
    if (segment->curvature != 0) {
        const sweep_arc arc = sweep_arc_of(segment);
        return sweep_arc_touches(body, &arc, x, y);
    }
    const fw_pose end = segment_end(segment);
    return sweep_line_touches(body, segment->start.x, segment->start.y, end.x, end.y, x, y);
}

static bool curve_touches(const sweep_body *body, const fw_curve *curve, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (touches(body, &curve->segments[i], x, y))
            return true;
    return false;
}

/// Lists the tiles of the frame that a curve touches; false if it touches tiles around the frame too.
static bool list_touched(const sweep_body *body, child *to)
{
    for (int32_t y = -FRAME - 1; y <= FRAME + 1; y++)
        for (int32_t x = -FRAME - 1; x <= FRAME + 1; x++)
            if (curve_touches(body, &to->curve, x, y)) {
                if (abs(x) > FRAME || abs(y) > FRAME)
                    return false;
                to->touched[to->touched_count++] = (int16_t)((y + FRAME) * FRAME_SIDE + x + FRAME);
            }
    return true;
}

/// Lists the curves to all tiles of a ring and within it, as far as they stay in the frame.
static void list_children(const fw_unit_def *unit, int32_t ring, children *all)
{
    const sweep_body body = sweep_body_of(&unit->footprint);
    const int32_t across = 2 * ring + 1;
    *all = (children){ .count = { 0 } };
    for (int32_t from = 0; from < HEADINGS; from++)
        for (int32_t i = 0; i < HEADINGS * across * across; i++) {
            const int32_t place = i / HEADINGS;
            child *next = &all->all[from][all->count[from]];
            *next =
                (child){ .dx = place % across - ring, .dy = place / across - ring, .heading = i % HEADINGS };
            const fw_pose start = { 0.5, 0.5, heading_of(from) };
            const fw_pose end = { next->dx + 0.5, next->dy + 0.5, heading_of(next->heading) };
            if ((next->dx == 0 && next->dy == 0) ||
                fw_dubins(start, end, unit->turn_radius, FW_DUBINS_SHORTEST, &next->curve) != FW_OK ||
                !list_touched(&body, next))
                continue;
            next->cost = (uint64_t)llround(COST_SCALE * next->curve.length);
            all->count[from]++;
        }
}

/// Number of curves of three arcs, which the article leaves out.
static int32_t count_arcs_alone(const children *all)
{
    int32_t found = 0;
    for (int32_t from = 0; from < HEADINGS; from++)
        for (int32_t i = 0; i < all->count[from]; i++) {
            const fw_curve *curve = &all->all[from][i].curve;
            found += curve->count == 3 && curve->segments[1].curvature != 0;
        }
    return found;
}

/// Tells how many curves of each neighbourhood fit into the frame.
static void print_frames(const fw_unit_def *unit, children *all)
{
    for (int32_t ring = 1; ring <= MOST_RING; ring++) {
        const int32_t tiles = (2 * ring + 1) * (2 * ring + 1) - 1;
        const double begun = stopwatch_computed_us();
        list_children(unit, ring, all);
        int32_t kept = 0;
        for (int32_t from = 0; from < HEADINGS; from++)
            kept += all->count[from];
        printf("Directional-%d: %d of %d curves fit into the frame, %d have three arcs; %.1f ms\n", tiles,
               kept, HEADINGS * HEADINGS * tiles, count_arcs_alone(all),
               (stopwatch_computed_us() - begun) / 1e3);
    }
}

static fw_node_id node_of(const lattice_space *space, int32_t x, int32_t y, int32_t heading)
{
    return ((fw_node_id)y * (fw_node_id)space->width + (fw_node_id)x) * HEADINGS + (fw_node_id)heading;
}

static bool is_free_by_table(const lattice_space *space, const child *next, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < next->touched_count; i++) {
        const int32_t column = x - FRAME + next->touched[i] % FRAME_SIDE;
        const int32_t row = y - FRAME + next->touched[i] / FRAME_SIDE;
        if (column < 0 || row < 0 || column >= space->width || row >= space->height ||
            space->blocked[row * space->width + column])
            return false;
    }
    return true;
}

static bool is_free_by_sweep(const lattice_space *space, const fw_curve *curve, double x, double y)
{
    bool is_free = true;
    for (int32_t i = 0; i < curve->count && is_free; i++) {
        fw_segment segment = curve->segments[i];
        segment.start.x += x;
        segment.start.y += y;
        fw_sweep(space->contest->map, space->contest->unit, NULL, &segment, &is_free);
    }
    return is_free;
}

static bool is_free(const lattice_space *space, const child *next, int32_t x, int32_t y, int32_t heading)
{
    if (space->check == CHECK_TABLE)
        return is_free_by_table(space, next, x, y);
    if (space->check == CHECK_SWEEP)
        return is_free_by_sweep(space, &next->curve, x, y);
    const fw_pose start = { 0.5, 0.5, heading_of(heading) };
    const fw_pose end = { next->dx + 0.5, next->dy + 0.5, heading_of(next->heading) };
    fw_curve curve;
    fw_dubins(start, end, space->unit.turn_radius, FW_DUBINS_SHORTEST, &curve);
    return is_free_by_sweep(space, &curve, x, y);
}

static fw_result begin(void *context, fw_successors *out)
{
    const lattice_space *space = context;
    const int32_t heading = (int32_t)lround(space->start.heading / (FW_PI / 4)) & (HEADINGS - 1);
    fw_successors_push(
        out, node_of(space, (int32_t)floor(space->start.x), (int32_t)floor(space->start.y), heading), 0, 0);
    return FW_OK;
}

static fw_result expand(void *context, const fw_node *from, fw_successors *out)
{
    lattice_space *space = context;
    const int32_t heading = (int32_t)(from->id % HEADINGS), tile = (int32_t)(from->id / HEADINGS);
    const int32_t x = tile % space->width, y = tile / space->width;
    if (x == space->goal_x && y == space->goal_y)
        fw_successors_push(out, FW_GOAL_NODE, 0, 0);
    for (int32_t i = 0; i < space->children->count[heading]; i++) {
        const child *next = &space->children->all[heading][i];
        space->checks++;
        if (is_free(space, next, x, y, heading))
            fw_successors_push(out, node_of(space, x + next->dx, y + next->dy, next->heading), next->cost, 0);
    }
    return FW_OK;
}

static void estimate(void *context, fw_estimate *improved, int32_t count)
{
    const lattice_space *space = context;
    for (int32_t i = 0; i < count; i++) {
        const int32_t tile = (int32_t)(improved[i].id / HEADINGS);
        const double away = hypot(tile % space->width - space->goal_x, tile / space->width - space->goal_y);
        improved[i].h = (uint64_t)(COST_SCALE * away * 0.9999); // costs are rounded
    }
}

/// Searches once.
///
/// @param[out] expanded  nodes
/// @return cost of the path; 0: none
static uint64_t search_once(lattice_space *space, uint64_t *expanded)
{
    fw_space_request ask = fw_default_space_request();
    fw_search *search;
    fw_statistics statistics;
    uint64_t cost = 0;
    int32_t count;
    ask.space = (fw_space){ .begin = begin, .expand = expand, .estimate = estimate, .space = space };
    if (fw_search_begin_space(space->contest->planner, &ask, &search) != FW_OK)
        give_up("no memory");
    if (fw_search_step(search, 0) == FW_OK)
        fw_search_nodes(search, NULL, 0, &count, &cost);
    fw_search_statistics(search, &statistics);
    fw_search_end(search);
    *expanded += statistics.expanded;
    return cost;
}

static void compare(const contest *contest, const fw_unit_def *unit, const children *all, const char *name,
                    size_t every)
{
    lattice_space space = { .contest = contest,
                            .children = all,
                            .unit = *unit,
                            .width = fw_map_width(contest->map),
                            .height = fw_map_height(contest->map) };
    space.blocked = malloc((size_t)space.width * (size_t)space.height * sizeof *space.blocked);
    if (!space.blocked)
        give_up("no memory");
    for (int32_t tile = 0; tile < space.width * space.height; tile++)
        space.blocked[tile] =
            !fw_map_fits(contest->map, contest->unit, tile % space.width, tile / space.width);
    double with_table = 0;
    uint64_t costs = 0;
    for (space.check = CHECK_TABLE; space.check < CHECK_KINDS; space.check++) {
        uint64_t expanded = 0, sum = 0;
        space.checks = 0;
        const double begun = stopwatch_computed_us();
        for (size_t i = 0; i < contest->queries.count; i += every) {
            space.start = io_place_pose(&contest->queries.items[i].start, 1);
            const fw_pose goal = io_place_pose(&contest->queries.items[i].goal, 1);
            space.goal_x = (int32_t)floor(goal.x);
            space.goal_y = (int32_t)floor(goal.y);
            sum += search_once(&space, &expanded);
        }
        const double spent = stopwatch_computed_us() - begun;
        if (space.check == CHECK_TABLE) {
            with_table = spent;
            costs = sum;
        } else if (sum != costs) {
            give_up("the paths differ");
        }
        printf("%-10s %-20s %10llu %12llu %10.1f %8.2f %8.1f\n", name, check_names[space.check],
               (unsigned long long)expanded, (unsigned long long)space.checks, spent / 1e3,
               1e3 * spent / (double)space.checks, spent / with_table);
        fflush(stdout);
    }
    free(space.blocked);
}

int main(int count, char **words)
{
    static const char *const maps[] = { "dao/arena", "bg512/AR0072SR" };
    static children all;
    sampling how = sampling_from(count, words);
    fw_unit_def unit = fw_default_unit_def();
    unit.size = 1;
    unit.footprint = fw_circle(0.33);
    unit.turn_radius = 1;
    print_frames(&unit, &all);
    list_children(&unit, RING, &all);
    printf("%-10s %-20s %10s %12s %10s %8s %8s\n", "map", "curves", "expanded", "checks", "ms", "ns/check",
           "times");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        contest contest = { 0 };
        if (!sampling_takes(&how, maps[i]) || !contest_open(&contest, maps[i], CONTEST_POSES, &unit, false))
            continue;
        compare(&contest, &unit, &all, strrchr(maps[i], '/') + 1, how.every);
        contest_close(&contest);
    }
    return 0;
}
