#include "common/crowd.h"

#include <math.h>

#include "base/random.h"
#include "common/unit.h"
#include "fairway/pose.h"
#include "tools/maps/map_kinds.h"

/// Least distance of two bodies at their starts, and at their goals.
static const double least_apart = 1.3;

/// Distance that places keep from walls: a little more than a body's radius.
static const double least_room = 0.6;

/// True if a place is free of the walls and not near another member's start, or goal.
static bool is_free(const crowd *scene, int32_t count, double x, double y, bool is_goal)
{
    bool is_open = true;
    for (int32_t i = 0; i < scene->wall_count; i++) {
        const crowd_wall *wall = &scene->walls[i];
        const double room = wall->is_open ? -least_room : least_room; // inside an opening, outside a wall
        if (x > wall->x - room && x < wall->to_x + room && y > wall->y - room && y < wall->to_y + room)
            is_open = wall->is_open;
    }
    for (int32_t i = 0; i < count && is_open; i++) {
        const crowd_member *other = &scene->members[i];
        is_open = hypot((is_goal ? other->to_x : other->x) - x, (is_goal ? other->to_y : other->y) - y) >=
                  least_apart;
    }
    return is_open;
}

/// A free place in the middle of the map, up to a distance from both axes.
static void draw_place(const crowd *scene, random_source *random, double reach, bool is_goal, double *x,
                       double *y)
{
    do {
        *x = random_within(random, -reach, reach);
        *y = random_within(random, -reach, reach);
    } while (!is_free(scene, scene->count, *x, *y, is_goal));
}

static void add_members(crowd *scene, random_source *random, int32_t count, double reach)
{
    while (scene->count < count) {
        double x, y, to_x, to_y;
        draw_place(scene, random, reach, false, &x, &y);
        draw_place(scene, random, reach, true, &to_x, &to_y);
        crowd_add(scene, x, y, to_x, to_y);
    }
}

static void disc(crowd *scene, random_source *random)
{
    const double radius = sqrt(150 * 0.25 / 0.2);
    crowd_begin(scene, "random disc", 48, 2, 300, INT32_MAX);
    while (scene->count < 150) {
        const double x = random_within(random, -radius, radius), y = random_within(random, -radius, radius);
        if (x * x + y * y <= radius * radius && is_free(scene, scene->count, x, y, false))
            crowd_add(scene, x, y, -x, -y);
    }
}

/// Boxes with gaps of at least 1.5, so that everybody can go everywhere.
static void boxes(crowd *scene, random_source *random)
{
    crowd_begin(scene, "random boxes", 40, 2, 300, INT32_MAX);
    for (int attempt = 0; attempt < 200 && scene->wall_count < 24; attempt++) {
        const double x = random_below(random, 60) / 2.0 - 16, y = random_below(random, 60) / 2.0 - 16;
        const double to_x = x + 1 + random_below(random, 8) / 2.0,
                     to_y = y + 1 + random_below(random, 8) / 2.0;
        bool is_apart = true;
        for (int32_t i = 0; i < scene->wall_count; i++) {
            const crowd_wall *other = &scene->walls[i];
            is_apart = is_apart && (x >= other->to_x + 1.5 || to_x <= other->x - 1.5 ||
                                    y >= other->to_y + 1.5 || to_y <= other->y - 1.5);
        }
        if (is_apart)
            crowd_block(scene, x, y, to_x, to_y);
    }
    add_members(scene, random, 60, 18);
}

/// Nine rooms with walls 1 thick; each two neighbours share a door.
static void rooms(crowd *scene, random_source *random, const char *name, int32_t count)
{
    crowd_begin(scene, name, 35, 2, 300, INT32_MAX);
    for (int i = -1; i <= 1; i += 2) {
        crowd_block(scene, 6 * i - 0.5, -17.5, 6 * i + 0.5, 17.5);
        crowd_block(scene, -17.5, 6 * i - 0.5, 17.5, 6 * i + 0.5);
    }
    for (int i = -1; i <= 1; i += 2)
        for (int room = -1; room <= 1; room++) {
            const double width = 2 + random_below(random, 3) / 2.0;
            const double low = 12 * room - 5.5 + random_below(random, 16) / 2.0;
            const double other = 12 * room - 5.5 + random_below(random, 16) / 2.0;
            crowd_open(scene, 6 * i - 0.5, low, 6 * i + 0.5, low + width);
            crowd_open(scene, other, 6 * i - 0.5, other + width, 6 * i + 0.5);
        }
    add_members(scene, random, count, 16.9);
}

/// A generated cave of 40 x 40 cells. Its passages are at least as wide as a cell.
static void caves(crowd *scene, random_source *random, uint64_t seed, const char *name, double cell)
{
    enum { CELLS = 40 };
    crowd_begin(scene, name, CELLS * cell, 2, 300, INT32_MAX);
    io_tiles cells;
    io_fault fault;
    if (!map_generate(MAP_CAVES, CELLS, CELLS, seed, NULL, &cells, &fault))
        fail_msg("no caves: %s", fault.text);
    const double middle = CELLS / 2;
    for (int32_t y = 0; y < CELLS; y++)
        for (int32_t x = 0, end; x < CELLS; x = end) {
            end = x + 1;
            while (end < CELLS && *io_tile(&cells, end, y) == *io_tile(&cells, x, y))
                end++;
            if (*io_tile(&cells, x, y) == FW_BLOCKED)
                crowd_block(scene, (x - middle) * cell, (y - middle) * cell, (end - middle) * cell,
                            (y + 1 - middle) * cell);
        }
    io_tiles_free(&cells);
    add_members(scene, random, 200, middle * cell);
}

void crowd_at_random(crowd_place place, uint64_t seed, crowd *scene)
{
    random_source random = { seed };
    switch (place) {
    case CROWD_DISC:
        disc(scene, &random);
        break;
    case CROWD_BOXES:
        boxes(scene, &random);
        break;
    case CROWD_ROOMS:
        rooms(scene, &random, "random rooms", 60);
        break;
    case CROWD_FULL_ROOMS:
        rooms(scene, &random, "random full rooms", 90);
        break;
    case CROWD_CAVES:
        caves(scene, &random, seed, "random caves", 3);
        break;
    default:
        caves(scene, &random, seed, "random narrow caves", 2);
        break;
    }
}
