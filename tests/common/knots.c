#include "common/knots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "map/map.h"

/// Bodies may overlap by this depth, in tiles.
#define DEPTH 2e-6

knot_scene knot_scene_on(fw_map *map)
{
    knot_scene scene = { .map = map };
    fw_unit_def def = fw_default_unit_def();
    def.size = 1;
    def.footprint = fw_circle(0.5);
    const fw_unit_id id = add_unit(map, def);
    scene.ground = sweep_ground_of(map_find_unit(map_version_of(map), id), NULL);
    return scene;
}

void knot_scene_end(knot_scene *scene)
{
    fw_map_destroy(scene->map);
}

static void add(knot_scene *scene, double radius, joint_unit unit)
{
    const fw_footprint body = fw_circle(radius);
    unit.id = (uint32_t)scene->count + 1;
    unit.body = sweep_body_of(&body);
    scene->radii[scene->count] = radius;
    scene->units[scene->count++] = unit;
}

void knot_goes(knot_scene *scene, double radius, double x, double y, double to_x, double to_y)
{
    add(scene, radius, (joint_unit){ .x = x, .y = y, .order = JOINT_GOES, .goal_x = to_x, .goal_y = to_y });
}

void knot_parks(knot_scene *scene, double radius, double x, double y)
{
    add(scene, radius, (joint_unit){ .x = x, .y = y, .order = JOINT_PARKED });
}

joint_problem knot_problem(const knot_scene *scene)
{
    return (joint_problem){ .grounds = &scene->ground,
                            .ground_count = 1,
                            .units = scene->units,
                            .unit_count = scene->count,
                            .reach = INFINITY,
                            .plans = 1,
                            .effort = 100000000 };
}

static double to_segment(double x, double y, double dx, double dy, double px, double py)
{
    const double length = dx * dx + dy * dy;
    double share = length > 0 ? ((px - x) * dx + (py - y) * dy) / length : 0;
    share = fmin(fmax(share, 0), 1);
    return hypot(x + share * dx - px, y + share * dy - py);
}

/// Distance of a line from a square of 1 x 1 tiles, 0 if it enters the square; negative by how deep it is inside.
static bool touches_tile(double radius, double x, double y, double to_x, double to_y, int32_t tile_x,
                         int32_t tile_y)
{
    const double corners[4][2] = {
        { tile_x, tile_y }, { tile_x + 1, tile_y }, { tile_x, tile_y + 1 }, { tile_x + 1, tile_y + 1 }
    };
    const double least = radius - DEPTH;
    for (int i = 0; i < 4; i++)
        if (to_segment(x, y, to_x - x, to_y - y, corners[i][0], corners[i][1]) < least)
            return true;
    const double ends[2][2] = { { x, y }, { to_x, to_y } };
    for (int i = 0; i < 2; i++) {
        const double px = fmin(fmax(ends[i][0], tile_x), tile_x + 1),
                     py = fmin(fmax(ends[i][1], tile_y), tile_y + 1);
        if (hypot(px - ends[i][0], py - ends[i][1]) < least)
            return true;
    }
    // The line passes the square between its corners only if it crosses a diagonal: then its middle part is inside.
    for (int i = 1; i < 16; i++) {
        const double mx = x + (to_x - x) * i / 16, my = y + (to_y - y) * i / 16;
        const double px = fmin(fmax(mx, tile_x), tile_x + 1), py = fmin(fmax(my, tile_y), tile_y + 1);
        if (hypot(px - mx, py - my) < least)
            return true;
    }
    return false;
}

bool knot_hits_wall(const knot_scene *scene, double radius, double x, double y, double to_x, double to_y)
{
    const layer *open = scene->ground.open;
    const int32_t left = (int32_t)floor(fmin(x, to_x) - radius),
                  right = (int32_t)floor(fmax(x, to_x) + radius),
                  top = (int32_t)floor(fmin(y, to_y) - radius),
                  bottom = (int32_t)floor(fmax(y, to_y) + radius);
    for (int32_t row = top; row <= bottom; row++)
        for (int32_t column = left; column <= right; column++)
            if (!layer_fits_anywhere(open, column, row) &&
                touches_tile(radius, x, y, to_x, to_y, column, row))
                return true;
    return false;
}

static double apart(double x, double y, double to_x, double to_y)
{
    return hypot(x - to_x, y - to_y);
}

static bool is_apart(const knot_scene *scene, int32_t count, double radius, double x, double y, bool of_goals)
{
    for (int32_t i = 0; i < count; i++) {
        const joint_unit *other = &scene->units[i];
        const double ox = of_goals ? other->goal_x : other->x, oy = of_goals ? other->goal_y : other->y;
        if (apart(x, y, ox, oy) < radius + scene->radii[i] + 0.001)
            return false;
    }
    return true;
}

/// Labels tiles by what is joined across their sides.
static void flood(const layer *open, int32_t *labels)
{
    int32_t *queue = malloc((size_t)open->width * (size_t)open->height * sizeof *queue);
    memset(labels, 0, (size_t)open->width * (size_t)open->height * sizeof *labels);
    int32_t label = 0;
    for (int32_t seed = 0; seed < open->width * open->height; seed++) {
        if (labels[seed] || !layer_fits(open, seed % open->width, seed / open->width))
            continue;
        int32_t head = 0, tail = 0;
        labels[seed] = ++label;
        queue[tail++] = seed;
        while (head < tail) {
            const int32_t tile = queue[head++];
            static const int8_t dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
            for (int i = 0; i < 4; i++) {
                const int32_t x = tile % open->width + dx[i], y = tile / open->width + dy[i];
                if (layer_fits_anywhere(open, x, y) && !labels[y * open->width + x]) {
                    labels[y * open->width + x] = label;
                    queue[tail++] = y * open->width + x;
                }
            }
        }
    }
    free(queue);
}

/// A random place where a body may stand, on one of the tiles of a label (0: any).
static bool draw_place(const knot_scene *scene, random_source *source, const int32_t *labels, int32_t label,
                       double radius, bool of_goals, double *x, double *y)
{
    const layer *open = scene->ground.open;
    for (int i = 0; i < 2000; i++) {
        *x = random_within(source, radius, open->width - radius);
        *y = random_within(source, radius, open->height - radius);
        const int32_t tile = (int32_t)*y * open->width + (int32_t)*x;
        if (labels[tile] && (label == 0 || labels[tile] == label) &&
            !knot_hits_wall(scene, radius, *x, *y, *x, *y) &&
            is_apart(scene, scene->count, radius, *x, *y, of_goals))
            return true;
    }
    return false;
}

void knot_scatter(knot_scene *scene, random_source *source, int32_t count, double low, double high)
{
    const layer *open = scene->ground.open;
    int32_t *labels = malloc((size_t)open->width * (size_t)open->height * sizeof *labels);
    flood(open, labels);
    for (int32_t i = 0; i < count; i++) {
        const double radius = low < high ? random_within(source, low, high) : low;
        double x, y, to_x, to_y;
        if (!draw_place(scene, source, labels, 0, radius, false, &x, &y))
            break;
        if (!draw_place(scene, source, labels, labels[(int32_t)y * open->width + (int32_t)x], radius, true,
                        &to_x, &to_y))
            break;
        knot_goes(scene, radius, x, y, to_x, to_y);
    }
    free(labels);
}

enum { MAZE_SIDE = 19, CAVE_SIDE = 20, ROOM_SIDE = 5, ROOMS = 3 };

static void dig(uint8_t *tiles, int32_t width, int32_t x, int32_t y)
{
    tiles[y * width + x] = 1;
}

/// A maze of corridors one tile wide, with some walls taken out.
static int32_t dig_maze(random_source *source, uint8_t *tiles)
{
    const int32_t cells = (MAZE_SIDE - 1) / 2;
    int32_t stack[MAZE_SIDE * MAZE_SIDE], depth = 0;
    stack[depth++] = 0;
    dig(tiles, MAZE_SIDE, 1, 1);
    while (depth) {
        const int32_t x = stack[depth - 1] % cells, y = stack[depth - 1] / cells;
        static const int8_t dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
        const uint32_t first = random_below(source, 4);
        int32_t found = -1;
        for (uint32_t i = 0; i < 4 && found < 0; i++) {
            const int32_t d = (int32_t)((first + i) % 4), nx = x + dx[d], ny = y + dy[d];
            if (nx >= 0 && ny >= 0 && nx < cells && ny < cells &&
                !tiles[(2 * ny + 1) * MAZE_SIDE + 2 * nx + 1])
                found = d;
        }
        if (found < 0) {
            depth--;
            continue;
        }
        dig(tiles, MAZE_SIDE, 2 * x + 1 + dx[found], 2 * y + 1 + dy[found]);
        dig(tiles, MAZE_SIDE, 2 * (x + dx[found]) + 1, 2 * (y + dy[found]) + 1);
        stack[depth++] = (y + dy[found]) * cells + x + dx[found];
    }
    for (int i = 0; i < 8; i++)
        dig(tiles, MAZE_SIDE, 1 + (int32_t)random_below(source, MAZE_SIDE - 2),
            1 + (int32_t)random_below(source, MAZE_SIDE - 2));
    return MAZE_SIDE;
}

/// Rooms side by side, with doors of one or two tiles.
static int32_t dig_rooms(random_source *source, uint8_t *tiles)
{
    const int32_t width = ROOMS * (ROOM_SIDE + 1) + 1;
    for (int32_t y = 1; y < width - 1; y++)
        for (int32_t x = 1; x < width - 1; x++)
            tiles[y * width + x] = x % (ROOM_SIDE + 1) && y % (ROOM_SIDE + 1);
    for (int32_t i = 0; i < ROOMS * (ROOMS - 1); i++) {
        const int32_t wall = (i % (ROOMS - 1) + 1) * (ROOM_SIDE + 1),
                      room = i / (ROOMS - 1) * (ROOM_SIDE + 1);
        for (int side = 0; side < 2; side++) {
            const int32_t door = room + 1 + (int32_t)random_below(source, ROOM_SIDE - 1);
            const int32_t wide = 1 + (int32_t)random_below(source, 2);
            for (int32_t j = 0; j < wide; j++)
                dig(tiles, width, side ? door + j : wall, side ? wall : door + j);
        }
    }
    return width;
}

static int32_t dig_caves(random_source *source, uint8_t *tiles)
{
    uint8_t before[CAVE_SIDE * CAVE_SIDE];
    for (int32_t i = 0; i < CAVE_SIDE * CAVE_SIDE; i++)
        tiles[i] = random_below(source, 100) >= 42;
    for (int round = 0; round < 3; round++) {
        memcpy(before, tiles, sizeof before);
        for (int32_t y = 0; y < CAVE_SIDE; y++)
            for (int32_t x = 0; x < CAVE_SIDE; x++) {
                int walls = 0;
                for (int32_t i = 0; i < 9; i++) {
                    const int32_t nx = x + i % 3 - 1, ny = y + i / 3 - 1;
                    walls += nx < 0 || ny < 0 || nx >= CAVE_SIDE || ny >= CAVE_SIDE ||
                             !before[ny * CAVE_SIDE + nx];
                }
                tiles[y * CAVE_SIDE + x] = walls < 5;
            }
    }
    return CAVE_SIDE;
}

knot_scene knot_at_random(knot_place place, uint64_t seed)
{
    random_source source = { seed * 3 + (uint64_t)place };
    uint8_t tiles[24 * 24] = { 0 };
    const int32_t side = place == KNOT_CAVES  ? dig_caves(&source, tiles)
                         : place == KNOT_MAZE ? dig_maze(&source, tiles)
                                              : dig_rooms(&source, tiles);
    fw_map *map = open_map(side, side);
    for (int32_t i = 0; i < side * side; i++)
        if (!tiles[i])
            fw_map_set_tile(map, i % side, i / side, 0);
    fw_map_commit(map);
    knot_scene scene = knot_scene_on(map);
    const int32_t count = 5 + (int32_t)random_below(&source, 14);
    knot_scatter(&scene, &source, count, 0.25, 0.5);
    return scene;
}

/// True if a unit's goal overlaps another one's.
static bool shares_goal(const knot_scene *scene, int32_t unit)
{
    const joint_unit *a = &scene->units[unit];
    for (int32_t i = 0; i < scene->count; i++) {
        const joint_unit *b = &scene->units[i];
        if (i != unit && b->order == JOINT_GOES &&
            apart(a->goal_x, a->goal_y, b->goal_x, b->goal_y) < scene->radii[i] + scene->radii[unit] - DEPTH)
            return true;
    }
    return false;
}

static joint_place place_of(const joint_plan *plan, int32_t beat, int32_t unit)
{
    return plan->places[beat * plan->units + unit];
}

/// The number of a unit of the scene in the plan.
static int32_t row_of(const joint_plan *plan, uint32_t id)
{
    for (int32_t i = 0; i < plan->units; i++)
        if (plan->ids[i] == id)
            return i;
    return -1;
}

static const char *fault_of_unit(const knot_scene *scene, const joint_plan *plan, int32_t unit,
                                 double group_reach)
{
    const joint_unit *asked = &scene->units[unit];
    const int32_t row = row_of(plan, asked->id);
    if (row < 0)
        return "a unit is missing";
    const joint_place first = place_of(plan, 0, row), last = place_of(plan, plan->beats - 1, row);
    if (first.x != asked->x || first.y != asked->y)
        return "a unit begins elsewhere";
    const bool goes = asked->order == JOINT_GOES;
    const double off = goes ? apart(last.x, last.y, asked->goal_x, asked->goal_y)
                            : apart(last.x, last.y, asked->x, asked->y);
    if (off > (goes && shares_goal(scene, unit) ? group_reach : 1e-9))
        return "a unit ends elsewhere";
    for (int32_t beat = 0; beat + 1 < plan->beats; beat++) {
        const joint_place from = place_of(plan, beat, row), to = place_of(plan, beat + 1, row);
        if (knot_hits_wall(scene, scene->radii[unit], from.x, from.y, to.x, to.y))
            return "a unit touches a wall";
    }
    return NULL;
}

/// The radius of a unit of the plan.
static double radius_at(const knot_scene *scene, const joint_plan *plan, int32_t unit)
{
    return scene->radii[plan->ids[unit] - 1];
}

const char *knot_fault(const knot_scene *scene, const joint_plan *plan, double group_reach)
{
    if (!plan || plan->units != scene->count)
        return "there is no plan of all units";
    for (int32_t i = 0; i < scene->count; i++) {
        const char *fault = fault_of_unit(scene, plan, i, group_reach);
        if (fault)
            return fault;
    }
    for (int32_t beat = 0; beat + 1 < plan->beats; beat++)
        for (int32_t i = 0; i < plan->units; i++)
            for (int32_t j = 0; j < i; j++) {
                const joint_place p = place_of(plan, beat, i), q = place_of(plan, beat, j),
                                  to = place_of(plan, beat + 1, i), other = place_of(plan, beat + 1, j);
                if (to_segment(p.x - q.x, p.y - q.y, to.x - other.x - p.x + q.x, to.y - other.y - p.y + q.y,
                               0, 0) < radius_at(scene, plan, i) + radius_at(scene, plan, j) - DEPTH)
                    return "two units overlap";
            }
    return NULL;
}

/// Samples of a beat of one unit.
enum { SAMPLES = 16 };

/// Where a unit is at a sample of its own way.
static joint_place at_sample(const joint_plan *plan, int32_t unit, int32_t sample)
{
    const int32_t beat = sample / SAMPLES;
    const joint_place from = place_of(plan, beat, unit);
    if (beat + 1 >= plan->beats)
        return from;
    const joint_place to = place_of(plan, beat + 1, unit);
    const double share = (double)(sample % SAMPLES) / SAMPLES;
    return (joint_place){ from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) };
}

/// The next sample at which a unit is elsewhere; the last one, if it stays.
static int32_t next_sample(const joint_plan *plan, int32_t unit, int32_t sample, int32_t last)
{
    const joint_place here = at_sample(plan, unit, sample);
    while (sample < last) {
        const joint_place there = at_sample(plan, unit, ++sample);
        if (here.x != there.x || here.y != there.y)
            break;
    }
    return sample;
}

/// True if a unit may go on to a sample: all others have left each place on their ways, before it in the plan, where
/// they would overlap.
static bool may_go(const knot_scene *scene, const joint_plan *plan, const int32_t *samples, int32_t unit,
                   int32_t sample)
{
    const joint_place there = at_sample(plan, unit, sample);
    for (int32_t i = 0; i < plan->units; i++) {
        if (i == unit)
            continue;
        const double reach = radius_at(scene, plan, i) + radius_at(scene, plan, unit) - 0.02;
        for (int32_t k = samples[i]; k <= sample;) {
            const joint_place other = at_sample(plan, i, k);
            const double room = apart(there.x, there.y, other.x, other.y) - reach;
            if (room < 0)
                return false;
            k += 1 + (int32_t)(room * SAMPLES / 2); // no unit goes farther than 2 tiles in a beat
        }
    }
    return true;
}

const char *knot_fault_late(const knot_scene *scene, const joint_plan *plan, uint64_t seed)
{
    random_source source = { seed };
    int32_t samples[KNOT_UNITS] = { 0 };
    const int32_t last = (plan->beats - 1) * SAMPLES;
    for (;;) {
        bool any = false, all = true;
        for (int32_t n = 0; n < plan->units; n++) {
            const int32_t unit = (int32_t)((uint32_t)n + seed) % plan->units;
            if (samples[unit] == last)
                continue;
            const int32_t next = next_sample(plan, unit, samples[unit], last);
            const bool goes = may_go(scene, plan, samples, unit, next);
            any |= goes;
            all = false;
            if (!goes || random_below(&source, 3) == 0)
                continue;
            samples[unit] = next;
            const joint_place here = at_sample(plan, unit, next);
            for (int32_t i = 0; i < plan->units; i++) {
                const joint_place other = at_sample(plan, i, samples[i]);
                if (i != unit && apart(here.x, here.y, other.x, other.y) <
                                     radius_at(scene, plan, i) + radius_at(scene, plan, unit) - 0.03)
                    return "two late units overlap";
            }
        }
        if (all)
            return NULL;
        if (!any)
            return "late units wait for each other";
    }
}
