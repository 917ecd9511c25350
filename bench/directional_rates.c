/// How often directional search finds no path although there is one: queries between random poses, each on a random map
/// of its own, against the flood of tests/common/fine_flood.h, over positions a quarter of a tile apart with 32
/// headings; the same flood with the 8 headings of the compass; and the methods with all four curves between two poses.
///
///     bench_directional_rates [SOLVABLE [RADIUS]]
///
/// asks until so many queries at each radius (100) turned out to have an answer. A round body of 0.33; on tight maps 5
/// to 35 % of 10 x 10 tiles are blocked, on open ones 1 to 10 % of 16 x 16.

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/give_up.h"
#include "directional/motions/motions.h"
#include "fairway/fairway.h"
#include "tests/common/fine_flood.h"

enum { RINGS = 4, METHODS = RINGS + 1, COMPASS = 4, EVERY_OTHER = 2 };

static const fw_method methods[METHODS] = { FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                            FW_DIRECTIONAL_80, FW_DIRECTIONAL };

/// What kind of maps are drawn.
typedef struct landscape {
    const char *name;
    int32_t side;
    uint32_t least_blocked, most_blocked; ///< percent
} landscape;

static const landscape landscapes[] = { { "tight", 10, 5, 35 }, { "open", 16, 1, 10 } };

typedef struct study {
    const landscape *landscape;
    fw_map *map;
    fw_unit_id unit;
    fw_unit_id with_all_curves; ///< the same, with the longer curves too
    fw_planner *planner;
    fw_path *path;
    fine_flood *flood;
} study;

/// What was counted at one radius.
typedef struct counts {
    int asked;              ///< both ends free and connected, on different tiles
    int solvable;           ///< the flood finds a way
    int missed[METHODS];    ///< of these, not found
    int other_curve[RINGS]; ///< of those missed, found with all four curves
    int by_compass;         ///< of the solvable, out of reach of the flood with 8 headings
    int by_16;              ///< ... with 16
    int beyond;             ///< a method finds a way that the flood does not
    int illegal;            ///< the checker objects to a way that was found
} counts;

static void redraw(study *study, random_source *source)
{
    const uint32_t range = study->landscape->most_blocked - study->landscape->least_blocked + 1;
    const uint32_t blocked = study->landscape->least_blocked + random_below(source, range);
    for (int32_t y = 0; y < study->landscape->side; y++)
        for (int32_t x = 0; x < study->landscape->side; x++)
            fw_map_set_tile(study->map, x, y, random_below(source, 100) < blocked ? FW_BLOCKED : FW_GROUND);
    fw_map_commit(study->map);
    fine_flood_look(study->flood, study->map);
}

static study study_of(const landscape *landscape, double radius)
{
    study study = { .landscape = landscape };
    fw_map_def def = fw_default_map_def();
    fw_unit_def unit = fw_default_unit_def();
    def.width = def.height = landscape->side;
    unit.footprint = fw_circle(0.33);
    unit.size = 1;
    unit.turn_radius = radius;
    for (int i = 0; i < METHODS; i++)
        unit.methods |= FW_METHOD_BIT(methods[i]);
    study.flood = fine_flood_create(&unit);
    if (!study.flood || fw_map_create(&def, &study.map) != FW_OK ||
        fw_map_add_unit(study.map, &unit, &study.unit) != FW_OK)
        give_up("no memory");
    unit.methods &= ~FW_METHOD_BIT(FW_DIRECTIONAL);
    unit.all_curves = true;
    if (fw_map_add_unit(study.map, &unit, &study.with_all_curves) != FW_OK ||
        fw_planner_create(study.map, NULL, &study.planner) != FW_OK ||
        fw_path_create(NULL, &study.path) != FW_OK)
        give_up("no memory");
    return study;
}

static void study_end(study *study)
{
    fw_path_destroy(study->path);
    fw_planner_destroy(study->planner);
    fw_map_destroy(study->map);
    fine_flood_destroy(study->flood);
}

static lattice_pose draw_pose(random_source *source, int32_t side)
{
    const int32_t x = (int32_t)random_below(source, (uint32_t)side);
    const int32_t y = (int32_t)random_below(source, (uint32_t)side);
    return (lattice_pose){ x, y, (int32_t)random_below(source, MOTION_HEADINGS) };
}

static fw_pose pose_of(lattice_pose at)
{
    return (fw_pose){ at.x + 0.5, at.y + 0.5, motion_heading(at.heading) };
}

static bool is_legal(const study *study)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    return fw_path_check(study->map, study->unit, study->path, &def, &report) == FW_OK && report.legal;
}

static fw_result ask(study *study, fw_unit_id unit, fw_method method, lattice_pose from, lattice_pose to)
{
    fw_request request = fw_default_request();
    request.unit = unit;
    request.method = method;
    request.start = pose_of(from);
    request.goal = fw_goal_pose(pose_of(to));
    return fw_find_path(study->planner, &request, study->path);
}

/// Asks all methods; false where an end is blocked or cut off.
static bool ask_methods(study *study, lattice_pose from, lattice_pose to, bool *found, counts *sum)
{
    for (int i = 0; i < METHODS; i++) {
        const fw_result result = ask(study, study->unit, methods[i], from, to);
        if (result != FW_OK && result != FW_NOT_FOUND)
            return false;
        found[i] = result == FW_OK;
        sum->illegal += found[i] && !is_legal(study);
    }
    return true;
}

/// Counts what the methods miss of a way that there is.
static void count_missed(study *study, lattice_pose from, lattice_pose to, const bool *found, counts *sum)
{
    sum->solvable++;
    sum->illegal += fine_flood_write(study->flood, study->path) != FW_OK || !is_legal(study);
    sum->by_compass += !fine_flood_reaches(study->flood, from, to, COMPASS);
    sum->by_16 += !fine_flood_reaches(study->flood, from, to, EVERY_OTHER);
    for (int i = 0; i < METHODS; i++)
        sum->missed[i] += !found[i];
    for (int i = 0; i < RINGS; i++)
        sum->other_curve[i] += !found[i] && ask(study, study->with_all_curves, methods[i], from, to) == FW_OK;
}

static counts count_at(const landscape *landscape, double radius, int solvable)
{
    random_source source = { 7 };
    counts sum = { 0 };
    study study = study_of(landscape, radius);
    while (sum.solvable < solvable) {
        redraw(&study, &source);
        bool found[METHODS], any = false;
        const lattice_pose from = draw_pose(&source, landscape->side);
        const lattice_pose to = draw_pose(&source, landscape->side);
        if ((from.x == to.x && from.y == to.y) || !ask_methods(&study, from, to, found, &sum))
            continue;
        sum.asked++;
        for (int i = 0; i < METHODS; i++)
            any = any || found[i];
        if (fine_flood_reaches(study.flood, from, to, 1))
            count_missed(&study, from, to, found, &sum);
        else
            sum.beyond += any;
    }
    study_end(&study);
    return sum;
}

static double percent(int part, int whole)
{
    return 100.0 * part / whole;
}

static void print_counts(const landscape *landscape, double radius, const counts *sum)
{
    printf("%6s %6g %6d %9d", landscape->name, radius, sum->asked, sum->solvable);
    for (int i = 0; i < METHODS; i++)
        printf(" %7.1f%%", percent(sum->missed[i], sum->solvable));
    printf(" %7.1f%% %7.1f%% |", percent(sum->by_compass, sum->solvable), percent(sum->by_16, sum->solvable));
    for (int i = 0; i < RINGS; i++)
        printf(" %7.1f%%", percent(sum->other_curve[i], sum->solvable));
    printf(" | %6d %7d\n", sum->beyond, sum->illegal);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    const double radii[] = { 0.5, 1, 1.5, 2, 3 };
    const int solvable = count > 1 ? (int)strtol(arguments[1], NULL, 10) : 100;
    const double only = count > 2 ? strtod(arguments[2], NULL) : 0;
    if (solvable < 1 || count > 3)
        give_up("usage: bench_directional_rates [SOLVABLE [RADIUS]]");
    printf("%6s %6s %6s %9s %8s %8s %8s %8s %8s %8s %8s | %8s %8s %8s %8s | %6s %7s\n", "maps", "radius",
           "asked", "solvable", "-8", "-24", "-48", "-80", "default", "8 dirs", "16 dirs", "-8", "-24", "-48",
           "-80", "beyond", "illegal");
    for (size_t i = 0; i < sizeof landscapes / sizeof *landscapes; i++)
        for (size_t k = 0; k < sizeof radii / sizeof *radii; k++) {
            if (only > 0 && radii[k] != only)
                continue;
            const counts sum = count_at(&landscapes[i], radii[k], solvable);
            print_counts(&landscapes[i], radii[k], &sum);
        }
    return 0;
}
