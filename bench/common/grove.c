#define _POSIX_C_SOURCE 199309L
#include "common/grove.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/must.h"
#include "common/stopwatch.h"

const char *const grove_names[GROVE_KINDS] = { "sparse", "dense", "forest" };

static fw_tree draw_tree(random_source *from, grove_kind kind, int i, double side)
{
    const int across = (int)side + 1;
    if (kind == GROVE_FOREST)
        return (fw_tree){ i % across + random_within(from, 0, 0.5), i / across + random_within(from, 0, 0.5),
                          0.25 };
    const double mean = sqrt((kind == GROVE_SPARSE ? 0.10 : 0.6) / FW_PI);
    return (fw_tree){ random_within(from, 0, side), random_within(from, 0, side),
                      mean * random_within(from, 0.6, 1.35) };
}

/// Room for so many trees.
static grove open_grove(int most, double side)
{
    grove opened = { .side = side };
    opened.trees = malloc((size_t)most * sizeof *opened.trees);
    opened.ids = malloc((size_t)most * sizeof *opened.ids);
    must(fw_forest_create(NULL, &opened.forest));
    must(fw_forest_planner_create(opened.forest, NULL, &opened.planner));
    must(fw_path_create(NULL, &opened.path));
    return opened;
}

static void add_tree(grove *to, fw_tree tree)
{
    to->trees[to->count] = tree;
    must(fw_forest_add(to->forest, tree, &to->ids[to->count++]));
}

grove grove_plant(grove_kind kind, int count)
{
    random_source from = { (uint64_t)(count * GROVE_KINDS + (int)kind) };
    grove planted = open_grove(count, sqrt(count));
    for (int i = 0; i < count; i++)
        add_tree(&planted, draw_tree(&from, kind, i, planted.side));
    return planted;
}

grove grove_cut(const grove *whole, double x, double y, double side)
{
    grove cut = open_grove(whole->count, side);
    for (int i = 0; i < whole->count; i++) {
        const fw_tree tree = whole->trees[i];
        if (tree.x >= x && tree.y >= y && tree.x <= x + side && tree.y <= y + side)
            add_tree(&cut, tree);
    }
    return cut;
}

void grove_end(grove *ended)
{
    fw_path_destroy(ended->path);
    fw_forest_planner_destroy(ended->planner);
    fw_forest_destroy(ended->forest);
    free(ended->trees);
    free(ended->ids);
}

forest_way grove_across(const grove *grove, double radius)
{
    return (forest_way){ radius, -1, -1, grove->side + 1, grove->side + 1 };
}

double grove_time(grove *grove, forest_way asked)
{
    const double begin = stopwatch_computed_us();
    const fw_result found = forest_way_find(grove->planner, asked, grove->path);
    const double spent = stopwatch_computed_us() - begin;
    if (found != FW_UNREACHABLE && found != FW_START_BLOCKED && found != FW_GOAL_BLOCKED)
        must(found);
    return spent;
}
