#include "common/pose_flood.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/body_depth.h"

enum {
    MOST_CELLS = 250000,
    SLOTS = 1 << 19,
    CURVES_AWAY = 3 ///< radii, and tiles, from the goal within which curves to it are tried
};

#define SAMPLE      0.02 ///< tiles between looks at the body
#define LOOK_AROUND 0.25 ///< tiles around the body in which walls are looked for

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

/// How far the body is from all walls at least, in tiles, and LOOK_AROUND at most. Negative if the body may not stand.
static double room_around(const flood *flood, fw_pose at)
{
    const bool is_round = flood->body.kind == FW_FOOTPRINT_CIRCLE;
    const double far = flood->reach + LOOK_AROUND;
    double room = LOOK_AROUND;
    for (int32_t y = (int32_t)floor(at.y - far); y <= (int32_t)floor(at.y + far); y++)
        for (int32_t x = (int32_t)floor(at.x - far); x <= (int32_t)floor(at.x + far); x++) {
            if (!is_wall(flood->map, x, y))
                continue;
            const double dx = clamp(at.x, x, x + 1) - at.x, dy = clamp(at.y, y, y + 1) - at.y;
            const double apart =
                is_round ? sqrt(dx * dx + dy * dy) - flood->reach : -body_depth(&flood->body, at, x, y);
            room = fmin(room, apart);
        }
    return room;
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

/// Looks along a segment, less often where no wall is near: no point of the body moves farther than the room around it.
static bool drives(const flood *flood, fw_pose from, double curvature, double run)
{
    const int looks = 1 + (int)(fabs(run) / SAMPLE);
    const double apart = fabs(run) / looks;
    const bool is_round = flood->body.kind == FW_FOOTPRINT_CIRCLE;
    const double corner_speed = is_round ? 1 : 1 + flood->reach * fabs(curvature); ///< of the farthest corner
    for (int i = 1; i <= looks; i++) {
        const fw_pose at = along(from, curvature, run * i / looks);
        if (!is_on_map(flood->map, at))
            return false;
        const int32_t tile = (int32_t)at.y * fw_map_width(flood->map) + (int32_t)at.x;
        double room = flood->wall_distances[tile] - flood->reach, speed = 1;
        if (room <= 0) {
            room = room_around(flood, at);
            speed = corner_speed;
        }
        if (room < 0)
            return false;
        i += (int)(room / (speed * apart + DBL_MIN));
    }
    return true;
}

static bool drives_curve(const flood *flood, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        const double run = segment->gear == FW_REVERSE ? -segment->length : segment->length;
        if (!drives(flood, segment->start, segment->curvature, run))
            return false;
    }
    return true;
}

/// True if one of the known curves leads from a pose into the goal.
static bool arrives(const flood *flood, fw_pose from)
{
    fw_curve curve;
    if (hypot(flood->goal.x - from.x, flood->goal.y - from.y) > CURVES_AWAY * (flood->radius + 1))
        return false;
    for (int side = FW_SIDE_LEFT; flood->any && side <= FW_SIDE_RIGHT; side++)
        if (fw_turn_then_straight(from, flood->goal.x, flood->goal.y, flood->radius, (fw_side)side, &curve) ==
                FW_OK &&
            drives_curve(flood, &curve))
            return true;
    for (int word = FW_DUBINS_LSL; !flood->any && word <= FW_DUBINS_LRL; word++)
        if (fw_dubins(from, flood->goal, flood->radius, (fw_dubins_word)word, &curve) == FW_OK &&
            drives_curve(flood, &curve))
            return true;
    return !flood->any && flood->reverse &&
           fw_reeds_shepp(from, flood->goal, flood->radius, 1, 0, &curve) == FW_OK &&
           drives_curve(flood, &curve);
}

static void sink(flood *flood, int32_t at)
{
    for (int32_t child = 2 * at + 1; child < flood->waiting; child = 2 * at + 1) {
        child +=
            child + 1 < flood->waiting && flood->key[flood->heap[child + 1]] < flood->key[flood->heap[child]];
        if (flood->key[flood->heap[at]] <= flood->key[flood->heap[child]])
            return;
        const int32_t other = flood->heap[at];
        flood->heap[at] = flood->heap[child];
        flood->heap[child] = other;
        at = child;
    }
}

/// The slot of a pose's cell, or the free one where the cell belongs.
static size_t slot_of(const flood *flood, fw_pose at, uint64_t *cell)
{
    const double turns = at.heading / (2 * FW_PI);
    const uint64_t x = (uint64_t)(at.x / flood->cell), y = (uint64_t)(at.y / flood->cell);
    *cell = (x << 20 | y) << 20 |
            (uint64_t)((turns - floor(turns)) * flood->headings + 0.5) % (uint64_t)flood->headings;
    size_t slot = (size_t)(*cell * UINT64_C(0x9e3779b97f4a7c15) >> 45);
    while (flood->slots[slot] && flood->cells[slot] != *cell)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static bool was_entered(const flood *flood, fw_pose at)
{
    uint64_t cell;
    return flood->slots[slot_of(flood, at, &cell)];
}

static void enter(flood *flood, fw_pose at)
{
    uint64_t cell;
    const size_t slot = slot_of(flood, at, &cell);
    flood->cells[slot] = cell;
    flood->slots[slot] = 1;
    flood->poses[flood->count] = at;
    flood->key[flood->count] = hypot(flood->goal.x - at.x, flood->goal.y - at.y);
    int32_t place = flood->waiting++;
    for (; place > 0 && flood->key[flood->heap[(place - 1) / 2]] > flood->key[flood->count];
         place = (place - 1) / 2)
        flood->heap[place] = flood->heap[(place - 1) / 2];
    flood->heap[place] = flood->count++;
}

static flood_answer run(flood *flood, fw_pose start)
{
    if (room_around(flood, start) < 0)
        return FLOOD_DRY;
    enter(flood, start);
    while (flood->waiting > 0) {
        const fw_pose at = flood->poses[flood->heap[0]];
        flood->heap[0] = flood->heap[--flood->waiting];
        sink(flood, 0);
        if (arrives(flood, at))
            return FLOOD_REACHES;
        for (int gear = 1; gear >= (flood->reverse ? -1 : 1); gear -= 2)
            for (int side = -1; side <= 1; side++) {
                if (flood->count == MOST_CELLS)
                    return FLOOD_TOO_MANY;
                const fw_pose to = along(at, side / flood->radius, gear * flood->step);
                if (is_on_map(flood->map, to) && !was_entered(flood, to) &&
                    drives(flood, at, side / flood->radius, gear * flood->step))
                    enter(flood, to);
            }
    }
    return FLOOD_DRY;
}

static flood flood_of(const fw_map *map, const fw_unit_def *def, double larger)
{
    flood flood = { .map = map, .body = def->footprint, .radius = def->turn_radius, .reverse = def->reverse };
    body_grow(&flood.body, larger);
    flood.reach = body_farthest(&flood.body);
    return flood;
}

bool pose_flood_stands(const fw_map *map, const fw_unit_def *def, fw_pose at, double larger)
{
    const flood flood = flood_of(map, def, larger);
    return room_around(&flood, at) >= 0;
}

flood_answer pose_flood(const fw_map *map, const fw_unit_def *def, fw_pose start, fw_pose goal, bool any,
                        double larger)
{
    flood flood = flood_of(map, def, larger);
    flood.goal = goal;
    flood.any = any;
    flood.cell = fmin(1.0 / 8, def->turn_radius / 4);
    flood.step = fmax(1.5 * flood.cell, def->turn_radius * FW_PI / 90);
    flood.headings = (int32_t)ceil(2 * FW_PI * def->turn_radius / flood.step);
    flood.poses = malloc(MOST_CELLS * sizeof *flood.poses);
    flood.key = malloc(MOST_CELLS * sizeof *flood.key);
    flood.heap = malloc(MOST_CELLS * sizeof *flood.heap);
    flood.cells = malloc(SLOTS * sizeof *flood.cells);
    flood.slots = calloc(SLOTS, sizeof *flood.slots);
    flood.wall_distances = distances_to_walls(map);
    flood_answer answer = FLOOD_TOO_MANY;
    if (flood.poses && flood.key && flood.heap && flood.cells && flood.slots && flood.wall_distances)
        answer = run(&flood, start);
    free(flood.poses);
    free(flood.key);
    free(flood.heap);
    free(flood.cells);
    free(flood.slots);
    free(flood.wall_distances);
    return answer;
}
