#include <math.h>
#include <stdlib.h>

#include "common/dense.h"
#include "fairway/overlay.h"

// The anchor point's way as a list of moments: many at equal distances, and all at which it might come near a side or a
// corner and go away again. Between two of them tiles change across sides only, one at a time.

enum { MOST_MOMENTS = 4000, MOST_HALVINGS = 60 };

/// Tiles in which the point may be counted, and in which of them it can be without having broken a rule.
typedef struct counted {
    int64_t x, y;
    int across, down;
    bool is_inside[2][2];
} counted;

typedef struct follower {
    const dense_world *world;
    const fw_segment *segment;
    bool cuts;       ///< the rule of corners, else that of the overlay
    bool is_started; ///< else it may be counted wherever it is
    counted now;
    bool is_doubtful; ///< it came to where tolerances begin or end: nothing is sure
    dense_verdict verdict;
} follower;

static double aside_of(const dense_world *world)
{
    return (world->unit->size - 1) / 2.0;
}

/// Distance from the nearest whole number.
static double off(double value)
{
    return fabs(value - nearbyint(value));
}

static counted count_at(double x, double y)
{
    const double side = FW_TOUCH, corner = 2 * FW_TOUCH;
    const bool both = off(x) <= corner && off(y) <= corner;
    const bool two_x = both || (off(x) <= side && off(y) > corner);
    const bool two_y = both || (off(y) <= side && off(x) > corner);
    return (counted){ .x = (int64_t)(two_x ? nearbyint(x) - 1 : floor(x)),
                      .y = (int64_t)(two_y ? nearbyint(y) - 1 : floor(y)),
                      .across = 1 + two_x,
                      .down = 1 + two_y };
}

static bool is_near(double value, double border)
{
    return value > 0.4 * border && value < 2.5 * border;
}

/// True if the point lies where tolerances begin or end, so that no verdict on the point is sure.
static bool is_doubtful(double x, double y)
{
    const double nearer = fmin(off(x), off(y)), farther = fmax(off(x), off(y));
    return is_near(nearer, FW_TOUCH) || is_near(farther, 2 * FW_TOUCH) ||
           (farther < 5 * FW_TOUCH && farther > 0.8 * FW_TOUCH);
}

static bool square_is_free(const dense_world *world, int64_t x, int64_t y)
{
    for (int64_t ty = y; ty < y + world->unit->size; ty++)
        for (int64_t tx = x; tx < x + world->unit->size; tx++)
            if (dense_is_blocked(world, tx, ty))
                return false;
    return true;
}

static bool may_be_in(const follower *at, int64_t x, int64_t y)
{
    return !at->cuts || square_is_free(at->world, x, y);
}

static bool may_move(const follower *at, int64_t x, int64_t y, int64_t dx, int64_t dy)
{
    if (at->cuts && (!dx || !dy))
        return true;
    if (at->cuts)
        return at->world->unit->corners == FW_CORNERS_ALWAYS || square_is_free(at->world, x + dx, y) ||
               square_is_free(at->world, x, y + dy);
    static const struct {
        int dx, dy;
        uint8_t move;
    } moves[] = { { 1, 0, FW_MOVE_E },  { 1, 1, FW_MOVE_SE },   { 0, 1, FW_MOVE_S },  { -1, 1, FW_MOVE_SW },
                  { -1, 0, FW_MOVE_W }, { -1, -1, FW_MOVE_NW }, { 0, -1, FW_MOVE_N }, { 1, -1, FW_MOVE_NE } };
    const dense_world *world = at->world;
    if (x < 0 || y < 0 || x >= world->width || y >= world->height)
        return true;
    for (int i = 0; i < 8; i++)
        if (moves[i].dx == dx && moves[i].dy == dy)
            return !(world->moves[y * world->width + x] & moves[i].move);
    return true;
}

static bool holds(const counted *spot, int64_t x, int64_t y)
{
    return x >= spot->x && y >= spot->y && x < spot->x + spot->across && y < spot->y + spot->down;
}

static bool is_in(const counted *spot, int64_t x, int64_t y)
{
    return holds(spot, x, y) && spot->is_inside[y - spot->y][x - spot->x];
}

/// True if the point can be in a tile, after at most one move, if it was counted as `was` before.
static bool gets_into(const follower *at, const counted *was, const counted *next, int64_t x, int64_t y)
{
    if (!may_be_in(at, x, y))
        return false;
    if (is_in(was, x, y))
        return true;
    for (int64_t dy = -1; dy <= 1; dy++)
        for (int64_t dx = -1; dx <= 1; dx++)
            if (is_in(was, x - dx, y - dy) && holds(next, x - dx, y - dy) &&
                may_move(at, x - dx, y - dy, dx, dy))
                return true;
    return false;
}

/// Fills in where the point can be; false if nowhere.
static bool enter(const follower *at, const counted *was, counted *next)
{
    bool any = false;
    for (int64_t y = 0; y < next->down; y++)
        for (int64_t x = 0; x < next->across; x++) {
            bool *is_inside = &next->is_inside[y][x];
            *is_inside = at->is_started ? gets_into(at, was, next, next->x + x, next->y + y)
                                        : may_be_in(at, next->x + x, next->y + y);
            any = any || *is_inside;
        }
    return any;
}

static bool shares_a_tile(const counted *a, const counted *b)
{
    return a->x < b->x + b->across && b->x < a->x + a->across && a->y < b->y + b->down &&
           b->y < a->y + a->down;
}

static bool is_same(const counted *a, const counted *b)
{
    return a->x == b->x && a->y == b->y && a->across == b->across && a->down == b->down;
}

static bool is_open_anywhere(const follower *at, const counted *spot)
{
    for (int64_t y = 0; y < spot->down; y++)
        for (int64_t x = 0; x < spot->across; x++)
            if (may_be_in(at, spot->x + x, spot->y + y))
                return true;
    return false;
}

static void judge_break(follower *at, const counted *next, double distance)
{
    const double depth = at->cuts ? dense_depth_at(at->world, dense_pose(at->segment, distance)) : INFINITY;
    at->verdict = dense_worse(at->verdict, dense_verdict_of(depth));
    at->is_started = false;
    at->now = *next;
    if (is_open_anywhere(at, next))
        at->is_started = enter(at, next, &at->now);
}

static counted counted_after(const follower *at, double distance)
{
    const fw_pose pose = dense_pose(at->segment, distance);
    return count_at(pose.x - aside_of(at->world), pose.y - aside_of(at->world));
}

/// Goes on to a distance, by halves until tiles change at one place only.
static void advance(follower *at, double from, double to, int halvings)
{
    counted next = counted_after(at, to);
    if (at->is_started && is_same(&at->now, &next))
        return;
    if (at->is_started && halvings > 0 && to - from > 1e-10) {
        advance(at, from, (from + to) / 2, halvings - 1);
        advance(at, (from + to) / 2, to, halvings - 1);
        return;
    }
    at->is_doubtful = at->is_doubtful || (at->is_started && !shares_a_tile(&at->now, &next));
    if (!enter(at, &at->now, &next)) {
        judge_break(at, &next, to);
        return;
    }
    at->now = next;
    at->is_started = true;
}

typedef struct moments {
    double at[MOST_MOMENTS];
    int count;
    bool is_doubtful;
} moments;

/// A moment at which the point may just come near something.
static void add_special(moments *list, const dense_world *world, const fw_segment *segment, double distance)
{
    if (!(distance >= 0 && distance <= segment->length) || list->count == MOST_MOMENTS)
        return;
    const fw_pose at = dense_pose(segment, distance);
    list->at[list->count++] = distance;
    list->is_doubtful = list->is_doubtful || is_doubtful(at.x - aside_of(world), at.y - aside_of(world));
}

/// Where an arc runs along an axis.
static void add_extremes(moments *list, const dense_world *world, const fw_segment *segment)
{
    const double turned = segment->curvature * (segment->gear == FW_REVERSE ? -1 : 1);
    if (turned == 0)
        return;
    for (int quarter = -12; quarter <= 12; quarter++)
        add_special(list, world, segment, (quarter * FW_PI / 2 - segment->start.heading) / turned);
}

static double distance_from(const dense_world *world, const fw_segment *segment, double at, double x,
                            double y)
{
    const fw_pose pose = dense_pose(segment, at);
    return hypot(pose.x - aside_of(world) - x, pose.y - aside_of(world) - y);
}

/// Where the point is nearest to a corner of tiles, in the stride around a place.
static void add_corner(moments *list, const dense_world *world, const fw_segment *segment, double at,
                       double stride)
{
    const fw_pose pose = dense_pose(segment, at);
    const double x = nearbyint(pose.x - aside_of(world)), y = nearbyint(pose.y - aside_of(world));
    if (distance_from(world, segment, at, x, y) > 2 * stride)
        return;
    double low = fmax(at - 2 * stride, 0), high = fmin(at + 2 * stride, segment->length);
    for (int i = 0; i < 80; i++) {
        const double third = (high - low) / 3;
        if (distance_from(world, segment, low + third, x, y) <
            distance_from(world, segment, high - third, x, y))
            high -= third;
        else
            low += third;
    }
    add_special(list, world, segment, low);
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void follow_once(follower *at, const fw_segment *segment)
{
    static moments list;
    const int count =
        (int)fmin(ceil(segment->length * 32 * (1 + fabs(segment->curvature))) + 2, MOST_MOMENTS / 3);
    list.count = 0;
    list.is_doubtful = false;
    at->segment = segment;
    add_special(&list, at->world, segment, 0);
    add_special(&list, at->world, segment, segment->length);
    add_extremes(&list, at->world, segment);
    for (int i = 0; i <= count; i++) {
        list.at[list.count++] = segment->length * i / count;
        add_corner(&list, at->world, segment, segment->length * i / count, segment->length / count);
    }
    qsort(list.at, (size_t)list.count, sizeof *list.at, compare);
    at->is_doubtful = at->is_doubtful || list.is_doubtful;
    for (int i = 0; i < list.count; i++)
        advance(at, i ? list.at[i - 1] : 0, list.at[i], MOST_HALVINGS);
}

/// Follows a segment turn by turn. The point is counted in at most four tiles where a turn begins, and a turn that
/// loses none of them is like the next one: after four turns, further full turns change nothing.
static void follow(follower *at, const fw_segment *segment)
{
    const double circle = 2 * FW_PI / fabs(segment->curvature);
    fw_segment part = *segment;
    part.length = circle;
    for (int turn = 1; turn <= 4 && turn * circle <= segment->length; turn++)
        follow_once(at, &part);
    part.length = fmod(segment->length, circle);
    follow_once(at, &part);
}

dense_verdict dense_moves_along(const dense_world *world, const fw_segment *segments, int32_t count)
{
    follower at = { .world = world };
    for (int32_t i = 0; i < count; i++)
        follow(&at, &segments[i]);
    return at.is_doubtful ? DENSE_OPEN : at.verdict;
}

dense_verdict dense_corners_along(const dense_world *world, const fw_segment *segments, int32_t count)
{
    follower at = { .world = world, .cuts = true };
    for (int32_t i = 0; i < count; i++) {
        const bool is_judged = segments[i].curvature == 0 && dense_depth_along(world, &segments[i]) > 0;
        if (is_judged)
            follow(&at, &segments[i]);
        else
            at.is_started = false;
    }
    return at.is_doubtful ? DENSE_OPEN : at.verdict;
}

bool dense_is_off_anchors(const dense_world *world, double centre_x, double centre_y)
{
    const double x = centre_x - aside_of(world), y = centre_y - aside_of(world), least = FW_TOUCH / 4;
    for (int i = 0; i < 4; i++)
        if (square_is_free(world, (int64_t)floor(x + (i & 1 ? least : -least)),
                           (int64_t)floor(y + (i & 2 ? least : -least))))
            return false;
    return true;
}
