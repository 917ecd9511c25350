/// @file
/// How often directional search finds no path although there is one: queries between random poses on random maps of
/// 10 x 10 tiles, against a flood over positions a quarter of a tile apart with 32 headings; and the same flood with 8
/// headings, to see what compass directions cost.
///
///     bench_directional_rates [QUERIES]
///
/// asks so many queries for each radius (200). A body of radius 0.33; 5 to 35 % of the tiles are blocked.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "directional/motions.h"
#include "fairway/fairway.h"

enum {
    SIDE = 10, ///< tiles
    PARTS = 4, ///< positions to a tile
    FINE = SIDE * PARTS,
    FINE_HEADINGS = 32,
    POSES = FINE * FINE * FINE_HEADINGS,
    FAR_TILES = 4,
    MOST_STEPS = 4096,
    METHODS = 5
};

static const fw_method methods[METHODS] = { FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                            FW_DIRECTIONAL_80, FW_DIRECTIONAL };

/// A curve of the flood, from the point (0, 0).
typedef struct fine_step {
    int dx, dy, end;
    fw_curve curve;
} fine_step;

typedef struct fine_steps {
    fine_step items[FINE_HEADINGS][MOST_STEPS];
    int count[FINE_HEADINGS];
} fine_steps;

typedef struct study {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
} study;

static void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static double fine_heading(int heading)
{
    return heading * (2 * FW_PI / FINE_HEADINGS);
}

static double turned_by(const fw_curve *curve)
{
    double turned = 0;
    for (int i = 0; i < curve->count; i++)
        turned += fabs(curve->segments[i].curvature) * curve->segments[i].length;
    return turned;
}

/// All shortest curves of up to 60 degrees to the positions within a radius around, and, to positions whole tiles away,
/// those of up to a full turn: what the methods drive is among them.
static void collect_steps(double radius, fine_steps *all)
{
    const int near = (int)ceil(fmax(2, 1.2 * radius) * PARTS / 2), far = FAR_TILES * PARTS;
    for (int from = 0; from < FINE_HEADINGS; from++) {
        int count = 0;
        const fw_pose start = { 0, 0, fine_heading(from) };
        for (int at = 0; at < (2 * far + 1) * (2 * far + 1) * FINE_HEADINGS; at++) {
            const int end = at % FINE_HEADINGS, dx = at / FINE_HEADINGS % (2 * far + 1) - far;
            const int dy = at / FINE_HEADINGS / (2 * far + 1) - far;
            const bool is_near = abs(dx) <= near && abs(dy) <= near;
            const bool is_whole =
                dx % PARTS == 0 && dy % PARTS == 0 && (end - from) % (FINE_HEADINGS / 8) == 0;
            const fw_pose goal = { (double)dx / PARTS, (double)dy / PARTS, fine_heading(end) };
            fw_curve curve;
            if ((!is_near && !is_whole) || count == MOST_STEPS ||
                fw_dubins(start, goal, radius, FW_DUBINS_SHORTEST, &curve) != FW_OK || curve.count == 0)
                continue;
            if (turned_by(&curve) <= (is_whole ? 2 * FW_PI : FW_PI / 3) + 1e-9)
                all->items[from][count++] = (fine_step){ dx, dy, end, curve };
        }
        all->count[from] = count;
    }
}

static bool curve_is_free(const study *on, const fw_curve *curve, double x, double y)
{
    for (int i = 0; i < curve->count; i++) {
        fw_segment segment = curve->segments[i];
        bool is_free = false;
        segment.start.x += x;
        segment.start.y += y;
        if (fw_sweep(on->map, on->unit, NULL, &segment, &is_free) != FW_OK || !is_free)
            return false;
    }
    return true;
}

static int fine_index(int x, int y, int heading)
{
    return (y * FINE + x) * FINE_HEADINGS + heading;
}

/// Does the flood get from one lattice pose to another, with every `stride`-th heading?
static bool flood_reaches(const study *on, const fine_steps *steps, const int *from, const int *to,
                          int stride)
{
    static uint8_t seen[POSES];
    static int queue[POSES];
    int next = 0, end = 0;
    const int goal = fine_index(to[0] * PARTS + PARTS / 2, to[1] * PARTS + PARTS / 2, to[2] * 4);
    memset(seen, 0, sizeof seen);
    queue[end++] = fine_index(from[0] * PARTS + PARTS / 2, from[1] * PARTS + PARTS / 2, from[2] * 4);
    seen[queue[0]] = 1;
    while (next < end && !seen[goal]) {
        const int at = queue[next++], heading = at % FINE_HEADINGS;
        const int x = at / FINE_HEADINGS % FINE, y = at / FINE_HEADINGS / FINE;
        for (int i = 0; i < steps->count[heading]; i++) {
            const fine_step *by = &steps->items[heading][i];
            const int to_x = x + by->dx, to_y = y + by->dy;
            if (by->end % stride || to_x < 0 || to_y < 0 || to_x >= FINE || to_y >= FINE ||
                seen[fine_index(to_x, to_y, by->end)] ||
                !curve_is_free(on, &by->curve, (double)x / PARTS, (double)y / PARTS))
                continue;
            seen[fine_index(to_x, to_y, by->end)] = 1;
            queue[end++] = fine_index(to_x, to_y, by->end);
        }
    }
    return seen[goal];
}

static void redraw(study *on, random_source *source)
{
    const uint32_t blocked = 5 + random_below(source, 31);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            fw_map_set_tile(on->map, x, y, random_below(source, 100) < blocked ? FW_BLOCKED : FW_GROUND);
    fw_map_commit(on->map);
}

static study study_of(double radius)
{
    study on = { 0 };
    fw_map_def def = fw_default_map_def();
    fw_unit_def unit = fw_default_unit_def();
    def.width = def.height = SIDE;
    unit.footprint = fw_circle(0.33);
    unit.size = 1;
    unit.turn_radius = radius;
    unit.methods = 0;
    for (int i = 0; i < METHODS; i++)
        unit.methods |= FW_METHOD_BIT(methods[i]);
    if (fw_map_create(&def, &on.map) != FW_OK || fw_map_add_unit(on.map, &unit, &on.unit) != FW_OK ||
        fw_planner_create(on.map, NULL, &on.planner) != FW_OK || fw_path_create(NULL, &on.path) != FW_OK)
        give_up("no memory");
    return on;
}

static void study_end(study *on)
{
    fw_path_destroy(on->path);
    fw_planner_destroy(on->planner);
    fw_map_destroy(on->map);
}

static fw_pose pose_of(const int *at)
{
    return (fw_pose){ at[0] + 0.5, at[1] + 0.5, at[2] * (FW_PI / 4) };
}

static void draw_pose(random_source *source, int *at)
{
    at[0] = (int)random_below(source, SIDE);
    at[1] = (int)random_below(source, SIDE);
    at[2] = (int)random_below(source, 8);
}

/// What was counted at one radius.
typedef struct counts {
    int asked;            ///< both ends free and connected
    int solvable;         ///< the flood or a method finds a way
    int missed[METHODS];  ///< of these, not found
    int compass;          ///< of these, out of reach of the flood with 8 headings
    int beyond_the_flood; ///< a method finds a way that the flood does not
} counts;

static void ask_methods(study *on, const int *from, const int *to, bool *found, bool *is_query)
{
    fw_request ask = fw_default_request();
    ask.unit = on->unit;
    ask.start = pose_of(from);
    ask.goal = fw_goal_pose(pose_of(to));
    for (int i = 0; i < METHODS; i++) {
        ask.method = methods[i];
        const fw_result result = fw_find_path(on->planner, &ask, on->path);
        *is_query = result == FW_OK || result == FW_NOT_FOUND;
        found[i] = result == FW_OK;
    }
}

static counts count_at(double radius, int queries)
{
    static fine_steps steps;
    random_source source = { 7 };
    counts sum = { 0 };
    study on = study_of(radius);
    collect_steps(radius, &steps);
    for (int i = 0; sum.asked < queries; i++) {
        if (i % 4 == 0)
            redraw(&on, &source);
        int from[3], to[3];
        bool found[METHODS], is_query = false, any = false;
        draw_pose(&source, from);
        draw_pose(&source, to);
        ask_methods(&on, from, to, found, &is_query);
        if (!is_query)
            continue;
        sum.asked++;
        const bool fine = flood_reaches(&on, &steps, from, to, 1);
        for (int k = 0; k < METHODS; k++)
            any = any || found[k];
        sum.beyond_the_flood += any && !fine;
        if (!fine)
            continue;
        sum.solvable++;
        sum.compass += !flood_reaches(&on, &steps, from, to, FINE_HEADINGS / 8);
        for (int k = 0; k < METHODS; k++)
            sum.missed[k] += !found[k];
    }
    study_end(&on);
    return sum;
}

static double percent(int part, int whole)
{
    return whole ? 100.0 * part / whole : 0;
}

int main(int count, char **arguments)
{
    const double radii[] = { 0.5, 1, 1.5, 2, 3 };
    const int queries = count > 1 ? (int)strtol(arguments[1], NULL, 10) : 200;
    if (queries < 1)
        give_up("usage: bench_directional_rates [QUERIES]");
    printf("%6s %6s %9s %8s %8s %8s %8s %8s %10s %8s\n", "radius", "asked", "solvable", "-8", "-24", "-48",
           "-80", "default", "8 headings", "beyond");
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        const counts of = count_at(radii[i], queries);
        printf("%6.1f %6d %9d", radii[i], of.asked, of.solvable);
        for (int k = 0; k < METHODS; k++)
            printf(" %7.1f%%", percent(of.missed[k], of.solvable));
        printf(" %9.1f%% %8d\n", percent(of.compass, of.solvable), of.beyond_the_flood);
        fflush(stdout);
    }
    return 0;
}
