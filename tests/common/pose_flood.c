#include "common/pose_flood.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CELLS = 250000,
    SLOTS = 1 << 19,
    CURVES_AWAY = 3 ///< radii, and tiles, from the goal within which curves to it are tried
};

#define SAMPLE 0.02 ///< tiles between looks at the body

typedef struct flood {
    const fw_map *map;
    fw_footprint body;
    double radius;
    bool reverse;
    fw_pose goal;
    bool any;
    double cell, step;      ///< tiles
    double reach;           ///< of the body's farthest point from its centre
    double *wall_distances; ///< [y][x] tiles
    int32_t headings;
    fw_pose *poses;
    double *key; ///< [key * count] how far from the goal
    int32_t *heap;
    int32_t count, waiting;
    uint64_t *cells;
    int32_t *slots;
} flood;

static bool is_wall(const fw_map *map, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= fw_map_width(map) || y >= fw_map_height(map) ||
           fw_map_terrain(map, x, y) != FW_GROUND;
}

static bool is_on_map(const fw_map *map, fw_pose at)
{
    return at.x >= 0 && at.y >= 0 && at.x < fw_map_width(map) && at.y < fw_map_height(map);
}

static double clamp(double value, double low, double high)
{
    return fmin(fmax(value, low), high);
}

/// Does a rectangle overlap a tile: is there no axis of either on which their shadows are apart?
static bool rectangle_overlaps(const fw_footprint *body, fw_pose at, double x, double y)
{
    const double cosine = cos(at.heading), sine = sin(at.heading), dx = x + 0.5 - at.x, dy = y + 0.5 - at.y;
    const double l = body->length / 2, w = body->width / 2;
    const double reach_x = l * fabs(cosine) + w * fabs(sine), reach_y = l * fabs(sine) + w * fabs(cosine);
    const double tile = (fabs(cosine) + fabs(sine)) / 2;
    return fabs(dx) < reach_x + 0.5 && fabs(dy) < reach_y + 0.5 && fabs(dx * cosine + dy * sine) < l + tile &&
           fabs(dy * cosine - dx * sine) < w + tile;
}

static bool stands(const flood *by, fw_pose at)
{
    const bool is_round = by->body.kind == FW_FOOTPRINT_CIRCLE;
    const double reach = by->reach;
    for (int32_t y = (int32_t)floor(at.y - reach); y <= (int32_t)floor(at.y + reach); y++)
        for (int32_t x = (int32_t)floor(at.x - reach); x <= (int32_t)floor(at.x + reach); x++) {
            if (!is_wall(by->map, x, y))
                continue;
            const double dx = clamp(at.x, x, x + 1) - at.x, dy = clamp(at.y, y, y + 1) - at.y;
            if (is_round ? hypot(dx, dy) < reach : rectangle_overlaps(&by->body, at, x, y))
                return false;
        }
    return true;
}

/// Where a segment leads: a textbook's formula.
static fw_pose along(fw_pose from, double curvature, double run)
{
    const double turned = from.heading + curvature * run;
    if (curvature == 0)
        return (fw_pose){ from.x + run * cos(turned), from.y + run * sin(turned), turned };
    return (fw_pose){ from.x + (sin(turned) - sin(from.heading)) / curvature,
                      from.y - (cos(turned) - cos(from.heading)) / curvature, turned };
}

/// How far from a tile the nearest wall is, in tiles: at least so far is it from all of its points.
static double distance_to_walls(const fw_map *map, int32_t x, int32_t y)
{
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    double nearest = fmin(fmin(x, width - 1 - x), fmin(y, height - 1 - y));
    for (int32_t wall_y = 0; wall_y < height; wall_y++)
        for (int32_t wall_x = 0; wall_x < width; wall_x++)
            if (is_wall(map, wall_x, wall_y))
                nearest = fmin(nearest, hypot(fmax(abs(wall_x - x) - 1, 0), fmax(abs(wall_y - y) - 1, 0)));
    return nearest;
}

/// Those of all tiles: [y][x].
static double *distances_to_walls(const fw_map *map)
{
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    double *distances = malloc((size_t)width * (size_t)height * sizeof *distances);
    for (int32_t y = 0; distances && y < height; y++)
        for (int32_t x = 0; x < width; x++)
            distances[y * width + x] = distance_to_walls(map, x, y);
    return distances;
}

/// Looks along a segment, less often where no wall is near.
static bool drives(const flood *by, fw_pose from, double curvature, double run)
{
    const int looks = 1 + (int)(fabs(run) / SAMPLE);
    const double apart = fabs(run) / looks;
    for (int i = 1; i <= looks; i++) {
        const fw_pose at = along(from, curvature, run * i / looks);
        if (!stands(by, at))
            return false;
        const double room = by->wall_distances[(int32_t)at.y * fw_map_width(by->map) + (int32_t)at.x];
        i += (int)(fmax(0, room - by->reach) / (apart + DBL_MIN));
    }
    return true;
}

static bool drives_curve(const flood *by, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        const double run = segment->gear == FW_REVERSE ? -segment->length : segment->length;
        if (!drives(by, segment->start, segment->curvature, run))
            return false;
    }
    return true;
}

/// Does any of the known curves lead from a pose into the goal?
static bool arrives(const flood *by, fw_pose from)
{
    fw_curve curve;
    if (hypot(by->goal.x - from.x, by->goal.y - from.y) > CURVES_AWAY * (by->radius + 1))
        return false;
    for (int side = FW_SIDE_LEFT; by->any && side <= FW_SIDE_RIGHT; side++)
        if (fw_turn_then_straight(from, by->goal.x, by->goal.y, by->radius, (fw_side)side, &curve) == FW_OK &&
            drives_curve(by, &curve))
            return true;
    for (int word = FW_DUBINS_LSL; !by->any && word <= FW_DUBINS_LRL; word++)
        if (fw_dubins(from, by->goal, by->radius, (fw_dubins_word)word, &curve) == FW_OK &&
            drives_curve(by, &curve))
            return true;
    return !by->any && by->reverse && fw_reeds_shepp(from, by->goal, by->radius, 1, 0, &curve) == FW_OK &&
           drives_curve(by, &curve);
}

static void sink(flood *by, int32_t at)
{
    for (int32_t child = 2 * at + 1; child < by->waiting; child = 2 * at + 1) {
        child += child + 1 < by->waiting && by->key[by->heap[child + 1]] < by->key[by->heap[child]];
        if (by->key[by->heap[at]] <= by->key[by->heap[child]])
            return;
        const int32_t other = by->heap[at];
        by->heap[at] = by->heap[child];
        by->heap[child] = other;
        at = child;
    }
}

/// The slot of a pose's cell, or the free one where the cell belongs.
static size_t slot_of(const flood *by, fw_pose at, uint64_t *cell)
{
    const double turns = at.heading / (2 * FW_PI);
    const uint64_t x = (uint64_t)(at.x / by->cell), y = (uint64_t)(at.y / by->cell);
    *cell = (x << 20 | y) << 20 |
            (uint64_t)((turns - floor(turns)) * by->headings + 0.5) % (uint64_t)by->headings;
    size_t slot = (size_t)(*cell * UINT64_C(0x9e3779b97f4a7c15) >> 45);
    while (by->slots[slot] && by->cells[slot] != *cell)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static bool was_entered(const flood *by, fw_pose at)
{
    uint64_t cell;
    return by->slots[slot_of(by, at, &cell)];
}

static void enter(flood *by, fw_pose at)
{
    uint64_t cell;
    const size_t slot = slot_of(by, at, &cell);
    by->cells[slot] = cell;
    by->slots[slot] = 1;
    by->poses[by->count] = at;
    by->key[by->count] = hypot(by->goal.x - at.x, by->goal.y - at.y);
    int32_t place = by->waiting++;
    for (; place > 0 && by->key[by->heap[(place - 1) / 2]] > by->key[by->count]; place = (place - 1) / 2)
        by->heap[place] = by->heap[(place - 1) / 2];
    by->heap[place] = by->count++;
}

static flood_answer run(flood *by, fw_pose start)
{
    if (!stands(by, start))
        return FLOOD_DRY;
    enter(by, start);
    while (by->waiting > 0) {
        const fw_pose at = by->poses[by->heap[0]];
        by->heap[0] = by->heap[--by->waiting];
        sink(by, 0);
        if (arrives(by, at))
            return FLOOD_REACHES;
        for (int gear = 1; gear >= (by->reverse ? -1 : 1); gear -= 2)
            for (int side = -1; side <= 1; side++) {
                if (by->count == MOST_CELLS)
                    return FLOOD_TOO_MANY;
                const fw_pose to = along(at, side / by->radius, gear * by->step);
                if (is_on_map(by->map, to) && !was_entered(by, to) &&
                    drives(by, at, side / by->radius, gear * by->step))
                    enter(by, to);
            }
    }
    return FLOOD_DRY;
}

static flood flood_of(const fw_map *map, const fw_unit_def *def, double larger)
{
    flood by = { .map = map, .body = def->footprint, .radius = def->turn_radius, .reverse = def->reverse };
    by.body.radius += larger;
    by.body.length += 2 * larger;
    by.body.width += 2 * larger;
    by.reach =
        by.body.kind == FW_FOOTPRINT_CIRCLE ? by.body.radius : hypot(by.body.length, by.body.width) / 2;
    return by;
}

bool pose_flood_stands(const fw_map *map, const fw_unit_def *def, fw_pose at, double larger)
{
    const flood by = flood_of(map, def, larger);
    return stands(&by, at);
}

flood_answer pose_flood(const fw_map *map, const fw_unit_def *def, fw_pose start, fw_pose goal, bool any,
                        double larger)
{
    flood by = flood_of(map, def, larger);
    by.goal = goal;
    by.any = any;
    by.cell = fmin(1.0 / 8, def->turn_radius / 4);
    by.step = fmax(1.5 * by.cell, def->turn_radius * FW_PI / 90);
    by.headings = (int32_t)ceil(2 * FW_PI * def->turn_radius / by.step);
    by.poses = malloc(MOST_CELLS * sizeof *by.poses);
    by.key = malloc(MOST_CELLS * sizeof *by.key);
    by.heap = malloc(MOST_CELLS * sizeof *by.heap);
    by.cells = malloc(SLOTS * sizeof *by.cells);
    by.slots = calloc(SLOTS, sizeof *by.slots);
    by.wall_distances = distances_to_walls(map);
    flood_answer answer = FLOOD_TOO_MANY;
    if (by.poses && by.key && by.heap && by.cells && by.slots && by.wall_distances)
        answer = run(&by, start);
    free(by.poses);
    free(by.key);
    free(by.heap);
    free(by.cells);
    free(by.slots);
    free(by.wall_distances);
    return answer;
}
