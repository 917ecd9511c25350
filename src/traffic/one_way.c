#include "traffic/one_way.h"

#include <math.h>

#include "traffic/crowd_cells.h"
#include "traffic/passages.h"
#include "traffic/patience.h"

/// Tiles up to which a passage is measured in each direction.
enum { MOST_LENGTH = 64 };

/// A passage narrower than SINGLE_WIDTH, in which two units cannot get past each other, is left to gates and joint
/// plans if it is longer than LONGEST_SINGLE: both in radii.
#define SINGLE_WIDTH   4.0
#define LONGEST_SINGLE 20.0

/// How far around the passage units are counted that will enter it, how far before it the others wait, and how deep in
/// it a unit turns back that came too early, in radii.
#define SEES_BEFORE  50.0
#define WAITS_BEFORE 32.0
#define TURNS_WITHIN 24.0

/// What each tile costs by which a unit that waits is too near.
#define WAITS_COST 10.0

/// So few units of one direction in the passage turn back, or else are met there.
enum { FEW_INSIDE = 3 };

/// The others get their turn once one of them has waited for so many times of the time in which a unit comes up to the
/// passage, and gets through.
#define TURN_TIMES 6.0

/// Those who go in one direction.
typedef struct stream {
    int32_t count;        ///< in the passage and before it
    int32_t inside;       ///< in the passage
    int32_t longest_wait; ///< of those before it, in knots
    bool has_right;       ///< of way over the unit that asks, in one of them
    const agent *nearest; ///< to it, of those before it; null: there is none
    double left;          ///< what the nearest one has to go to it, in tiles
} stream;

/// A passage, and those who go through it.
typedef struct both_ways {
    const passage *at;
    fw_box box;
    stream streams[2]; ///< [direction > 0]
} both_ways;

/// The tiles of a passage.
static fw_box box_of(const fw_traffic *traffic, const agent *unit, const passage *at)
{
    const int32_t before = passage_length(traffic, unit, at, -1, MOST_LENGTH),
                  after = passage_length(traffic, unit, at, 1, MOST_LENGTH) + 1;
    return at->is_column ? (fw_box){ at->x - before, at->y, at->x + after, at->y + at->width }
                         : (fw_box){ at->x, at->y - before, at->x + at->width, at->y + after };
}

static bool is_within(const fw_box *box, double x, double y)
{
    return x > box->min_x && x < box->max_x && y > box->min_y && y < box->max_y;
}

/// True if the next passage of a unit's way is this one.
static bool comes_to(const both_ways *ways, const crossing *next)
{
    return next && next->at.width == ways->at->width && next->at.is_column == ways->at->is_column &&
           is_within(&ways->box, next->at.x + 0.5, next->at.y + 0.5);
}

/// A coordinate of a place, along a passage.
static double along(const passage *at, way_point place)
{
    return at->is_column ? place.x : place.y;
}

/// Where a unit's way goes on once it has led through a passage: its first corner behind it, or else its end.
static way_point goes_on(const agent *unit, const both_ways *ways, const crossing *next)
{
    const way_point *points = unit->way.points;
    const int32_t last = unit->way.count - 1;
    const double through = comes_to(ways, next) ? (double)next->rest : INFINITY;
    double rest = 0;
    int32_t found = last;
    for (int32_t i = last; i >= unit->way.next && rest <= through; i--) {
        if (!is_within(&ways->box, points[i].x, points[i].y))
            found = i;
        if (i > 0)
            rest += apart(points[i - 1].x, points[i - 1].y, points[i].x, points[i].y);
    }
    return points[found];
}

/// Direction in which a unit goes through a passage: 1 or -1; 0: it does not go through it, or is through but for the
/// corners of its way.
static int direction_through(const fw_traffic *traffic, const agent *unit, const both_ways *ways)
{
    const crossing *next = passages_of(traffic, agent_slot(traffic, unit));
    const fw_box *box = &ways->box;
    const way_point from = { unit->plan.stop_x, unit->plan.stop_y };
    const bool is_inside = is_within(box, from.x, from.y);
    if (agent_has_been(unit) || unit->way.next >= unit->way.count || (!is_inside && !comes_to(ways, next)))
        return 0;
    const double start = along(ways->at, from), end = along(ways->at, goes_on(unit, ways, next)),
                 middle = along(ways->at, (way_point){ 0.5 * (box->min_x + box->max_x),
                                                       0.5 * (box->min_y + box->max_y) });
    if (fabs(end - start) <= 0.5 || (!is_inside && (start > middle) == (end > middle)))
        return 0;
    return end > start ? 1 : -1;
}

static void count_unit(const fw_traffic *traffic, const agent *unit, both_ways *ways, bool has_right)
{
    const int direction = direction_through(traffic, unit, ways);
    const crossing *next = passages_of(traffic, agent_slot(traffic, unit));
    const bool is_inside = is_within(&ways->box, unit->plan.stop_x, unit->plan.stop_y);
    if (direction == 0)
        return;
    stream *own = &ways->streams[direction > 0];
    own->count++;
    own->inside += is_inside;
    own->has_right |= has_right;
    if (is_inside)
        return;
    const double left = unit->pursuit.remaining - (double)next->rest;
    if (unit->pursuit.stuck > own->longest_wait)
        own->longest_wait = unit->pursuit.stuck;
    if (!own->nearest || left < own->left || (left == own->left && unit->id < own->nearest->id)) {
        own->nearest = unit;
        own->left = left;
    }
}

/// Counts those for whom a unit may have to wait.
///
/// @return false: they get past each other by keeping right: they are fewer than would fit into a square as wide as the
///         passage, if each took a square of its radius
static bool count_crowd(const fw_traffic *traffic, const agent *unit, both_ways *ways)
{
    const double radius = radius_of(traffic, unit), across = ways->at->width / radius;
    const fw_box around = box_wider(&ways->box, SEES_BEFORE * radius);
    const int32_t found = crowd_on_layers(traffic, &around, unit->regard.layers);
    if (found < across * across)
        return false;
    for (int32_t i = 0; i < found; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        if (!agent_has_right_of_way(unit, other))
            count_unit(traffic, other, ways, agent_has_right_of_way(other, unit));
    }
    return ways->streams[0].count + ways->streams[1].count >= across * across;
}

/// True if it is the turn of those who go toward greater coordinates: of the direction in which somebody has the right
/// of way, else in which somebody has waited too long, else in which most units go in the passage, else of the unit
/// that is nearest to it.
static bool is_turn_of_second(const both_ways *ways, double longest)
{
    const stream *a = &ways->streams[0], *b = &ways->streams[1];
    if (a->has_right != b->has_right)
        return b->has_right;
    if (fmax(a->longest_wait, b->longest_wait) > longest && a->longest_wait != b->longest_wait)
        return b->longest_wait > a->longest_wait;
    if (a->inside != b->inside)
        return b->inside > a->inside;
    if (!a->nearest || !b->nearest)
        return b->nearest != NULL;
    return b->left != a->left ? b->left < a->left : b->nearest->id < a->nearest->id;
}

/// True if units take turns in such a passage.
static bool has_turns(const passage *at, double length, double radius)
{
    return at->width >= SINGLE_WIDTH * radius || length <= LONGEST_SINGLE * radius;
}

/// True if a unit must wait that goes in a direction.
static bool must_wait(const both_ways *ways, int direction, double longest)
{
    const stream *others = &ways->streams[direction < 0];
    return others->count > 0 &&
           (is_turn_of_second(ways, longest) != (direction > 0) || others->inside > FEW_INSIDE);
}

closed_passage one_way_closed(const fw_traffic *traffic, const agent *unit)
{
    passage at;
    closed_passage closed = { .cost = 0 };
    const double radius = radius_of(traffic, unit), patience = patience_left(unit, LEAVES_QUEUE_AFTER);
    if (unit->drive || unit->relation.in_way_of != NO_AGENT || unit->jam.number > 0 || patience == 0 ||
        !passage_near(traffic, unit, unit->plan.stop_x, unit->plan.stop_y, SEES_BEFORE * radius, &at))
        return closed;
    both_ways ways = { .at = &at, .box = box_of(traffic, unit, &at) };
    const fw_box *box = &ways.box;
    const double length = at.is_column ? box->max_x - box->min_x : box->max_y - box->min_y;
    if (!has_turns(&at, length, radius) || !count_crowd(traffic, unit, &ways))
        return closed;
    const int direction = direction_through(traffic, unit, &ways);
    const double longest =
        TURN_TIMES * (length + WAITS_BEFORE * radius) / (unit->limits.top * FW_TRAFFIC_KNOT);
    if (direction == 0 || !must_wait(&ways, direction, longest))
        return closed;
    closed = (closed_passage){ .reach = WAITS_BEFORE * radius,
                               .box = *box,
                               .mouth_x = direction > 0 ? box->min_x : box->max_x,
                               .mouth_y = direction > 0 ? box->min_y : box->max_y,
                               .in_x = at.is_column ? direction : 0,
                               .in_y = at.is_column ? 0 : direction };
    if (!is_within(box, unit->plan.stop_x, unit->plan.stop_y) ||
        (ways.streams[direction > 0].inside <= FEW_INSIDE &&
         closed_passage_depth(&closed, unit->plan.stop_x, unit->plan.stop_y) <= TURNS_WITHIN * radius))
        closed.cost = WAITS_COST * patience;
    return closed;
}
