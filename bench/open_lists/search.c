#include "open_lists/search.h"

#include <stdlib.h>

#include "open_lists/kinds.h"
#include "open_lists/seen.h"
#include "open_lists/stopwatch.h"
#include "open_lists/study_memory.h"

enum { UNSEEN, OPEN, CLOSED };
enum { MOST_RECORDINGS = 16 };

typedef struct step {
    int32_t dx, dy;
} step;

static const step steps[8] = { { 1, 0 }, { -1, 0 },  { 0, 1 },  { 0, -1 },
                               { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } };

/// A node of the search.
typedef struct node {
    uint64_t g;
    uint8_t state;
    uint8_t arrival; ///< index of the step that led here; jump points only
} node;

typedef struct search {
    const search_def *def;
    uint32_t goal;
    int32_t goal_x, goal_y;
    node *nodes; ///< [node * width * height of the window]
    void *list;
    const open_list_kind *kind;
    seen lent; ///< kept up to date for structures that look at it
    size_t open_count;
    uint64_t f_rise;
    recording *active[MOST_RECORDINGS]; ///< being filled
    size_t active_count;
    size_t begun; ///< recordings that were begun
} search;

search_window search_everywhere(const tile_map *map)
{
    return (search_window){ 0, 0, map->width, map->height };
}

search_window search_around(const tile_map *map, uint32_t start, uint32_t goal, int32_t side)
{
    const int32_t width = map->width;
    const int32_t x = ((int32_t)start % width + (int32_t)goal % width) / 2;
    const int32_t y = ((int32_t)start / width + (int32_t)goal / width) / 2;
    return (search_window){ x - side / 2, y - side / 2, side, side };
}

static uint8_t cost_at(const search *s, int32_t x, int32_t y)
{
    const search_window *window = &s->def->window;
    const tile_map *map = s->def->map;
    if (x < 0 || y < 0 || x >= window->width || y >= window->height)
        return 0;
    x += window->x;
    y += window->y;
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return 0;
    return map->cost[(size_t)y * (size_t)map->width + (size_t)x];
}

static uint32_t id_of(const search *s, int32_t x, int32_t y)
{
    return (uint32_t)(y * s->def->window.width + x);
}

static uint32_t estimate(const search *s, int32_t x, int32_t y)
{
    if (s->def->blind)
        return 0;
    const uint32_t dx = (uint32_t)abs(x - s->goal_x), dy = (uint32_t)abs(y - s->goal_y);
    const uint32_t shorter = dx < dy ? dx : dy, longer = dx < dy ? dy : dx;
    return shorter * TILE_COST_DIAGONAL + (longer - shorter) * TILE_COST;
}

/// Fills a recording's beginning with what is open already.
static void set_stage(const search *s, recording *to)
{
    const uint32_t ids = (uint32_t)s->def->window.width * (uint32_t)s->def->window.height;
    for (uint32_t id = 0; s->open_count > 0 && id < ids; id++) {
        if (s->nodes[id].state != OPEN)
            continue;
        const int32_t x = (int32_t)id % s->def->window.width, y = (int32_t)id / s->def->window.width;
        const uint32_t h = estimate(s, x, y);
        recording_add(to, OPERATION_INSERT, (queue_entry){ .f = s->nodes[id].g + h, .h = h, .id = id });
    }
    to->stage = to->count;
    to->counts[OPERATION_INSERT] = 0;
}

static void begin_recordings(search *s)
{
    const search_def *def = s->def;
    while (s->begun < def->recording_count && def->recordings[s->begun].begins_at <= s->open_count) {
        recording *to = &def->recordings[s->begun++];
        set_stage(s, to);
        s->active[s->active_count++] = to;
    }
}

static void end_full_recordings(search *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->active_count; i++)
        if (s->active[i]->room == 0 || s->active[i]->count - s->active[i]->stage < s->active[i]->room)
            s->active[kept++] = s->active[i];
    s->active_count = kept;
}

static void record(search *s, operation kind, queue_entry what)
{
    for (size_t i = 0; i < s->active_count; i++)
        recording_add(s->active[i], kind, what);
}

static open_list_bounds bounds_of(const search_def *def, uint64_t f_rise)
{
    return (open_list_bounds){ .side = (uint32_t)def->window.width,
                               .ids = (uint32_t)def->window.width * (uint32_t)def->window.height,
                               .cost_step = TILE_COST,
                               .f_rise = f_rise };
}

/// Nothing raises f by more: a jump point's run there and back over the whole window, at cost 1; a step at
/// cost 3.
static uint64_t largest_f_rise(const search_def *def)
{
    const uint64_t longest = (uint64_t)(def->jump_points ? def->window.width + def->window.height : 4);
    return 2 * longest * TILE_COST_DIAGONAL;
}

static search begin(const search_def *def)
{
    const int32_t width = def->map->width;
    search s = { .def = def, .kind = def->kind ? def->kind : &open_list_positioned_heap };
    s.goal_x = (int32_t)def->goal % width - def->window.x;
    s.goal_y = (int32_t)def->goal / width - def->window.y;
    s.goal = id_of(&s, s.goal_x, s.goal_y);
    const open_list_bounds bounds = bounds_of(def, largest_f_rise(def));
    s.nodes = study_memory(bounds.ids, sizeof *s.nodes);
    s.lent = seen_create(s.kind->looks_at_nodes ? bounds.ids : 0);
    return s;
}

static void end(search *s)
{
    for (size_t i = 0; i < s->begun; i++)
        s->def->recordings[i].bounds = bounds_of(s->def, s->f_rise);
    s->kind->destroy(s->list);
    seen_free(&s->lent);
    free(s->nodes);
}

/// Inserts a node, or raises one that is on the list as `before`.
static void put(search *s, const queue_entry *now, const queue_entry *before)
{
    if (s->kind->looks_at_nodes)
        seen_open(&s->lent, now->id, now->f);
    if (before)
        s->kind->increase_priority(s->list, before, now->f);
    else
        s->kind->insert(s->list, now);
}

static void open_start(search *s)
{
    const int32_t width = s->def->map->width;
    const int32_t x = (int32_t)s->def->start % width - s->def->window.x;
    const int32_t y = (int32_t)s->def->start / width - s->def->window.y;
    const queue_entry first = { .f = estimate(s, x, y), .h = estimate(s, x, y), .id = id_of(s, x, y) };
    s->nodes[first.id].state = OPEN;
    s->open_count = 1;
    record(s, OPERATION_INSERT, first);
    put(s, &first, NULL);
}

/// Takes the best open node; false when there is none.
static bool visit_next(search *s, queue_entry *best)
{
    if (s->open_count == 0)
        return false;
    begin_recordings(s);
    end_full_recordings(s);
    *best = s->kind->remove_best(s->list);
    if (s->kind->looks_at_nodes)
        seen_close(&s->lent, best->id);
    s->nodes[best->id].state = CLOSED;
    record(s, OPERATION_REMOVE_BEST, *best);
    for (size_t i = 0; i < s->active_count; i++) {
        s->active[i]->fringe_sum += (double)s->open_count;
        if (s->open_count > s->active[i]->largest_fringe)
            s->active[i]->largest_fringe = s->open_count;
    }
    s->open_count--;
    return true;
}

static void consider(search *s, const queue_entry *from, uint64_t g, int32_t x, int32_t y, uint8_t arrival)
{
    const uint32_t id = id_of(s, x, y);
    node *reached = &s->nodes[id];
    const uint32_t h = estimate(s, x, y);
    const queue_entry known = { .f = (reached->state == UNSEEN ? g : reached->g) + h, .h = h, .id = id };
    const queue_entry now = { .f = g + h, .h = h, .id = id };
    record(s, OPERATION_CONTAINS, known);
    const bool open = s->kind->contains(s->list, &known);
    for (size_t i = 0; i < s->active_count; i++)
        s->active[i]->already_open += open;
    if (reached->state == CLOSED || (open && reached->g <= g))
        return;
    record(s, open ? OPERATION_INCREASE_PRIORITY : OPERATION_INSERT, now);
    put(s, &now, open ? &known : NULL);
    s->open_count += !open;
    *reached = (node){ .g = g, .state = OPEN, .arrival = arrival };
    if (now.f - from->f > s->f_rise)
        s->f_rise = now.f - from->f;
}

/// Half of a step lies on each of both tiles.
static uint64_t step_cost(uint32_t from_cost, uint32_t to_cost, bool diagonal)
{
    return (uint64_t)(from_cost + to_cost) * (diagonal ? TILE_COST_DIAGONAL / 2 : TILE_COST / 2);
}

static void expand_tile(search *s, const queue_entry *from)
{
    const int32_t x = (int32_t)from->id % s->def->window.width, y = (int32_t)from->id / s->def->window.width;
    const uint32_t here = cost_at(s, x, y);
    for (uint8_t i = 0; i < 8; i++) {
        const step to = steps[i];
        const bool diagonal = to.dx && to.dy;
        const uint32_t there = cost_at(s, x + to.dx, y + to.dy);
        if (!there || (diagonal && (!cost_at(s, x + to.dx, y) || !cost_at(s, x, y + to.dy))))
            continue;
        consider(s, from, s->nodes[from->id].g + step_cost(here, there, diagonal), x + to.dx, y + to.dy, i);
    }
}

/// Must a straight run stop here? At the goal, and where a way to the side opens behind a blocked tile
/// (Harabor & Grastien 2011, without corner cutting).
static bool stops_straight(const search *s, int32_t x, int32_t y, step step)
{
    if (x == s->goal_x && y == s->goal_y)
        return true;
    for (int32_t side = -1; side <= 1; side += 2) {
        const int32_t dx = step.dy * side, dy = step.dx * side;
        if (cost_at(s, x + dx, y + dy) && !cost_at(s, x + dx - step.dx, y + dy - step.dy))
            return true;
    }
    return false;
}

/// Length of the straight run to its first stop, 0 when it ends at a wall.
static int32_t run_straight(const search *s, int32_t x, int32_t y, step step)
{
    for (int32_t length = 1;; length++) {
        x += step.dx;
        y += step.dy;
        if (!cost_at(s, x, y))
            return 0;
        if (stops_straight(s, x, y, step))
            return length;
    }
}

/// The same for a diagonal run, which stops at the goal and where a straight run from it meets a stop.
static int32_t run_diagonal(const search *s, int32_t x, int32_t y, step taken)
{
    for (int32_t length = 1;; length++) {
        if (!cost_at(s, x + taken.dx, y) || !cost_at(s, x, y + taken.dy) ||
            !cost_at(s, x + taken.dx, y + taken.dy))
            return 0;
        x += taken.dx;
        y += taken.dy;
        if ((x == s->goal_x && y == s->goal_y) || run_straight(s, x, y, (step){ taken.dx, 0 }) ||
            run_straight(s, x, y, (step){ 0, taken.dy }))
            return length;
    }
}

/// After a diagonal arrival: that way and its two straight parts. After a straight one: nothing that leads
/// back.
static bool worth_going(step arrived, step next)
{
    if (arrived.dx && arrived.dy)
        return (next.dx == arrived.dx || next.dx == 0) && (next.dy == arrived.dy || next.dy == 0);
    return next.dx * arrived.dx + next.dy * arrived.dy >= 0;
}

static void expand_jump_point(search *s, const queue_entry *from, bool first)
{
    const int32_t x = (int32_t)from->id % s->def->window.width, y = (int32_t)from->id / s->def->window.width;
    for (uint8_t i = 0; i < 8; i++) {
        const step to = steps[i];
        if (!first && !worth_going(steps[s->nodes[from->id].arrival], to))
            continue;
        const bool diagonal = to.dx && to.dy;
        const int32_t length = diagonal ? run_diagonal(s, x, y, to) : run_straight(s, x, y, to);
        if (length == 0)
            continue;
        const uint64_t cost = (uint64_t)length * step_cost(1, 1, diagonal);
        consider(s, from, s->nodes[from->id].g + cost, x + length * to.dx, y + length * to.dy, i);
    }
}

search_result search_run(const search_def *def)
{
    search s = begin(def);
    const open_list_bounds bounds = bounds_of(def, largest_f_rise(def));
    search_result result = { .cost = UINT64_MAX };
    s.list = s.kind->create(&bounds, &s.lent);
    s.kind->clear(s.list);
    begin_recordings(&s);
    const double begun = stopwatch_computed_seconds();
    open_start(&s);
    for (queue_entry best; visit_next(&s, &best);) {
        if (best.id == s.goal) {
            result.cost = best.f;
            break;
        }
        if (def->jump_points)
            expand_jump_point(&s, &best, result.expanded == 0);
        else
            expand_tile(&s, &best);
        result.expanded++;
    }
    result.seconds = stopwatch_computed_seconds() - begun;
    end(&s);
    return result;
}
