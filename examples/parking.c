// Curves without a search: a car gets from pose to pose by the shortest one that touches nothing, and its path is
// followed, cut, and turned into points.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

static const char *const street[] = {
    "....................", //
    "....................", //
    "....................", //
    "..####.....###..###.", //
    "..####.....###..###.", //
    "....................", //
};

enum { WIDTH = 20, HEIGHT = sizeof street / sizeof *street };

static const double turn_radius = 1.5;

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static fw_map *build_street(void)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            must(fw_map_set_tile(map, x, y, street[y][x] == '#' ? FW_BLOCKED : FW_GROUND));
    must(fw_map_commit(map));
    return map;
}

static fw_unit_id add_car(fw_map *map)
{
    fw_unit_def car = fw_default_unit_def();
    car.footprint = fw_rectangle(1.8, 0.8);
    car.turn_radius = turn_radius;
    car.reverse = true;
    fw_unit_id id = 0;
    must(fw_map_add_unit(map, &car, &id));
    return id;
}

static bool is_free(const fw_map *map, fw_unit_id car, const fw_curve *curve)
{
    bool free = true;
    for (int32_t i = 0; i < curve->count && free; i++)
        must(fw_sweep(map, car, NULL, &curve->segments[i], &free));
    return free;
}

/// The shortest curve that is free: a shorter one may touch something.
static bool find_curve(const fw_map *map, fw_unit_id car, fw_pose from, fw_pose to, fw_curve *found)
{
    fw_curve curves[FW_DUBINS_WORDS];
    int32_t count = 0;
    must(fw_dubins_by_length(from, to, turn_radius, NULL, curves, &count));
    for (int32_t i = 0; i < count; i++) {
        const bool free = is_free(map, car, &curves[i]);
        printf("curve %d of %d: %.2f tiles, %s\n", (int)i + 1, (int)count, curves[i].length,
               free ? "free" : "touches something");
        if (free) {
            *found = curves[i];
            return true;
        }
    }
    return false;
}

int main(void)
{
    fw_map *map = build_street();
    const fw_unit_id car = add_car(map);
    const fw_pose start = { 2.5, 2.0, 0.0 },
                  gap = { 7.0, 3.5, -FW_PI / 2 }; // between the blocks, facing the street
    fw_curve curve, in_reverse;
    if (!find_curve(map, car, start, gap, &curve))
        return EXIT_FAILURE;
    must(fw_reeds_shepp(start, gap, turn_radius, 1.0, 0.0, &in_reverse));
    printf("with a reverse gear: %.2f tiles, %s\n", in_reverse.length,
           is_free(map, car, &in_reverse) ? "free" : "touches something");

    fw_path *path = NULL, *rest = NULL;
    must(fw_path_create(NULL, &path));
    must(fw_path_create(NULL, &rest));
    must(fw_path_set(path, curve.segments, curve.count, NULL));

    fw_check_report report;
    must(fw_path_check(map, car, path, NULL, &report)); // shares no code with what made the curve
    printf("the checker finds it %s\n", report.legal ? "legal" : "illegal");

    fw_pose pose;
    must(fw_path_pose_at(path, curve.length / 2, &pose));
    printf("halfway the car is at %.2f,%.2f and faces %.0f degrees\n", pose.x, pose.y,
           pose.heading * 180 / FW_PI);

    double at = 0, away = 0;
    must(fw_path_nearest(path, 6.0, 3.0, &at, &away));
    printf("it passes the corner of the block after %.2f tiles, %.2f tiles away\n", at, away);

    fw_pose points[64];
    int32_t count = 0;
    must(fw_path_resample(path, 0.01, points, 64, &count));
    printf("%d points stay within a hundredth of a tile of it\n", (int)count);

    must(fw_path_split(path, 2.0, rest));
    must(fw_path_reverse(rest)); // back out of the gap, the same way
    printf("after 2 tiles %.2f are left; reversed, they lead out of the gap again\n", fw_path_length(rest));

    fw_path_destroy(rest);
    fw_path_destroy(path);
    fw_map_destroy(map);
    return report.legal ? EXIT_SUCCESS : EXIT_FAILURE;
}
