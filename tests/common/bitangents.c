#include "common/bitangents.h"

#include <math.h>
#include <stdlib.h>

/// Two circles whose touching place is nearer to a line or an arc leave no way there.
#define CLOSED 4e-9

#define FULL_TURN (2 * FW_PI)

typedef struct point {
    double x, y;
} point;

/// A directed bitangent.
typedef struct line {
    int from, to;             ///< circles
    int from_sense, to_sense; ///< 1: they are at its right, -1: at its left
    double heading, length;
    double cost; ///< of getting to where it departs
    int next; ///< the next one that departs from the same side, when walking along the arc; -1: a circle is between
    bool is_done;
} line;

/// Part of a circle that another one covers: position angles.
typedef struct cover {
    double middle, half;
} cover;

typedef struct covers {
    cover *items;
    int count;
} covers;

typedef struct graph {
    const fw_tree *trees; ///< the last two are start and goal
    int count;
    point *gates; ///< where two circles touch
    int gate_count;
    covers *covered; ///< [circle * count]
    line *lines;
    int line_count, line_capacity;
    int *order; ///< lines by side and heading
    int *sides; ///< [2 * count + 1] where in `order` a side begins
    bitangent_counts counts;
} graph;

static double distance(point a, point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static double distance_to_line(point a, point b, point from)
{
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    const double part = square > 0 ? ((from.x - a.x) * dx + (from.y - a.y) * dy) / square : 0;
    const double clamped = fmin(fmax(part, 0), 1);
    return distance(from, (point){ a.x + clamped * dx, a.y + clamped * dy });
}

static bool is_clear(const graph *graph, point a, point b)
{
    for (int i = 0; i < graph->count - 2; i++) {
        const double least = graph->trees[i].radius - FW_FOREST_TOUCH;
        const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
        const double x = graph->trees[i].x - a.x, y = graph->trees[i].y - a.y;
        const double part = square > 0 ? (x * dx + y * dy) / square : 0;
        const double clamped = part < 0 ? 0 : part > 1 ? 1 : part;
        const double away_x = x - clamped * dx, away_y = y - clamped * dy;
        if (least > 0 && away_x * away_x + away_y * away_y < least * least)
            return false;
    }
    for (int i = 0; i < graph->gate_count; i++)
        if (distance_to_line(a, b, graph->gates[i]) < CLOSED)
            return false;
    return true;
}

static void add_line(graph *graph, line added)
{
    if (graph->line_count == graph->line_capacity) {
        graph->line_capacity = 2 * graph->line_capacity + 64;
        graph->lines = realloc(graph->lines, (size_t)graph->line_capacity * sizeof *graph->lines);
    }
    graph->lines[graph->line_count++] = added;
}

/// Adds one bitangent, in both directions.
static void add_bitangent(graph *graph, int i, int j, int sense_i, int sense_j)
{
    const fw_tree *a = &graph->trees[i], *b = &graph->trees[j];
    const double dx = b->x - a->x, dy = b->y - a->y, apart = hypot(dx, dy);
    const bool exists = sense_i == sense_j ? apart > fabs(a->radius - b->radius)
                                           : apart > a->radius + b->radius + FW_FOREST_TOUCH;
    const bool are_points = a->radius == 0 || b->radius == 0;
    if (apart == 0 || (!exists && !are_points))
        return;
    const double sine = (sense_j * b->radius - sense_i * a->radius) / apart;
    const double heading = atan2(dy, dx) - asin(fmin(fmax(sine, -1), 1));
    const double across_x = -sin(heading), across_y = cos(heading);
    const point p = { a->x - sense_i * a->radius * across_x, a->y - sense_i * a->radius * across_y };
    const point q = { b->x - sense_j * b->radius * across_x, b->y - sense_j * b->radius * across_y };
    if (!is_clear(graph, p, q)) {
        graph->counts.blocked++;
        return;
    }
    graph->counts.lines++;
    const double length = sqrt(fmax(apart * apart - sine * sine * apart * apart, 0));
    add_line(graph, (line){ i, j, sense_i, sense_j, heading, length, INFINITY, -1, false });
    add_line(graph, (line){ j, i, -sense_j, -sense_i, heading + FW_PI, length, INFINITY, -1, false });
}

static void add_bitangents(graph *graph)
{
    for (int i = 0; i < graph->count; i++)
        for (int j = i + 1; j < graph->count; j++)
            for (int senses = 0; senses < 4; senses++) {
                const int of_i = senses & 1 ? 1 : -1, of_j = senses & 2 ? 1 : -1;
                const bool is_once = (i < graph->count - 2 || of_i > 0) && (j < graph->count - 2 || of_j > 0);
                if (is_once)
                    add_bitangent(graph, i, j, of_i, of_j);
            }
}

/// Finds which arcs are covered, and where circles touch.
static void find_covers(graph *graph)
{
    for (int i = 0; i < graph->count - 2; i++)
        for (int j = 0; j < graph->count - 2; j++) {
            const fw_tree *a = &graph->trees[i], *b = &graph->trees[j];
            const double apart = hypot(b->x - a->x, b->y - a->y);
            const double gap = apart - a->radius - b->radius, less = b->radius - FW_FOREST_TOUCH;
            if (i == j || gap > FW_FOREST_TOUCH || apart <= fabs(a->radius - b->radius) || a->radius == 0)
                continue;
            const double cosine =
                (apart * apart + a->radius * a->radius - less * less) / (2 * apart * a->radius);
            double half = acos(fmin(fmax(cosine, -1), 1));
            const double along = a->radius + gap / 2;
            if (gap > -CLOSED) {
                const point gate = { a->x + (b->x - a->x) / apart * along,
                                     a->y + (b->y - a->y) / apart * along };
                graph->gates[graph->gate_count++] = gate;
                half = fmax(half, CLOSED / a->radius);
            }
            covers *to = &graph->covered[i];
            to->items = realloc(to->items, (size_t)(to->count + 1) * sizeof *to->items);
            to->items[to->count++] = (cover){ atan2(b->y - a->y, b->x - a->x), half };
        }
}

static double turned(double angle)
{
    const double turn = fmod(angle, FULL_TURN);
    return turn < 0 ? turn + FULL_TURN : turn;
}

/// True if an arc of some radians, from a heading on, is free.
static bool arc_is_free(const graph *graph, int circle, int sense, double heading, double turn)
{
    const double begin = heading - sense * FW_PI / 2; // position angle
    for (int i = 0; i < graph->covered[circle].count; i++) {
        const cover *it = &graph->covered[circle].items[i];
        const double to_near_end = turned(sense * (it->middle - begin) - it->half);
        const bool begins_inside = to_near_end > FULL_TURN - 2 * it->half + 1e-9;
        if (to_near_end < turn - 1e-9 || begins_inside)
            return false;
    }
    return true;
}

static int side_of(int circle, int sense)
{
    return 2 * circle + (sense > 0);
}

static const line *sorted_lines;

static int by_side(const void *a, const void *b)
{
    const line *p = &sorted_lines[*(const int *)a], *q = &sorted_lines[*(const int *)b];
    const int side_p = side_of(p->from, p->from_sense), side_q = side_of(q->from, q->from_sense);
    if (side_p != side_q)
        return side_p < side_q ? -1 : 1;
    const double turn_p = turned(p->from_sense * p->heading), turn_q = turned(q->from_sense * q->heading);
    return turn_p < turn_q ? -1 : turn_p > turn_q;
}

static void sort_sides(graph *graph)
{
    graph->order = malloc((size_t)(graph->line_count + 1) * sizeof *graph->order);
    for (int i = 0; i < graph->line_count; i++)
        graph->order[i] = i;
    sorted_lines = graph->lines;
    qsort(graph->order, (size_t)graph->line_count, sizeof *graph->order, by_side);
    int at = 0;
    for (int side = 0; side <= 2 * graph->count; side++) {
        while (at < graph->line_count &&
               side_of(graph->lines[graph->order[at]].from, graph->lines[graph->order[at]].from_sense) < side)
            at++;
        graph->sides[side] = at;
    }
}

/// An open way: heap entries.
typedef struct open_way {
    double f;
    int line;
} open_way;

typedef struct heap {
    open_way *items;
    int count, capacity;
} heap;

static void heap_push(heap *to, open_way added)
{
    if (to->count == to->capacity) {
        to->capacity = 2 * to->capacity + 64;
        to->items = realloc(to->items, (size_t)to->capacity * sizeof *to->items);
    }
    int at = to->count++;
    for (; at > 0 && to->items[(at - 1) / 2].f > added.f; at = (at - 1) / 2)
        to->items[at] = to->items[(at - 1) / 2];
    to->items[at] = added;
}

static open_way heap_pop(heap *from)
{
    const open_way least = from->items[0], moved = from->items[--from->count];
    int at = 0;
    for (int child = 1; child < from->count; child = 2 * at + 1) {
        child += child + 1 < from->count && from->items[child + 1].f < from->items[child].f;
        if (from->items[child].f >= moved.f)
            break;
        from->items[at] = from->items[child];
        at = child;
    }
    from->items[at] = moved;
    return least;
}

static void relax(graph *graph, heap *open, int index, double cost)
{
    line *it = &graph->lines[index];
    if (cost >= it->cost)
        return;
    it->cost = cost;
    const fw_tree *circle = &graph->trees[it->from], *goal = &graph->trees[graph->count - 1];
    const double x = circle->x + it->from_sense * circle->radius * sin(it->heading);
    const double y = circle->y - it->from_sense * circle->radius * cos(it->heading);
    heap_push(open, (open_way){ cost + hypot(goal->x - x, goal->y - y), index });
}

/// Walks on along a side to the first line that departs at a heading or after.
static void walk_on(graph *graph, heap *open, int circle, int sense, double heading, double cost, int except)
{
    const int first = graph->sides[side_of(circle, sense)], end = graph->sides[side_of(circle, sense) + 1];
    if (first == end)
        return;
    const double turn = turned(sense * heading);
    int low = first, high = end;
    while (low < high) {
        const int middle = (low + high) / 2;
        const line *it = &graph->lines[graph->order[middle]];
        if (turned(sense * it->heading) < turn - (except < 0 ? 1e-12 : 0))
            low = middle + 1;
        else
            high = middle;
    }
    if (except >= 0) {
        while (graph->order[low] != except)
            low++;
        low++;
    }
    const int next = graph->order[low == end ? first : low];
    double arc = turned(sense * graph->lines[next].heading - turn);
    arc = arc > FULL_TURN - 1e-11 ? 0 : arc;
    if (next != except && arc_is_free(graph, circle, sense, heading, arc))
        relax(graph, open, next, cost + arc * graph->trees[circle].radius);
}

static double search(graph *graph)
{
    heap open = { 0 };
    double best = INFINITY;
    for (int i = 0; i < graph->line_count; i++)
        if (graph->lines[i].from == graph->count - 2)
            relax(graph, &open, i, 0);
    while (open.count > 0) {
        const open_way least = heap_pop(&open);
        line *it = &graph->lines[least.line];
        if (least.f >= best)
            break;
        if (it->is_done)
            continue;
        it->is_done = true;
        graph->counts.expanded++;
        const double arrives = it->cost + it->length;
        if (it->to == graph->count - 1)
            best = fmin(best, arrives);
        else if (it->to < graph->count - 2)
            walk_on(graph, &open, it->to, it->to_sense, it->heading, arrives, -1);
        if (it->from < graph->count - 2)
            walk_on(graph, &open, it->from, it->from_sense, it->heading, it->cost, least.line);
    }
    free(open.items);
    return best;
}

/// True if a point is the place where two circles touch each other from outside.
static bool is_between(const fw_tree *a, const fw_tree *b, double x, double y)
{
    const double apart = hypot(b->x - a->x, b->y - a->y), gap = apart - a->radius - b->radius;
    if (apart <= fabs(a->radius - b->radius) + 1e-10 || gap > FW_FOREST_TOUCH)
        return false;
    const double at = (a->radius + gap / 2) / apart;
    return hypot(a->x + at * (b->x - a->x) - x, a->y + at * (b->y - a->y) - y) <= 1e-8;
}

static bool is_inside(const fw_tree *trees, int count, double x, double y)
{
    for (int i = 0; i < count; i++) {
        if (hypot(trees[i].x - x, trees[i].y - y) < trees[i].radius - FW_FOREST_TOUCH)
            return true;
        for (int j = 0; j < i; j++)
            if (is_between(&trees[i], &trees[j], x, y))
                return true;
    }
    return false;
}

double bitangents_shortest(const fw_tree *trees, int count, double start_x, double start_y, double goal_x,
                           double goal_y, bitangent_counts *counts)
{
    if (is_inside(trees, count, start_x, start_y) || is_inside(trees, count, goal_x, goal_y))
        return INFINITY;
    if (start_x == goal_x && start_y == goal_y)
        return 0;
    fw_tree *all = malloc((size_t)(count + 2) * sizeof *all);
    for (int i = 0; i < count; i++)
        all[i] = trees[i];
    all[count] = (fw_tree){ start_x, start_y, 0 };
    all[count + 1] = (fw_tree){ goal_x, goal_y, 0 };
    graph graph = { .trees = all, .count = count + 2 };
    graph.gates = malloc((size_t)(6 * count + 1) * sizeof *graph.gates * 8);
    graph.covered = calloc((size_t)graph.count, sizeof *graph.covered);
    graph.sides = malloc((size_t)(2 * graph.count + 1) * sizeof *graph.sides);
    find_covers(&graph);
    add_bitangents(&graph);
    sort_sides(&graph);
    const double length = search(&graph);
    if (counts)
        *counts = graph.counts;
    for (int i = 0; i < graph.count; i++)
        free(graph.covered[i].items);
    free(graph.gates);
    free(graph.covered);
    free(graph.sides);
    free(graph.order);
    free(graph.lines);
    free(all);
    return length;
}

/// How far a segment of a path keeps from a point, at least.
static double least_distance(const fw_segment *segment, point from)
{
    const point begin = { segment->start.x, segment->start.y };
    const double heading = segment->start.heading, curvature = segment->curvature;
    if (curvature == 0) {
        const point end = { begin.x + segment->length * cos(heading),
                            begin.y + segment->length * sin(heading) };
        return distance_to_line(begin, end, from);
    }
    const point centre = { begin.x - sin(heading) / curvature, begin.y + cos(heading) / curvature };
    const double sense = curvature > 0 ? 1 : -1, turn = segment->length * fabs(curvature);
    const double first = heading - sense * FW_PI / 2;
    const double toward = atan2(from.y - centre.y, from.x - centre.x);
    const double apart = distance(from, centre), radius = 1 / fabs(curvature);
    if (turned(sense * (toward - first)) <= turn)
        return fabs(apart - radius);
    const double last = first + sense * turn;
    const point end = { centre.x + radius * cos(last), centre.y + radius * sin(last) };
    return fmin(distance(begin, from), distance(end, from));
}

static fw_pose end_of(const fw_segment *segment)
{
    const double heading = segment->start.heading, curvature = segment->curvature, length = segment->length;
    if (curvature == 0)
        return (fw_pose){ segment->start.x + length * cos(heading), segment->start.y + length * sin(heading),
                          heading };
    const double last = heading + curvature * length;
    return (fw_pose){ segment->start.x + (sin(last) - sin(heading)) / curvature,
                      segment->start.y - (cos(last) - cos(heading)) / curvature, last };
}

const char *bitangents_fault(const fw_tree *trees, int count, double start_x, double start_y, double goal_x,
                             double goal_y, const fw_path *path)
{
    int32_t segments = 0;
    const fw_segment *it = fw_path_segments(path, &segments);
    const double size = 1 + fabs(start_x) + fabs(start_y) + fabs(goal_x) + fabs(goal_y);
    const double near = 1e-9 + 1e-12 * size;
    if (segments == 0)
        return "it is empty";
    fw_pose at = { start_x, start_y, it[0].start.heading };
    for (int32_t i = 0; i < segments; i++) {
        if (hypot(it[i].start.x - at.x, it[i].start.y - at.y) > 2 * near)
            return "it jumps";
        if (fabs(remainder(it[i].start.heading - at.heading, FULL_TURN)) > 1e-7)
            return "its heading jumps";
        for (int j = 0; j < count; j++)
            if (least_distance(&it[i], (point){ trees[j].x, trees[j].y }) < trees[j].radius - 2 * near)
                return "it runs into a circle";
        at = end_of(&it[i]);
    }
    return hypot(goal_x - at.x, goal_y - at.y) > 2 * near ? "it ends elsewhere" : NULL;
}
