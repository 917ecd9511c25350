#include "common/move_samples.h"

#include <math.h>

#include "fairway/overlay.h"
#include "fairway/pose.h"

#define STEP 0.01

/// In x or in y, from a side; and in x and in y, from a corner.
#define AT_SIDE   FW_TOUCH
#define AT_CORNER (2 * FW_TOUCH)

typedef struct sample_tile {
    int32_t x, y;
} sample_tile;

typedef struct follower {
    const forbidden_moves *under;
    const fw_path *path;
    double lift;
    sample_tile tile[4]; ///< where the anchor point may be
    int count;
    bool at_corner; ///< since it was there, it has come to a corner
} follower;

static void place_at(const follower *follower, double at, double *x, double *y)
{
    fw_pose pose;
    fw_path_pose_at(follower->path, at, &pose);
    *x = pose.x - follower->lift;
    *y = pose.y - follower->lift;
}

static bool is_near_line(double at, double reach)
{
    return fabs(at - round(at)) <= reach;
}

static int tiles_at(double x, double y, sample_tile *tiles)
{
    const int columns = is_near_line(x, AT_SIDE) ? 2 : 1, rows = is_near_line(y, AT_SIDE) ? 2 : 1;
    for (int i = 0; i < columns * rows; i++)
        tiles[i] = (sample_tile){ (int32_t)(columns == 2 ? round(x) - 1 : floor(x)) + i % columns,
                                  (int32_t)(rows == 2 ? round(y) - 1 : floor(y)) + i / columns };
    return columns * rows;
}

static bool may_move(const follower *follower, sample_tile from, sample_tile to)
{
    static const struct {
        int dx, dy;
        uint8_t bit;
    } moves[] = { { 1, 0, FW_MOVE_E },  { 1, 1, FW_MOVE_SE },   { 0, 1, FW_MOVE_S },  { -1, 1, FW_MOVE_SW },
                  { -1, 0, FW_MOVE_W }, { -1, -1, FW_MOVE_NW }, { 0, -1, FW_MOVE_N }, { 1, -1, FW_MOVE_NE } };
    if (from.x == to.x && from.y == to.y)
        return true;
    for (int i = 0; i < 8; i++)
        if (to.x - from.x == moves[i].dx && to.y - from.y == moves[i].dy &&
            (follower->at_corner || i % 2 == 0)) {
            const bool is_on_map = from.x >= 0 && from.y >= 0 && from.x < follower->under->width &&
                                   from.y < follower->under->height;
            return !is_on_map ||
                   !(follower->under->moves[from.y * follower->under->width + from.x] & moves[i].bit);
        }
    return false;
}

/// Looks where the anchor point may be after a distance; false: nowhere.
static bool look(follower *follower, double at)
{
    double x, y;
    sample_tile seen[4], next[4];
    int count = 0;
    place_at(follower, at, &x, &y);
    const int seen_count = tiles_at(x, y, seen);
    if (is_near_line(x, AT_CORNER) && is_near_line(y, AT_CORNER)) {
        follower->at_corner = follower->count > 0;
        return true;
    }
    for (int i = 0; i < seen_count; i++) {
        bool is_reached = follower->count == 0;
        for (int k = 0; k < follower->count; k++)
            is_reached = is_reached || may_move(follower, follower->tile[k], seen[i]);
        if (is_reached)
            next[count++] = seen[i];
    }
    follower->at_corner = false;
    follower->count = count;
    for (int i = 0; i < count; i++)
        follower->tile[i] = next[i];
    return count > 0;
}

/// Where between two distances a coordinate crosses a grid line, by halving.
static double crossing_between(const follower *follower, double from, double to, bool is_x, double line)
{
    double x, y;
    place_at(follower, from, &x, &y);
    const bool is_below = (is_x ? x : y) < line;
    for (int i = 0; i < 60; i++) {
        const double middle = (from + to) / 2;
        place_at(follower, middle, &x, &y);
        *(((is_x ? x : y) < line) == is_below ? &from : &to) = middle;
    }
    return (from + to) / 2;
}

/// Looks at the places between two samples where a grid line is crossed, in order, and at the second sample.
static bool look_on(follower *follower, double from, double to)
{
    double x[2], y[2], crossed[2];
    int count = 0;
    place_at(follower, from, &x[0], &y[0]);
    place_at(follower, to, &x[1], &y[1]);
    if (floor(x[0]) != floor(x[1]))
        crossed[count++] = crossing_between(follower, from, to, true, fmax(floor(x[0]), floor(x[1])));
    if (floor(y[0]) != floor(y[1]))
        crossed[count++] = crossing_between(follower, from, to, false, fmax(floor(y[0]), floor(y[1])));
    if (count == 2 && crossed[1] < crossed[0]) {
        const double swapped = crossed[0];
        crossed[0] = crossed[1];
        crossed[1] = swapped;
    }
    for (int i = 0; i < count; i++)
        if (!look(follower, crossed[i]) ||
            (i + 1 < count && !look(follower, (crossed[i] + crossed[i + 1]) / 2)))
            return false;
    return look(follower, to);
}

bool samples_make_forbidden_move(const forbidden_moves *under, int32_t size, const fw_path *path, double *at)
{
    follower follower = { .under = under, .path = path, .lift = (size - 1) / 2.0 };
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double before = 0;
    look(&follower, 0);
    for (int32_t i = 0; i < count; i++) {
        const int steps = (int)ceil(segments[i].length / STEP);
        for (int k = 0; k < steps; k++) {
            *at = before + segments[i].length * k / steps;
            if (!look_on(&follower, *at, before + segments[i].length * (k + 1) / steps))
                return true;
        }
        before += segments[i].length;
    }
    return false;
}
