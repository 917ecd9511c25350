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
    sample_tile in[4]; ///< where the anchor point may be
    int count;
    bool at_corner; ///< since it was there, it has come to a corner
} follower;

static void place_at(const follower *of, double at, double *x, double *y)
{
    fw_pose pose;
    fw_path_pose_at(of->path, at, &pose);
    *x = pose.x - of->lift;
    *y = pose.y - of->lift;
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

static bool may_move(const follower *of, sample_tile from, sample_tile to)
{
    static const struct {
        int dx, dy;
        uint8_t bit;
    } moves[] = { { 1, 0, FW_MOVE_E },  { 1, 1, FW_MOVE_SE },   { 0, 1, FW_MOVE_S },  { -1, 1, FW_MOVE_SW },
                  { -1, 0, FW_MOVE_W }, { -1, -1, FW_MOVE_NW }, { 0, -1, FW_MOVE_N }, { 1, -1, FW_MOVE_NE } };
    if (from.x == to.x && from.y == to.y)
        return true;
    for (int i = 0; i < 8; i++)
        if (to.x - from.x == moves[i].dx && to.y - from.y == moves[i].dy && (of->at_corner || i % 2 == 0)) {
            const bool is_on_map =
                from.x >= 0 && from.y >= 0 && from.x < of->under->width && from.y < of->under->height;
            return !is_on_map || !(of->under->moves[from.y * of->under->width + from.x] & moves[i].bit);
        }
    return false;
}

/// Looks where the anchor point may be after a distance; false: nowhere.
static bool look(follower *of, double at)
{
    double x, y;
    sample_tile seen[4], next[4];
    int count = 0;
    place_at(of, at, &x, &y);
    const int seen_count = tiles_at(x, y, seen);
    if (is_near_line(x, AT_CORNER) && is_near_line(y, AT_CORNER)) {
        of->at_corner = of->count > 0;
        return true;
    }
    for (int i = 0; i < seen_count; i++) {
        bool is_reached = of->count == 0;
        for (int k = 0; k < of->count; k++)
            is_reached = is_reached || may_move(of, of->in[k], seen[i]);
        if (is_reached)
            next[count++] = seen[i];
    }
    of->at_corner = false;
    of->count = count;
    for (int i = 0; i < count; i++)
        of->in[i] = next[i];
    return count > 0;
}

/// Where between two distances a coordinate crosses a grid line, by halving.
static double crossing_between(const follower *of, double from, double to, bool is_x, double line)
{
    double x, y;
    place_at(of, from, &x, &y);
    const bool is_below = (is_x ? x : y) < line;
    for (int i = 0; i < 60; i++) {
        const double middle = (from + to) / 2;
        place_at(of, middle, &x, &y);
        *(((is_x ? x : y) < line) == is_below ? &from : &to) = middle;
    }
    return (from + to) / 2;
}

/// Looks at the places between two samples where a grid line is crossed, in order, and at the second sample.
static bool look_on(follower *of, double from, double to)
{
    double x[2], y[2], crossed[2];
    int count = 0;
    place_at(of, from, &x[0], &y[0]);
    place_at(of, to, &x[1], &y[1]);
    if (floor(x[0]) != floor(x[1]))
        crossed[count++] = crossing_between(of, from, to, true, fmax(floor(x[0]), floor(x[1])));
    if (floor(y[0]) != floor(y[1]))
        crossed[count++] = crossing_between(of, from, to, false, fmax(floor(y[0]), floor(y[1])));
    if (count == 2 && crossed[1] < crossed[0]) {
        const double swapped = crossed[0];
        crossed[0] = crossed[1];
        crossed[1] = swapped;
    }
    for (int i = 0; i < count; i++)
        if (!look(of, crossed[i]) || (i + 1 < count && !look(of, (crossed[i] + crossed[i + 1]) / 2)))
            return false;
    return look(of, to);
}

bool samples_make_forbidden_move(const forbidden_moves *under, int32_t size, const fw_path *path, double *at)
{
    follower of = { .under = under, .path = path, .lift = (size - 1) / 2.0 };
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double before = 0;
    look(&of, 0);
    for (int32_t i = 0; i < count; i++) {
        const int steps = (int)ceil(segments[i].length / STEP);
        for (int k = 0; k < steps; k++) {
            *at = before + segments[i].length * k / steps;
            if (!look_on(&of, *at, before + segments[i].length * (k + 1) / steps))
                return true;
        }
        before += segments[i].length;
    }
    return false;
}
