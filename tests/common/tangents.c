#include "common/tangents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fairway/pose.h"

#define HARDLY 1e-9

/// A corner of an obstacle, with the quadrant opposite to the obstacle, where a body may touch it.
typedef struct corner {
    double x, y;
    int side_x, side_y;
} corner;

typedef struct ray {
    double x, top; ///< it goes up from there
} ray;

struct tangents {
    int32_t width, height;
    bool *blocked;
    double radius;
    corner *corners;
    int32_t corner_count;
    ray *rays;
    int32_t ray_count;
};

/// A way that has come to a corner; or, with corner -1, to one of its ends.
typedef struct arrival {
    int32_t corner;
    int turn;    ///< 1: it goes around toward growing heading, -1: toward falling
    double x, y; ///< where it is, and whither it goes
    double heading;
    double length;
    double estimate; ///< of the whole
    bool done;
    ray_word word;
} arrival;

typedef struct search {
    const tangents *tangents;
    arrival *arrivals;
    size_t count, room;
    double to_x, to_y, most;
    const ray_word *word;
} search;

static bool is_blocked(const tangents *tangents, int64_t x, int64_t y)
{
    return x < 0 || y < 0 || x >= tangents->width || y >= tangents->height ||
           tangents->blocked[y * tangents->width + x];
}

static void find_corners(tangents *tangents)
{
    tangents->corners =
        calloc((size_t)(tangents->width + 1) * (size_t)(tangents->height + 1), sizeof *tangents->corners);
    for (int32_t y = 0; y <= tangents->height; y++)
        for (int32_t x = 0; x <= tangents->width; x++) {
            int count = 0, side_x = 0, side_y = 0;
            for (int i = 0; i < 4; i++)
                if (is_blocked(tangents, x - (i & 1), y - (i >> 1))) {
                    count++;
                    side_x = i & 1 ? 1 : -1;
                    side_y = i >> 1 ? 1 : -1;
                }
            if (count == 1)
                tangents->corners[tangents->corner_count++] = (corner){ x, y, side_x, side_y };
        }
}

/// Marks an obstacle from a tile on; true when it touches the edge of the map.
static bool flood(const tangents *tangents, bool *seen, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= tangents->width || y >= tangents->height)
        return true;
    if (!tangents->blocked[y * tangents->width + x] || seen[y * tangents->width + x])
        return false;
    seen[y * tangents->width + x] = true;
    bool touches = false;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            touches |= flood(tangents, seen, x + dx, y + dy);
    return touches;
}

static void find_rays(tangents *tangents)
{
    const size_t tiles = (size_t)tangents->width * (size_t)tangents->height;
    bool *seen = calloc(tiles, sizeof *seen);
    tangents->rays = calloc(tiles, sizeof *tangents->rays);
    for (int32_t y = 0; y < tangents->height; y++)
        for (int32_t x = 0; x < tangents->width; x++)
            if (tangents->blocked[y * tangents->width + x] && !seen[y * tangents->width + x] &&
                !flood(tangents, seen, x, y)) {
                const double aside = 0.3 + 0.0123456789 * (tangents->ray_count % 31);
                tangents->rays[tangents->ray_count++] = (ray){ x + aside, y + 0.5 };
            }
    free(seen);
}

tangents *tangents_of(const fw_map *map, fw_unit_id unit, double radius)
{
    tangents *tangents = calloc(1, sizeof *tangents);
    tangents->width = fw_map_width(map);
    tangents->height = fw_map_height(map);
    tangents->radius = radius;
    tangents->blocked = calloc((size_t)tangents->width * (size_t)tangents->height, sizeof *tangents->blocked);
    for (int32_t y = 0; y < tangents->height; y++)
        for (int32_t x = 0; x < tangents->width; x++)
            tangents->blocked[y * tangents->width + x] = !fw_map_fits(map, unit, x, y);
    find_corners(tangents);
    find_rays(tangents);
    return tangents;
}

void tangents_free(tangents *tangents)
{
    free(tangents->blocked);
    free(tangents->corners);
    free(tangents->rays);
    free(tangents);
}

bool ray_words_are_equal(const ray_word *a, const ray_word *b)
{
    return a->count == b->count && memcmp(a->letters, b->letters, (size_t)a->count * sizeof *a->letters) == 0;
}

static bool add_letter(ray_word *word, int16_t letter)
{
    if (word->count && word->letters[word->count - 1] == -letter) {
        word->count--;
        return true;
    }
    if (word->count == TANGENTS_LONGEST_WORD)
        return false;
    word->letters[word->count++] = letter;
    return true;
}

/// The rays that a way crosses whose x only grows or only falls.
///
/// @param centre_y, radius  of the circle that it follows; radius 0 = a line
/// @param centre_x          of the circle
static bool cross_rays(const tangents *tangents, ray_word *word, double x, double y, double to_x, double to_y,
                       double centre_x, double centre_y, double radius)
{
    const double low = fmin(x, to_x), high = fmax(x, to_x);
    for (double after = low;;) {
        int32_t next = -1; // rays in the order of the way
        for (int32_t i = 0; i < tangents->ray_count; i++) {
            const double at = to_x > x ? tangents->rays[i].x : low + high - tangents->rays[i].x;
            const double best = next < 0   ? high
                                : to_x > x ? tangents->rays[next].x
                                           : low + high - tangents->rays[next].x;
            if (at > after && at < best)
                next = i;
        }
        if (next < 0)
            return true;
        const ray *crossed = &tangents->rays[next];
        double height = y + (to_y - y) * (crossed->x - x) / (to_x - x);
        if (radius > 0) {
            const double aside = crossed->x - centre_x;
            const double rise = sqrt(fmax(radius * radius - aside * aside, 0));
            height = (y + to_y) / 2 > centre_y ? centre_y + rise : centre_y - rise;
        }
        if (height < crossed->top && !add_letter(word, (int16_t)(to_x > x ? next + 1 : -next - 1)))
            return false;
        after = to_x > x ? crossed->x : low + high - crossed->x;
    }
}

bool tangents_class(const tangents *tangents, const fw_path *path, ray_word *word)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    word->count = 0;
    double at = 0;
    for (int32_t i = 0; i < count; i++) {
        const int pieces = segments[i].curvature == 0 ? 1 : 64; // chords
        fw_pose from, to;
        fw_path_pose_at(path, at, &from);
        for (int piece = 1; piece <= pieces; piece++) {
            fw_path_pose_at(path, at + segments[i].length * piece / pieces, &to);
            if (!cross_rays(tangents, word, from.x, from.y, to.x, to.y, 0, 0, 0))
                return false;
            from = to;
        }
        at += segments[i].length;
    }
    return true;
}

static double distance_to_tile(double px, double py, double x, double y)
{
    return hypot(fmax(fmax(x - px, px - x - 1), 0), fmax(fmax(y - py, py - y - 1), 0));
}

static double distance_to_line(double px, double py, double x, double y, double to_x, double to_y)
{
    const double dx = to_x - x, dy = to_y - y, squared = dx * dx + dy * dy;
    const double share = squared > 0 ? fmin(fmax(((px - x) * dx + (py - y) * dy) / squared, 0), 1) : 0;
    return hypot(px - x - share * dx, py - y - share * dy);
}

/// True if a line comes nearer to a tile than the radius.
static bool hits_tile(const tangents *tangents, double x, double y, double to_x, double to_y, double tile_x,
                      double tile_y)
{
    const double least = tangents->radius - HARDLY;
    if (distance_to_tile(x, y, tile_x, tile_y) < least ||
        distance_to_tile(to_x, to_y, tile_x, tile_y) < least)
        return true;
    bool left = false, right = false; // corners on both sides: the line goes through, if it is long enough
    for (int i = 0; i < 4; i++) {
        const double cx = tile_x + (i & 1), cy = tile_y + (i >> 1);
        if (distance_to_line(cx, cy, x, y, to_x, to_y) < least)
            return true;
        const double side = (to_x - x) * (cy - y) - (to_y - y) * (cx - x);
        left |= side < 0;
        right |= side > 0;
    }
    const bool overlaps = fmax(x, to_x) > tile_x && fmin(x, to_x) < tile_x + 1 && fmax(y, to_y) > tile_y &&
                          fmin(y, to_y) < tile_y + 1;
    return overlaps && left && right;
}

static bool line_is_free(const tangents *tangents, double x, double y, double to_x, double to_y)
{
    const double radius = tangents->radius;
    const int64_t top = (int64_t)floor(fmin(y, to_y) - radius),
                  bottom = (int64_t)floor(fmax(y, to_y) + radius);
    for (int64_t row = top; row <= bottom; row++) {
        double from_share = 0, to_share = 1;
        if (fabs(to_y - y) > HARDLY) {
            const double a = ((double)row - radius - y) / (to_y - y),
                         b = ((double)row + 1 + radius - y) / (to_y - y);
            from_share = fmax(fmin(a, b), 0);
            to_share = fmin(fmax(a, b), 1);
        }
        const double a = x + (to_x - x) * from_share, b = x + (to_x - x) * to_share;
        for (int64_t tile = (int64_t)floor(fmin(a, b) - radius); tile <= (int64_t)floor(fmax(a, b) + radius);
             tile++)
            if (is_blocked(tangents, tile, row) &&
                hits_tile(tangents, x, y, to_x, to_y, (double)tile, (double)row))
                return false;
    }
    return true;
}

/// Where a way with a heading touches a disc that it goes around: to the side away from the turn.
static void touch(const tangents *tangents, const corner *at, int turn, double heading, double *x, double *y)
{
    *x = at->x + turn * tangents->radius * sin(heading);
    *y = at->y - turn * tangents->radius * cos(heading);
}

static bool touches_from_outside(const corner *at, double x, double y)
{
    return (x - at->x) * at->side_x >= -HARDLY && (y - at->y) * at->side_y >= -HARDLY;
}

/// By how much a way turns on a disc, 0 .. 2 pi.
static double turn_between(double from, double to, int turn)
{
    double angle = turn * (to - from);
    angle -= 2 * FW_PI * floor(angle / (2 * FW_PI));
    return angle > 2 * FW_PI - 1e-7 ? 0 : angle;
}

/// True if another way has come to the same corner and can go on from there as well.
static bool is_dominated(const search *search, const arrival *added)
{
    for (size_t i = 0; i < search->count; i++) {
        const arrival *other = &search->arrivals[i];
        if (other->corner != added->corner || other->turn != added->turn)
            continue;
        const double angle = turn_between(other->heading, added->heading, added->turn);
        if (angle <= FW_PI && other->length + angle * search->tangents->radius <= added->length + HARDLY &&
            (!search->word || ray_words_are_equal(&other->word, &added->word)))
            return true;
    }
    return false;
}

/// From an arrival around its disc, then straight to another disc or, with target -1, to the goal.
static void try_line(search *search, size_t index, int32_t target, int turn)
{
    const tangents *tangents = search->tangents;
    const arrival from = search->arrivals[index];
    const corner *here = from.corner >= 0 ? &tangents->corners[from.corner] : NULL;
    const corner *there = target >= 0 ? &tangents->corners[target] : NULL;
    const double from_x = here ? here->x : from.x, from_y = here ? here->y : from.y;
    const double dx = (there ? there->x : search->to_x) - from_x,
                 dy = (there ? there->y : search->to_y) - from_y;
    const double apart = hypot(dx, dy);
    const double aside = tangents->radius * ((there ? turn : 0) - (here ? from.turn : 0));
    if (apart < HARDLY || fabs(aside) > apart)
        return;
    arrival to = { .corner = target, .turn = there ? turn : 0, .word = from.word };
    to.heading = atan2(dy, dx) - asin(aside / apart);
    double x = from.x, y = from.y, arc = 0;
    if (here) {
        touch(tangents, here, from.turn, to.heading, &x, &y);
        arc = turn_between(from.heading, to.heading, from.turn);
        if (!touches_from_outside(here, x, y) || arc > FW_PI * 0.75)
            return;
    }
    to.x = search->to_x;
    to.y = search->to_y;
    if (there)
        touch(tangents, there, turn, to.heading, &to.x, &to.y);
    if (there && !touches_from_outside(there, to.x, to.y))
        return;
    to.length = from.length + arc * tangents->radius + hypot(to.x - x, to.y - y);
    to.estimate = to.length + (there ? fmax(hypot(search->to_x - to.x, search->to_y - to.y), 0) : 0);
    if (to.estimate > search->most || !line_is_free(tangents, x, y, to.x, to.y))
        return;
    if (search->word &&
        (!cross_rays(tangents, &to.word, from.x, from.y, x, y, from_x, from_y, here ? tangents->radius : 0) ||
         !cross_rays(tangents, &to.word, x, y, to.x, to.y, 0, 0, 0)))
        return;
    if (is_dominated(search, &to))
        return;
    if (search->count == search->room) {
        search->room = 2 * search->room + 64;
        search->arrivals = realloc(search->arrivals, search->room * sizeof *search->arrivals);
    }
    search->arrivals[search->count++] = to;
}

static size_t best_arrival(const search *search)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < search->count; i++)
        if (!search->arrivals[i].done &&
            (best == SIZE_MAX || search->arrivals[i].estimate < search->arrivals[best].estimate))
            best = i;
    return best;
}

double tangents_shortest(const tangents *tangents, double from_x, double from_y, double to_x, double to_y,
                         const ray_word *word, double most)
{
    if (hypot(to_x - from_x, to_y - from_y) < HARDLY && (!word || word->count == 0))
        return 0;
    search search = { .tangents = tangents, .to_x = to_x, .to_y = to_y, .most = most, .word = word };
    search.arrivals = calloc(1, sizeof *search.arrivals);
    search.count = search.room = 1;
    search.arrivals[0] = (arrival){ .corner = -1, .x = from_x, .y = from_y, .turn = 2 };
    double shortest = INFINITY;
    for (size_t index; (index = best_arrival(&search)) != SIZE_MAX;) {
        search.arrivals[index].done = true;
        const arrival *at = &search.arrivals[index];
        if (at->corner < 0 && at->turn == 0) {
            if (word && !ray_words_are_equal(&at->word, word))
                continue;
            shortest = at->length;
            break;
        }
        try_line(&search, index, -1, 0);
        for (int32_t i = 0; i < tangents->corner_count; i++) {
            try_line(&search, index, i, 1);
            try_line(&search, index, i, -1);
        }
    }
    free(search.arrivals);
    return shortest;
}
