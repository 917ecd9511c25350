#include "common/crowd.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "fairway/pose.h"

void crowd_begin(crowd *scene, const char *name, double side, int32_t tiles, double bar, int32_t reversals)
{
    scene->name = name;
    scene->side = side;
    scene->tiles = tiles;
    scene->count = scene->wall_count = 0;
    scene->bar = bar;
    scene->reversals = reversals;
    scene->is_infeasible = false;
    scene->turn_radius = 0;
}

void crowd_add(crowd *scene, double x, double y, double to_x, double to_y)
{
    scene->members[scene->count++] = (crowd_member){ x, y, to_x, to_y, 0.5, 1 };
}

void crowd_block(crowd *scene, double x, double y, double to_x, double to_y)
{
    scene->walls[scene->wall_count++] = (crowd_wall){ x, y, to_x, to_y, false, 0 };
}

void crowd_open(crowd *scene, double x, double y, double to_x, double to_y)
{
    scene->walls[scene->wall_count++] = (crowd_wall){ x, y, to_x, to_y, true, 0 };
}

/// A corridor from x = -15 to 15 in a blocked map.
static void corridor(crowd *scene, const char *name, double width, double bar, int32_t reversals)
{
    crowd_begin(scene, name, 40, 2, bar, reversals);
    crowd_block(scene, -20, -20, 20, 20);
    crowd_open(scene, -15, -width / 2, 15, width / 2);
}

static void change_places(crowd *scene)
{
    crowd_add(scene, -10, 0, 10, 0);
    crowd_add(scene, 10, 0, -10, 0);
}

static void corridor_1_5(crowd *scene, const char *name, double bar, int32_t reversals)
{
    // 1.5 wide is 3 tiles: from y = -1 to 0.5, so that it lies on whole tiles.
    crowd_begin(scene, name, 40, 2, bar, reversals);
    crowd_block(scene, -20, -20, 20, 20);
    crowd_open(scene, -15, -1, 15, 0.5);
}

static void pocket(crowd *scene, const char *name, double x, double bar, int32_t reversals)
{
    corridor_1_5(scene, name, bar, reversals);
    crowd_open(scene, x - 1, 0.5, x + 1, 2.5);
    crowd_add(scene, -10, -0.25, 10, -0.25);
    crowd_add(scene, 10, -0.25, -10, -0.25);
}

static void circle(crowd *scene, const char *name, int32_t count, double radius, double bar,
                   int32_t reversals)
{
    crowd_begin(scene, name, 2 * radius + 12, 2, bar, reversals);
    for (int32_t i = 0; i < count; i++) {
        const double angle = 2 * FW_PI * i / count;
        const double x = radius * cos(angle), y = radius * sin(angle);
        crowd_add(scene, x, y, -x, -y);
    }
}

static void crossing(crowd *scene, const char *name, bool has_walls)
{
    crowd_begin(scene, name, 64, 2, 75, 4);
    for (int side = 0; side < 4; side++)
        for (int row = 0; row < 5; row++)
            for (int column = 0; column < 5; column++) {
                const double along = -24 + 2 * column, across = -4 + 2 * row;
                const double x[] = { along, -across, -along, across };
                const double y[] = { across, along, -across, -along };
                const double dx[] = { 40, 0, -40, 0 }, dy[] = { 0, 40, 0, -40 };
                crowd_add(scene, x[side], y[side], x[side] + dx[side], y[side] + dy[side]);
            }
    if (!has_walls)
        return;
    crowd_block(scene, -32, -32, -6, -6);
    crowd_block(scene, 6, -32, 32, -6);
    crowd_block(scene, -32, 6, -6, 32);
    crowd_block(scene, 6, 6, 32, 32);
}

static void door(crowd *scene, const char *name, double width, double bar, int32_t reversals)
{
    crowd_begin(scene, name, 40, 5, bar, reversals);
    crowd_block(scene, -0.2, -20, 0.2, 20);
    crowd_open(scene, -0.2, -width / 2, 0.2, width / 2);
}

static void door_one_way(crowd *scene, const char *name, double width, double bar, int32_t reversals)
{
    door(scene, name, width, bar, reversals);
    for (int column = 0; column < 5; column++)
        for (int row = 0; row < 10; row++)
            crowd_add(scene, -4 - 2 * column, -9 + 2 * row, 12 - 2 * column, -9 + 2 * row);
}

static void door_both_ways(crowd *scene)
{
    door(scene, "door 1.2 both ways", 1.2, 160, 10);
    for (int side = -1; side <= 1; side += 2)
        for (int column = 0; column < 5; column++)
            for (int row = 0; row < 5; row++) {
                const double x = side * (4 + 2 * column), y = -4 + 2 * row;
                crowd_add(scene, x, y, x - side * 16, y + 1);
            }
}

static void right_angle(crowd *scene, const char *name, int32_t count)
{
    crowd_begin(scene, name, 24, 2, 18, 0);
    const double x[] = { -8, 0, 8, 0 }, y[] = { 0, -8, 0, 8 };
    for (int32_t i = 0; i < count; i++)
        crowd_add(scene, x[i], y[i], -x[i], -y[i]);
}

static void bridge(crowd *scene)
{
    crowd_begin(scene, "bridge closes", 40, 2, 48, 2);
    crowd_block(scene, -1, -20, 1, 20);
    crowd_open(scene, -1, -8, 1, -5);
    crowd_open(scene, -1, 5, 1, 8);
    scene->walls[scene->wall_count++] = (crowd_wall){ -1, -8, 1, -5, false, 5 };
    for (int32_t i = 0; i < 10; i++)
        crowd_add(scene, i < 5 ? -12 : -13.5, -9 + 1.5 * (i % 5), i < 5 ? 12 : 10.5, -9 + 1.5 * (i % 5));
}

static void mixed(crowd *scene)
{
    random_source random = { 5 };
    double slowest = 0;
    crowd_begin(scene, "mixed", 48, 2, 0, 4);
    for (int side = -1; side <= 1; side += 2)
        for (int32_t i = 0; i < 20; i++) {
            const double x = side * (8 + 2 * (i / 5)), y = -4 + 2 * (i % 5);
            crowd_add(scene, x, y, -x, y);
            crowd_member *last = &scene->members[scene->count - 1];
            last->radius = 0.3 + 0.4 * random_unit(&random);
            last->top = 0.6 + 0.8 * random_unit(&random);
            slowest = fmax(slowest, 2 * fabs(x) / last->top + last->top / 2);
        }
    scene->bar = 1.3 * slowest;
}

static void disc(crowd *scene)
{
    random_source random = { 7 };
    const double radius = sqrt(200 * 8 / FW_PI);
    crowd_begin(scene, "disc of 200", 2 * radius + 16, 2, 95, 6);
    while (scene->count < 200) {
        const double x = radius * (2 * random_unit(&random) - 1), y = radius * (2 * random_unit(&random) - 1);
        bool is_free = x * x + y * y <= radius * radius;
        for (int32_t i = 0; i < scene->count && is_free; i++)
            is_free = hypot(scene->members[i].x - x, scene->members[i].y - y) >= 1.6;
        if (is_free)
            crowd_add(scene, x, y, -x, -y);
    }
}

static void group(crowd *scene)
{
    crowd_begin(scene, "group of 40 through a gap", 40, 2, 80, 3);
    crowd_block(scene, -0.5, -20, 0.5, 20);
    crowd_open(scene, -0.5, -1, 0.5, 1);
    for (int column = 0; column < 5; column++)
        for (int row = 0; row < 8; row++)
            crowd_add(scene, -13 + 1.5 * column, -5.25 + 1.5 * row, 7 + 1.5 * column, -5.25 + 1.5 * row);
}

static bool crowd_scene(int32_t number, crowd *scene)
{
    switch (number) {
    case 0:
        corridor(scene, "head-on", 3, 21, 0);
        change_places(scene);
        return true;
    case 1:
        pocket(scene, "pocket in the middle", 0, 25, 2);
        return true;
    case 2:
        pocket(scene, "pocket behind one", -6, 38, 2);
        return true;
    case 3:
        corridor_1_5(scene, "no pocket", 60, 0);
        crowd_add(scene, -10, -0.25, 10, -0.25);
        crowd_add(scene, 10, -0.25, -10, -0.25);
        scene->is_infeasible = true;
        return true;
    case 4:
        circle(scene, "swap of 8", 8, 10, 24, 0);
        return true;
    case 5:
        circle(scene, "swap of 16", 16, 10, 29, 1);
        return true;
    case 6:
        circle(scene, "swap of 40", 40, 12, 40, 3);
        return true;
    case 7:
        crossing(scene, "crossing", false);
        return true;
    case 8:
        crossing(scene, "crossing of streets", true);
        return true;
    case 9:
        door_one_way(scene, "door 1.2", 1.2, 95, 10);
        return true;
    case 10:
        door_one_way(scene, "door 2.4", 2.4, 55, 6);
        return true;
    case 11:
        door_both_ways(scene);
        return true;
    case 12:
        right_angle(scene, "right angle of 2", 2);
        return true;
    case 13:
        right_angle(scene, "right angle of 4", 4);
        return true;
    case 14:
        corridor(scene, "parked", 3, 22, 1);
        crowd_add(scene, 0, 0, 0, 0);
        crowd_add(scene, -10, 0, 10, 0);
        return true;
    case 15:
        corridor_1_5(scene, "parked in a corridor with a pocket", 27, 2);
        crowd_open(scene, 2, 0.5, 4, 2.5);
        crowd_add(scene, 0, -0.25, 0, -0.25);
        crowd_add(scene, -10, -0.25, 10, -0.25);
        return true;
    case 16:
        bridge(scene);
        return true;
    case 17:
        mixed(scene);
        return true;
    case 18:
        circle(scene, "200 on a circle", 200, 47.7, 150, 6);
        return true;
    case 19:
        disc(scene);
        return true;
    case 20:
        group(scene);
        return true;
    default:
        return false;
    }
}

bool crowd_find(const char *name, crowd *scene)
{
    for (int32_t number = 0; crowd_scene(number, scene); number++)
        if (strcmp(scene->name, name) == 0)
            return true;
    return false;
}

void crowd_drive(crowd *scene)
{
    static const struct {
        const char *name;
        double bar;
        int32_t reversals;
    } bars[] = {
        { "head-on", 22, 0 },
        { "pocket in the middle", 40, 2 },
        { "pocket behind one", 38, 2 },
        { "swap of 8", 30, 0 },
        { "swap of 16", 33, 1 },
        { "swap of 40", 52, 3 },
        { "crossing", 110, 8 },
        { "crossing of streets", 110, 9 },
        { "door 1.2", 180, 10 },
        { "door 2.4", 120, 6 },
        { "door 1.2 both ways", 200, 10 },
        { "right angle of 2", 18, 0 },
        { "right angle of 4", 23, 0 },
        { "parked", 23, 1 },
        { "parked in a corridor with a pocket", 33, 2 },
        { "bridge closes", 95, 3 },
        { "mixed", 0, 4 },
        { "200 on a circle", 200, 6 },
        { "disc of 200", 160, 6 },
        { "group of 40 through a gap", 200, 3 },
    };
    scene->turn_radius = 0.8;
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++)
        if (strcmp(bars[i].name, scene->name) == 0) {
            scene->bar = bars[i].bar > 0 ? bars[i].bar : 1.7 / 1.3 * scene->bar;
            scene->reversals = bars[i].reversals;
        }
}
