#include "traffic/one_way.h"

#include <math.h>

#include "traffic/crowd_cells.h"
#include "traffic/passages.h"
#include "traffic/patience.h"

/// Width of such passages, in radii: two units can get past each other, but crowds cannot keep right.
#define LEAST_WIDTH 4.0
#define MOST_WIDTH  6.0

/// Length of such a passage, in widths at least, and the tiles up to which it is measured in each direction.
enum { LEAST_LENGTH = 1, MOST_LENGTH = 64 };

/// How far around the passage units are counted that will enter it, how far before it the others wait, and how deep in
/// it a unit turns back that came too early, in radii.
#define SEES_BEFORE  50.0
#define WAITS_BEFORE 24.0
#define TURNS_WITHIN 24.0

/// What each tile costs by which a unit that waits is too near.
#define WAITS_COST 10.0

/// So many units that go through a passage, in both directions, are a crowd. So few of one direction in the passage
/// turn back, or else are met there.
enum { CROWD = 16, FEW_INSIDE = 3 };

/// The others get their turn once one of them has waited for so many times of the time in which a unit gets through.
#define TURN_TIMES 6.0

/// Those who go in one direction.
typedef struct stream {
    int32_t count;        ///< in the passage and before it
    int32_t inside;       ///< in the passage
    int32_t longest_wait; ///< of those before it, in knots
    const agent *nearest; ///< to it, of those before it; null: there is none
    double left;          ///< what the nearest one has to go to it, in tiles
} stream;

/// A passage, and those who go through it.
typedef struct both_ways {
    const passage *at;
    fw_box box;
    stream streams[2]; ///< [direction > 0]
} both_ways;

static bool is_of_width(const passage *at, double radius)
{
    return at->width >= LEAST_WIDTH * radius && at->width < MOST_WIDTH * radius;
}

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

static void count_unit(const fw_traffic *traffic, const agent *unit, both_ways *ways)
{
    const int direction = agent_has_been(unit) ? 0 : passage_direction(unit, ways->at);
    const crossing *next = passages_of(traffic, agent_slot(traffic, unit));
    const bool is_inside = is_within(&ways->box, unit->plan.stop_x, unit->plan.stop_y);
    if (direction == 0 || (!is_inside && !comes_to(ways, next)))
        return;
    stream *own = &ways->streams[direction > 0];
    own->count++;
    own->inside += is_inside;
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
static void count_units(const fw_traffic *traffic, const agent *unit, both_ways *ways)
{
    const double sees = SEES_BEFORE * radius_of(traffic, unit);
    const fw_box around = box_wider(&ways->box, sees);
    const int32_t found = crowd_on_layers(traffic, &around, unit->regard.layers);
    for (int32_t i = 0; i < found; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        if (!agent_has_right_of_way(unit, other))
            count_unit(traffic, other, ways);
    }
}

/// True if it is the turn of those who go toward greater coordinates: of the direction in which somebody has waited too
/// long, else of that of most units in the passage, else of that of the unit which is nearest to it.
static bool is_turn_of_second(const both_ways *ways, double longest)
{
    const stream *a = &ways->streams[0], *b = &ways->streams[1];
    if (fmax(a->longest_wait, b->longest_wait) > longest && a->longest_wait != b->longest_wait)
        return b->longest_wait > a->longest_wait;
    if (a->inside != b->inside)
        return b->inside > a->inside;
    if (!a->nearest || !b->nearest)
        return b->nearest != NULL;
    return b->left != a->left ? b->left < a->left : b->nearest->id < a->nearest->id;
}

/// The passage where the unit is, or else the next one of its way.
static bool find_passage(const fw_traffic *traffic, const agent *unit, passage *found)
{
    const crossing *next = passages_of(traffic, agent_slot(traffic, unit));
    if (!next)
        return false;
    const double radius = radius_of(traffic, unit);
    const int32_t x = (int32_t)floor(unit->plan.stop_x), y = (int32_t)floor(unit->plan.stop_y);
    if (passage_at(traffic, unit, x, y, found) && is_of_width(found, radius))
        return true;
    *found = next->at;
    return is_of_width(found, radius) && unit->pursuit.remaining - (double)next->rest < SEES_BEFORE * radius;
}

/// True if a unit must wait that goes in a direction.
static bool must_wait(const both_ways *ways, int direction, double longest)
{
    const stream *own = &ways->streams[direction > 0], *others = &ways->streams[direction < 0];
    return others->count > 0 && own->count + others->count >= CROWD &&
           (is_turn_of_second(ways, longest) != (direction > 0) || others->inside > FEW_INSIDE);
}

closed_passage one_way_closed(const fw_traffic *traffic, const agent *unit)
{
    passage at;
    closed_passage closed = { .cost = 0 };
    if (unit->drive || unit->relation.in_way_of != NO_AGENT || unit->jam.number > 0 ||
        !find_passage(traffic, unit, &at))
        return closed;
    const double radius = radius_of(traffic, unit), patience = patience_left(unit, LEAVES_QUEUE_AFTER);
    if (patience == 0)
        return closed;
    both_ways ways = { .at = &at, .box = box_of(traffic, unit, &at) };
    const fw_box *box = &ways.box;
    const int direction = passage_direction(unit, &at);
    const double length = at.is_column ? box->max_x - box->min_x : box->max_y - box->min_y;
    closed = (closed_passage){ .reach = WAITS_BEFORE * radius,
                               .box = *box,
                               .mouth_x = direction > 0 ? box->min_x : box->max_x,
                               .mouth_y = direction > 0 ? box->min_y : box->max_y,
                               .in_x = at.is_column ? direction : 0,
                               .in_y = at.is_column ? 0 : direction };
    const bool is_inside = is_within(box, unit->plan.stop_x, unit->plan.stop_y);
    if (direction == 0 || length < LEAST_LENGTH * at.width ||
        (is_inside &&
         closed_passage_depth(&closed, unit->plan.stop_x, unit->plan.stop_y) > TURNS_WITHIN * radius))
        return closed;
    count_units(traffic, unit, &ways);
    const double longest = TURN_TIMES * length / (unit->limits.top * FW_TRAFFIC_KNOT);
    if (!(is_inside && ways.streams[direction > 0].inside > FEW_INSIDE) &&
        must_wait(&ways, direction, longest))
        closed.cost = WAITS_COST * patience;
    return closed;
}
