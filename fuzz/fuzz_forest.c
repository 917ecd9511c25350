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
} wood;

static void edit(choices *source, wood *in)
{
    const int at = in->count ? choose_from_to(source, 0, in->count - 1) : 0;
    const int what = choose_from_to(source, 0, 2);
    if (what == 0 && in->count < TREES)
        expect(fw_forest_add(in->forest, draw_tree(source), &in->ids[in->count++]) == FW_OK);
    else if (what == 1 && in->count > 0)
        expect(fw_forest_move(in->forest, in->ids[at], draw_tree(source)) == FW_OK);
    else if (in->count > 0) {
        expect(fw_forest_remove(in->forest, in->ids[at]) == FW_OK);
        in->ids[at] = in->ids[--in->count];
    }
    expect(fw_forest_count(in->forest) == in->count);
}

/// Adds up the lengths of all edges.
static void measure(const fw_forest_edge *edge, void *user)
{
    expect(edge->segment.length >= 0);
    *(double *)user += edge->segment.length;
}

static void query(choices *source, const wood *in)
{
    fw_tree grown[TREES];
    fw_statistics spent;
    fw_forest_request ask = fw_default_forest_request();
    ask.radius = draw_number(source, 0, 2) / 4;
    ask.start_x = draw_number(source, -1, 11);
    ask.start_y = draw_number(source, -1, 11);
    ask.goal_x = draw_number(source, -1, 11);
    ask.goal_y = draw_number(source, -1, 11);
    for (int i = 0; i < in->count; i++) {
        expect(fw_forest_tree(in->forest, in->ids[i], &grown[i]) == FW_OK);
        grown[i].radius += ask.radius;
    }
    const fw_result found = fw_forest_find_path(in->planner, &ask, in->path);
    const double shortest =
        bitangents_shortest(grown, in->count, ask.start_x, ask.start_y, ask.goal_x, ask.goal_y, NULL);
    if (found == FW_OK) {
        expect(fabs(fw_path_length(in->path) - shortest) < 1e-6);
        expect(
            !bitangents_fault(grown, in->count, ask.start_x, ask.start_y, ask.goal_x, ask.goal_y, in->path));
    } else
        expect(shortest == INFINITY);
    double seen = 0;
    const fw_result told = fw_forest_planner_edges(in->planner, measure, &seen);
    expect((told == FW_OK || told == FW_NOT_FOUND) && isfinite(seen));
    expect(fw_forest_planner_statistics(in->planner, &spent) == FW_OK && spent.bytes > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    wood in = { .count = 0 };
    choices source = choices_of_bytes(bytes, size);
    expect(fw_forest_create(NULL, &in.forest) == FW_OK && fw_path_create(NULL, &in.path) == FW_OK);
    expect(fw_forest_planner_create(in.forest, NULL, &in.planner) == FW_OK);
    while (!choices_are_over(&source)) {
        const uint64_t version = fw_forest_version(in.forest);
        edit(&source, &in);
        expect(fw_forest_version(in.forest) >= version);
        if (choose_one_in(&source, 2))
            query(&source, &in);
    }
    fw_path_destroy(in.path);
    fw_forest_planner_destroy(in.planner);
    fw_forest_destroy(in.forest);
    return 0;
}
