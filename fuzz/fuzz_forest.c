// Bytes become a forest, edits and queries: every path is as short as brute force finds it.
#include <math.h>
#include <stdlib.h>

#include "common/bitangents.h"
#include "common/choices.h"
#include "fairway/fairway.h"

enum { TREES = 12 };

static void expect(bool holds)
{
    if (!holds)
        abort();
}

/// On integers, where circles touch, or anywhere.
static double draw_number(choices *source, double low, double high)
{
    return choose_one_in(source, 2) ? (double)choose_from_to(source, (int32_t)low, (int32_t)high)
                                    : choose_within(source, low, high);
}

static fw_tree draw_tree(choices *source)
{
    return (fw_tree){ draw_number(source, 0, 10), draw_number(source, 0, 10), draw_number(source, 0, 3) };
}

typedef struct wood {
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
    fw_tree_id ids[TREES];
    int count;
    bool has_map;
} wood;

/// Puts some tiles under the forest, or takes them away.
static void change_map(choices *source, wood *wood)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    def.width = def.height = 8;
    wood->has_map = choose_one_in(source, 2);
    expect(fw_map_create(&def, &map) == FW_OK);
    for (int i = choose_from_to(source, 0, 20); i > 0; i--)
        expect(fw_map_set_tile(map, choose_from_to(source, 0, 7), choose_from_to(source, 0, 7), FW_BLOCKED) ==
               FW_OK);
    expect(fw_map_commit(map) == FW_OK);
    expect(fw_forest_set_map(wood->forest, wood->has_map ? map : NULL, 1u << FW_GROUND) == FW_OK);
    expect(fw_forest_count(wood->forest) == wood->count);
    fw_map_destroy(map);
}

static void edit(choices *source, wood *wood)
{
    const int at = wood->count ? choose_from_to(source, 0, wood->count - 1) : 0;
    const int what = choose_from_to(source, 0, 2);
    if (what == 0 && wood->count < TREES)
        expect(fw_forest_add(wood->forest, draw_tree(source), &wood->ids[wood->count++]) == FW_OK);
    else if (what == 1 && wood->count > 0)
        expect(fw_forest_move(wood->forest, wood->ids[at], draw_tree(source)) == FW_OK);
    else if (wood->count > 0) {
        expect(fw_forest_remove(wood->forest, wood->ids[at]) == FW_OK);
        wood->ids[at] = wood->ids[--wood->count];
    }
    expect(fw_forest_count(wood->forest) == wood->count);
}

/// Counts marks, up to 20.
static bool count_mark(const fw_mark *mark, void *user)
{
    expect(mark->shape != FW_MARK_TILES && isfinite(mark->line.length) && ++*(int *)user <= 20);
    return *(int *)user < 20;
}

/// Lines that touch two circles are clear of both, by their own rule.
static void draw_constructions(choices *source)
{
    const fw_tree a = draw_tree(source), b = draw_tree(source);
    fw_segment lines[FW_BITANGENTS];
    int32_t count;
    expect(fw_bitangents(a, b, lines, &count) == FW_OK);
    for (int32_t i = 0; i < count; i++) {
        fw_pose end;
        fw_sight from_a, from_b;
        expect(fw_segment_pose_at(&lines[i], lines[i].length, &end) == FW_OK);
        expect(fw_circle_sees((fw_tree){ a.x, a.y, 0.999 * a.radius }, lines[i].start.x, lines[i].start.y,
                              end.x, end.y, &from_a) == FW_OK);
        expect(fw_circle_sees((fw_tree){ b.x, b.y, 0.999 * b.radius }, lines[i].start.x, lines[i].start.y,
                              end.x, end.y, &from_b) == FW_OK);
        expect(from_a.is_clear && from_b.is_clear);
    }
    const fw_segment arc = { .start = { draw_number(source, 0, 10), draw_number(source, 0, 10),
                                        draw_number(source, -4, 4) },
                             .curvature = draw_number(source, -3, 3),
                             .length = draw_number(source, 0, 9) };
    int marks = 0, more = 0;
    expect(fw_inspect_bitangents(a, b, count_mark, &marks) == FW_OK && marks == 2 + count);
    expect(fw_inspect_sight(a, b.x, b.y, b.radius, 0, count_mark, &more) == FW_OK && more == 2);
    fw_radical radical;
    if (fw_arc_is_blocked(&arc, a, &radical) == FW_OK)
        expect(radical.count >= 0 && radical.count <= 2 && isfinite(radical.a));
}

/// Adds up the lengths of all edges.
static void measure(const fw_forest_edge *edge, void *user)
{
    expect(edge->segment.length >= 0);
    *(double *)user += edge->segment.length;
}

/// Finds a path in steps, between which the forest changes; or at once.
static fw_result find(choices *source, wood *wood, const fw_forest_request *ask)
{
    if (choose_one_in(source, 2))
        return fw_forest_find_path(wood->planner, ask, wood->path);
    const fw_forest *snapshot = choose_one_in(source, 4) ? fw_forest_snapshot(wood->forest) : NULL;
    const fw_result begun = fw_forest_search_begin(wood->planner, ask);
    if (begun != FW_OK)
        return begun;
    fw_result ended;
    while ((ended = fw_forest_search_step(wood->planner, 1, wood->path)) == FW_PENDING)
        if (choose_one_in(source, 4))
            edit(source, wood);
    if (choose_one_in(source, 8)) {
        expect(fw_forest_search_begin(wood->planner, ask) == FW_OK);
        fw_forest_search_end(wood->planner);
    }
    fw_forest_release(snapshot);
    return ended;
}

static void query(choices *source, wood *wood)
{
    fw_tree grown[TREES];
    fw_statistics spent;
    fw_forest_request ask = fw_default_forest_request();
    ask.radius = draw_number(source, 0, 2) / 4;
    ask.start_x = draw_number(source, -1, 11);
    ask.start_y = draw_number(source, -1, 11);
    ask.goal_x = draw_number(source, -1, 11);
    ask.goal_y = draw_number(source, -1, 11);
    for (int i = 0; i < wood->count; i++) {
        expect(fw_forest_tree(wood->forest, wood->ids[i], &grown[i]) == FW_OK);
        grown[i].radius += ask.radius;
    }
    const int count = wood->count;
    const fw_result found = find(source, wood, &ask);
    const double shortest =
        bitangents_shortest(grown, count, ask.start_x, ask.start_y, ask.goal_x, ask.goal_y, NULL);
    if (found == FW_OK) {
        const double longer = fw_path_length(wood->path) - shortest;
        expect(longer > -1e-6 && (wood->has_map || longer < 1e-6));
        expect(wood->has_map ||
               !bitangents_fault(grown, count, ask.start_x, ask.start_y, ask.goal_x, ask.goal_y, wood->path));
    } else
        expect(wood->has_map || shortest == INFINITY);
    double seen = 0;
    const fw_result told = fw_forest_planner_edges(wood->planner, measure, &seen);
    expect((told == FW_OK || told == FW_NOT_FOUND) && isfinite(seen));
    expect(fw_forest_planner_statistics(wood->planner, &spent) == FW_OK && spent.bytes > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    wood wood = { .count = 0 };
    choices source = choices_of_bytes(bytes, size);
    expect(fw_forest_create(NULL, &wood.forest) == FW_OK && fw_path_create(NULL, &wood.path) == FW_OK);
    expect(fw_forest_planner_create(wood.forest, NULL, &wood.planner) == FW_OK);
    while (!choices_are_over(&source)) {
        const uint64_t version = fw_forest_version(wood.forest);
        edit(&source, &wood);
        expect(fw_forest_version(wood.forest) >= version);
        if (choose_one_in(&source, 8))
            change_map(&source, &wood);
        if (choose_one_in(&source, 8))
            draw_constructions(&source);
        int marks = 0;
        fw_inspect_forest(wood.planner, count_mark, &marks);
        if (choose_one_in(&source, 2))
            query(&source, &wood);
    }
    fw_path_destroy(wood.path);
    fw_forest_planner_destroy(wood.planner);
    fw_forest_destroy(wood.forest);
    return 0;
}
