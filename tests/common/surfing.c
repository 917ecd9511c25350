#include "common/surfing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FULL_TURN (2 * FW_PI)

/// Angles that differ by less are the same.
#define SAME_ANGLE 1e-9

/// How much longer than the straight line a path may be in the first ellipse, as a part.
#define FIRST_SLACK 0.02

enum { NONE = -1 };

typedef struct point {
    double x, y;
} point;

/// A bitangent, from one side of a circle to another one.
typedef struct line {
    int target;  ///< side: 2 * circle, and 1 if the circle is at the left
    double turn; ///< its heading, as the side that it leaves sees headings: they grow along the side
    point begin, end;
    double length;
    double cost; ///< of getting to its end
    bool is_done;
} line;

/// Part of a circle that another one covers: position angles.
typedef struct cover {
    double middle, half;
} cover;

/// What is known of one side.
typedef struct side {
    int first, count; ///< its lines, by `turn`
    bool is_made;
} side;

/// Squares with the circles that meet them.
typedef struct cells {
    double left, top, size;
    int width, height;
    int *first; ///< [cell] where its circles begin in `items`; one more for the end
    int *items;
} cells;

/// An open line.
typedef struct open_line {
    double f;
    int line;
} open_line;

typedef struct search {
    unsigned ideas;
    fw_tree *circles; ///< the last two are start and goal
    int count;
    cells cells;
    int *marks; ///< [circle] the last test that met it
    int mark;
    side *sides;
    line *lines;
    int line_count, line_capacity;
    cover *covers; ///< of the circle whose arc is walked
    open_line *open;
    int open_count, open_capacity;
    surfing_counts counts;
} search;

/// Called for a circle that may be near; true ends the walk.
typedef bool circle_visit(search *search, int circle, const void *context);

static double turned(double angle)
{
    const double turn = fmod(angle, FULL_TURN);
    return turn < 0 ? turn + FULL_TURN : turn;
}

static double apart(const fw_tree *a, const fw_tree *b)
{
    return hypot(b->x - a->x, b->y - a->y);
}

static int cell_at(double offset, double size, int count)
{
    const double at = floor(offset / size);
    return at < 0 ? 0 : at < count ? (int)at : count - 1;
}

/// Cells along one row that a rectangle meets: first and last.
static void columns_of(const cells *grid, double left, double right, int *first, int *last)
{
    *first = cell_at(left - grid->left, grid->size, grid->width);
    *last = cell_at(right - grid->left, grid->size, grid->width);
}

static void rows_of(const cells *grid, double top, double bottom, int *first, int *last)
{
    *first = cell_at(top - grid->top, grid->size, grid->height);
    *last = cell_at(bottom - grid->top, grid->size, grid->height);
}

/// Counts or enters the circles of all cells.
static void enter_circles(search *search, bool counts)
{
    cells *grid = &search->cells;
    for (int i = 0; i < search->count - 2; i++) {
        const fw_tree *it = &search->circles[i];
        int left, right, top, bottom;
        columns_of(grid, it->x - it->radius, it->x + it->radius, &left, &right);
        rows_of(grid, it->y - it->radius, it->y + it->radius, &top, &bottom);
        for (int row = top; row <= bottom; row++)
            for (int column = left; column <= right; column++) {
                int *begin = &grid->first[row * grid->width + column];
                if (counts)
                    begin[0]++;
                else
                    grid->items[--begin[0]] = i;
            }
    }
}

static void make_cells(search *search)
{
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY, radius = 0;
    for (int i = 0; i < search->count; i++) {
        const fw_tree *it = &search->circles[i];
        left = fmin(left, it->x);
        right = fmax(right, it->x);
        top = fmin(top, it->y);
        bottom = fmax(bottom, it->y);
        radius = fmax(radius, it->radius);
    }
    const double size = fmax(fmax(right - left, bottom - top) / sqrt(search->count), radius) + 1e-9;
    cells *grid = &search->cells;
    *grid = (cells){ .left = left, .top = top, .size = size };
    grid->width = (int)((right - left) / size) + 1;
    grid->height = (int)((bottom - top) / size) + 1;
    const int area = grid->width * grid->height;
    grid->first = calloc((size_t)area + 1, sizeof *grid->first);
    enter_circles(search, true);
    for (int i = 1; i <= area; i++)
        grid->first[i] += grid->first[i - 1];
    grid->items = malloc(((size_t)grid->first[area] + 1) * sizeof *grid->items);
    enter_circles(search, false);
}

/// Visits the circles near a segment: with an index those in the cells that it crosses, else all.
static bool any_near(search *search, point a, point b, double reach, circle_visit *visit, const void *context)
{
    if (!(search->ideas & SURFING_INDEX)) {
        for (int i = 0; i < search->count - 2; i++)
            if (visit(search, i, context))
                return true;
        return false;
    }
    const cells *grid = &search->cells;
    const point low = a.y <= b.y ? a : b, high = a.y <= b.y ? b : a;
    int top, bottom;
    rows_of(grid, low.y - reach, high.y + reach, &top, &bottom);
    search->mark++;
    for (int row = top; row <= bottom; row++) {
        const double above = grid->top + row * grid->size - reach, below = above + grid->size + 2 * reach;
        const double across = (high.x - low.x) / fmax(high.y - low.y, 1e-300);
        const double x = row == top ? low.x : low.x + across * fmax(above - low.y, 0);
        const double to_x = row == bottom ? high.x : high.x - across * fmax(high.y - below, 0);
        int left, right;
        columns_of(grid, fmin(x, to_x) - reach - 1e-9, fmax(x, to_x) + reach + 1e-9, &left, &right);
        for (int i = grid->first[row * grid->width + left]; i < grid->first[row * grid->width + right + 1];
             i++) {
            const int circle = grid->items[i];
            if (search->marks[circle] == search->mark)
                continue;
            search->marks[circle] = search->mark;
            if (visit(search, circle, context))
                return true;
        }
    }
    return false;
}

static bool blocks_line(search *search, int circle, const void *context)
{
    const line *tested = context;
    const fw_tree *it = &search->circles[circle];
    const double least = it->radius - FW_FOREST_TOUCH;
    const double dx = tested->end.x - tested->begin.x, dy = tested->end.y - tested->begin.y;
    const double x = it->x - tested->begin.x, y = it->y - tested->begin.y, square = dx * dx + dy * dy;
    const double part = square > 0 ? fmin(fmax((x * dx + y * dy) / square, 0), 1) : 0;
    const double away_x = x - part * dx, away_y = y - part * dy;
    return least > 0 && away_x * away_x + away_y * away_y < least * least;
}

static void add_line(search *search, const line *added)
{
    if (search->line_count == search->line_capacity) {
        search->line_capacity = 2 * search->line_capacity + 64;
        search->lines = realloc(search->lines, (size_t)search->line_capacity * sizeof *search->lines);
    }
    search->lines[search->line_count++] = *added;
}

/// 1: headings grow along a side, the circle is at its right; -1: at its left.
static int sense_of(int side)
{
    return side % 2 ? -1 : 1;
}

/// Adds the line from one side to another one, if nothing blocks it.
static void try_line(search *search, int from, int target)
{
    const fw_tree *a = &search->circles[from / 2], *b = &search->circles[target / 2];
    const int sense = sense_of(from), far_sense = sense_of(target);
    const double distance = apart(a, b), difference = far_sense * b->radius - sense * a->radius;
    if (distance <= fabs(difference))
        return;
    search->counts.lines++;
    const double heading = atan2(b->y - a->y, b->x - a->x) - asin(difference / distance);
    const point across = { -sin(heading), cos(heading) };
    const line tested = {
        .target = target,
        .turn = turned(sense * heading),
        .begin = { a->x - sense * a->radius * across.x, a->y - sense * a->radius * across.y },
        .end = { b->x - far_sense * b->radius * across.x, b->y - far_sense * b->radius * across.y },
        .length = sqrt(distance * distance - difference * difference),
        .cost = INFINITY
    };
    if (!any_near(search, tested.begin, tested.end, 0, blocks_line, &tested))
        add_line(search, &tested);
}

static int by_turn(const void *a, const void *b)
{
    const line *p = a, *q = b;
    return p->turn < q->turn ? -1 : p->turn > q->turn;
}

/// Computes the lines that leave a side, unless they are there.
static void make_side(search *search, int at)
{
    side *made = &search->sides[at];
    if (made->is_made)
        return;
    made->is_made = true;
    made->first = search->line_count;
    const int start = search->count - 2;
    for (int target = 0; target < 2 * search->count; target++) {
        const bool is_twice = target / 2 >= start && target % 2; // points have one side
        if (target / 2 != at / 2 && target / 2 != start && !is_twice)
            try_line(search, at, target);
    }
    made->count = search->line_count - made->first;
    if (made->count > 0)
        qsort(search->lines + made->first, (size_t)made->count, sizeof *search->lines, by_turn);
}

static void push_open(search *search, open_line added)
{
    if (search->open_count == search->open_capacity) {
        search->open_capacity = 2 * search->open_capacity + 64;
        search->open = realloc(search->open, (size_t)search->open_capacity * sizeof *search->open);
    }
    open_line *open = search->open;
    int at = search->open_count++;
    for (; at > 0 && open[(at - 1) / 2].f > added.f; at = (at - 1) / 2)
        open[at] = open[(at - 1) / 2];
    open[at] = added;
}

static open_line pop_open(search *search)
{
    open_line *open = search->open;
    const open_line least = open[0], moved = open[--search->open_count];
    int at = 0;
    for (int child = 1; child < search->open_count; child = 2 * at + 1) {
        child += child + 1 < search->open_count && open[child + 1].f < open[child].f;
        if (open[child].f >= moved.f)
            break;
        open[at] = open[child];
        at = child;
    }
    open[at] = moved;
    return least;
}

static double turns_toward(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool cross(const line *a, const line *b)
{
    const double far = 1e-9;
    const double p = turns_toward(a->begin, a->end, b->begin), q = turns_toward(a->begin, a->end, b->end);
    const double r = turns_toward(b->begin, b->end, a->begin), s = turns_toward(b->begin, b->end, a->end);
    return p * q < 0 && r * s < 0 && fmin(fmin(fabs(p), fabs(q)), fmin(fabs(r), fabs(s))) > far;
}

/// Tries a line after another one, or from the start.
///
/// @return false: it was reached at no greater cost before
static bool try_way(search *search, const line *before, int next, double arc)
{
    line *it = &search->lines[next];
    const double cost = (before ? before->cost : 0) + arc + it->length;
    const fw_tree *goal = &search->circles[search->count - 1];
    search->counts.generated++;
    if (before && search->ideas & SURFING_NO_CROSS && cross(before, it)) {
        search->counts.crossing++;
        return true;
    }
    if (cost >= it->cost)
        return false;
    it->cost = cost;
    push_open(search, (open_line){ cost + hypot(goal->x - it->end.x, goal->y - it->end.y), next });
    return true;
}

/// An arc that is walked.
typedef struct arc {
    int side;
    double begin; ///< position angle
    double free;  ///< radians from there on before a circle covers it
} arc;

static bool shorten_arc(search *search, int circle, const void *context)
{
    arc *walked = (arc *)context;
    const fw_tree *a = &search->circles[walked->side / 2], *b = &search->circles[circle];
    const double distance = apart(a, b);
    if (circle == walked->side / 2 || distance >= a->radius + b->radius ||
        distance <= fabs(a->radius - b->radius))
        return false;
    const double less = b->radius - FW_FOREST_TOUCH;
    const double cosine =
        (distance * distance + a->radius * a->radius - less * less) / (2 * distance * a->radius);
    const double half = acos(fmin(fmax(cosine, -1), 1));
    const double to_middle = sense_of(walked->side) * (atan2(b->y - a->y, b->x - a->x) - walked->begin);
    const double until = turned(to_middle - half);
    walked->free = fmin(walked->free, until > FULL_TURN - SAME_ANGLE ? 0 : until);
    return false;
}

/// Walks along a side from where a line has arrived.
static void walk(search *search, const line *arrived, int at, double turn)
{
    make_side(search, at);
    const side *side = &search->sides[at];
    const fw_tree *circle = &search->circles[at / 2];
    const int sense = sense_of(at);
    arc walked = { .side = at, .begin = sense * turn - sense * FW_PI / 2, .free = FULL_TURN };
    const point middle = { circle->x, circle->y };
    any_near(search, middle, middle, circle->radius, shorten_arc, &walked);
    const line *lines = search->lines + side->first;
    int first = 0;
    while (first < side->count && lines[first].turn < turn - SAME_ANGLE)
        first++;
    for (int i = 0; i < side->count; i++) {
        const int next = (first + i) % side->count;
        const double arc = turned(lines[next].turn - turn + SAME_ANGLE) - SAME_ANGLE;
        if (arc > walked.free + SAME_ANGLE)
            return;
        const bool is_new = try_way(search, arrived, side->first + next, fmax(arc, 0) * circle->radius);
        if (!is_new && search->ideas & SURFING_DOMINANCE)
            return;
    }
}

static double run(search *search)
{
    const int start = search->count - 2, goal = search->count - 1;
    for (int i = 0; !(search->ideas & SURFING_LAZINESS) && i < 2 * start; i++)
        make_side(search, i);
    make_side(search, 2 * start);
    for (int i = 0; i < search->sides[2 * start].count; i++)
        try_way(search, NULL, search->sides[2 * start].first + i, 0);
    while (search->open_count > 0) {
        const open_line least = pop_open(search);
        if (search->lines[least.line].is_done)
            continue;
        search->lines[least.line].is_done = true;
        const line arrived = search->lines[least.line]; // new lines move the others
        search->counts.expanded++;
        if (arrived.target / 2 == goal)
            return arrived.cost;
        const double heading = atan2(arrived.end.y - arrived.begin.y, arrived.end.x - arrived.begin.x);
        walk(search, &arrived, arrived.target, turned(sense_of(arrived.target) * heading));
        if (!(search->ideas & SURFING_NO_CUSPS))
            walk(search, &arrived, arrived.target ^ 1,
                 turned(sense_of(arrived.target ^ 1) * (heading + FW_PI)));
    }
    return INFINITY;
}

static void end_search(search *ended)
{
    free(ended->circles);
    free(ended->cells.first);
    free(ended->cells.items);
    free(ended->marks);
    free(ended->sides);
    free(ended->lines);
    free(ended->open);
}

static bool covers(search *search, int circle, const void *context)
{
    const fw_tree *inner = context, *outer = &search->circles[circle];
    const bool is_later = inner->radius < outer->radius || inner > outer;
    return inner != outer && is_later && apart(inner, outer) <= outer->radius - inner->radius + 1e-10;
}

/// Drops the circles that lie in others.
static void drop_covered(search *search)
{
    bool *are_covered = calloc((size_t)search->count, sizeof *are_covered);
    for (int i = 0; i < search->count - 2; i++) {
        const point middle = { search->circles[i].x, search->circles[i].y };
        are_covered[i] = any_near(search, middle, middle, 0, covers, &search->circles[i]);
    }
    int count = 0;
    for (int i = 0; i < search->count; i++)
        if (!are_covered[i])
            search->circles[count++] = search->circles[i];
    free(are_covered);
    search->count = count;
}

/// One search among the circles in an ellipse.
///
/// @param most      sum of the distances from start and goal that it is made of
/// @param[out] all  all circles were in it
static double search_within(const fw_tree *trees, int count, const fw_tree ends[2], double most,
                            unsigned ideas, surfing_counts *counts, bool *all)
{
    search search = { .ideas = ideas };
    search.circles = malloc(((size_t)count + 2) * sizeof *search.circles);
    for (int i = 0; i < count; i++)
        if (apart(&trees[i], &ends[0]) + apart(&trees[i], &ends[1]) - 2 * trees[i].radius <= most)
            search.circles[search.count++] = trees[i];
    *all = search.count == count;
    search.circles[search.count++] = ends[0];
    search.circles[search.count++] = ends[1];
    search.marks = calloc((size_t)search.count, sizeof *search.marks);
    search.sides = calloc(2 * (size_t)search.count, sizeof *search.sides);
    make_cells(&search);
    drop_covered(&search);
    free(search.cells.first);
    free(search.cells.items);
    make_cells(&search);
    const double length = run(&search);
    counts->lines += search.counts.lines;
    counts->generated += search.counts.generated;
    counts->crossing += search.counts.crossing;
    counts->expanded += search.counts.expanded;
    end_search(&search);
    return length;
}

double surfing_shortest(const fw_tree *trees, int count, fw_tree start, fw_tree goal, unsigned ideas,
                        surfing_counts *counts)
{
    const fw_tree ends[2] = { { start.x, start.y, 0 }, { goal.x, goal.y, 0 } };
    const double straight = apart(&ends[0], &ends[1]);
    surfing_counts spent = { 0 };
    double length = INFINITY, slack = ideas & SURFING_ELLIPSE ? FIRST_SLACK : INFINITY;
    for (bool all = false;; slack *= 3) {
        length = search_within(trees, count, ends, (1 + slack) * straight, ideas, &spent, &all);
        if (all || length == INFINITY || length <= (1 + slack) * straight)
            break;
    }
    if (counts)
        *counts = spent;
    return length;
}
