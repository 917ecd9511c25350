// Graphs of several classes of units on one map, which copy records from each other.

#include "base/random.h"
#include "common/drawing.h"
#include "common/same_graph.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "hierarchy/twins.h"

enum { ROUNDS = 400, CLASSES = 4, TERRAINS = 4, MOST_SIDE = 40 };

/// Draws a rectangle of a terrain, or of blocked tiles.
static void draw_patch(fw_map *map, random_source *source, int32_t most)
{
    const int32_t x = (int32_t)random_below(source, (uint32_t)fw_map_width(map));
    const int32_t y = (int32_t)random_below(source, (uint32_t)fw_map_height(map));
    const int32_t width = 1 + (int32_t)random_below(source, (uint32_t)most);
    const int32_t height = 1 + (int32_t)random_below(source, (uint32_t)most);
    fw_map_set_rect(map, x, y, width, height, (uint8_t)random_below(source, TERRAINS + 1));
}

static fw_map *patched_map(random_source *source)
{
    fw_map *map =
        open_map(1 + (int32_t)random_below(source, MOST_SIDE), 1 + (int32_t)random_below(source, MOST_SIDE));
    for (uint32_t patches = random_below(source, 12); patches > 0; patches--)
        draw_patch(map, source, 12);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static fw_map *map_anew(const fw_map *map)
{
    fw_map *made = open_map(fw_map_width(map), fw_map_height(map));
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            fw_map_set_tile(made, x, y, fw_map_terrain(map, x, y));
    assert_int_equal(fw_map_commit(made), FW_OK);
    return made;
}

/// A class that differs little from another one.
static fw_unit_def relative_of(const fw_unit_def *other, random_source *source)
{
    fw_unit_def def = *other;
    const int terrain = 1 + (int)random_below(source, TERRAINS);
    def.terrain_cost[terrain] = (float)random_below(source, 8) / 4.0f;
    if (random_below(source, 6) == 0)
        def.size = 1 + (int32_t)random_below(source, 3);
    if (random_below(source, 8) == 0)
        def.corners = (fw_corner_rule)random_below(source, 4);
    if (random_below(source, 8) == 0)
        def.dominance = random_below(source, 2) ? FW_DOMINANCE_WEAK : FW_DOMINANCE_STRONG;
    if (random_below(source, 8) == 0)
        def.placement = random_below(source, 2) ? FW_PLACEMENT_CLEARANCE : FW_PLACEMENT_CHEAPEST;
    if (random_below(source, 8) == 0)
        def.cluster = 4 + (int32_t)random_below(source, 3);
    return def;
}

static const hierarchy *table_of(const fw_map *map, fw_unit_id unit)
{
    return map_table(map_version_of(map), map_find_unit(map_version_of(map), unit), &hierarchy_kind);
}

/// Builds a graph, in slices between which tiles change, or at once.
static fw_unit_id add_class(fw_map *map, fw_unit_def def, random_source *source)
{
    if (random_below(source, 2)) {
        def.methods = FW_METHOD_BIT(FW_HIERARCHY);
        return add_unit(map, def);
    }
    const fw_unit_id unit = add_unit(map, def);
    fw_result result;
    int edits = 3;
    do {
        result = fw_map_prepare_step(map, unit, FW_HIERARCHY, 1 + random_below(source, 40));
        if (edits > 0 && random_below(source, 8) == 0) { // landmarks begin anew after each
            edits--;
            draw_patch(map, source, 3);
            assert_int_equal(fw_map_commit(map), FW_OK);
        }
    } while (result == FW_PENDING);
    assert_int_equal(result, FW_OK);
    return unit;
}

/// Clusters whose records a class could copy from others.
static int count_twins(const fw_map *map, fw_unit_id id)
{
    const map_unit *unit = map_find_unit(map_version_of(map), id);
    const hierarchy *table = table_of(map, id);
    const derived_source source = { .map = map_version_of(map), .layer = unit->layer, .unit = &unit->def };
    twins twins = twins_of(&source, table);
    for (int32_t i = 0; i < twins.count; i++)
        if (twins.items[i].table == table)
            twins.items[i--] = twins.items[--twins.count];
    int count = 0;
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++) {
        const cluster_box box = cluster_box_of(&table->grid, cluster_with_index(&table->grid, i));
        count += twins_find(&twins, map_version_of(map), &box, hierarchy_reach(table, &unit->def)) != NULL;
    }
    return count;
}

/// Compares a graph with one that was built where there are no other units.
static void assert_graph_is_like_a_lone_one(const fw_map *map, fw_unit_id id)
{
    fw_unit_def def;
    assert_int_equal(fw_map_unit(map, id, &def), FW_OK);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    fw_map *lone = map_anew(map);
    assert_same_graph(table_of(map, id), table_of(lone, add_unit(lone, def)));
    fw_map_destroy(lone);
}

TEST(a_graph_is_the_same_whatever_other_classes_have_graphs)
{
    random_source source = { 79 };
    size_t clusters = 0, copied = 0;
    for (int round = 0; round < ROUNDS; round++) {
        fw_map *map = patched_map(&source);
        fw_unit_def def = unit_of_size(1 + (int32_t)random_below(&source, 3));
        def.cluster = 4 + (int32_t)random_below(&source, 5);
        def.terrain_cost[2] = def.terrain_cost[3] = 1.5f;
        fw_unit_id units[CLASSES];
        for (int i = 0; i < CLASSES; i++) {
            units[i] = add_class(map, def, &source);
            def = relative_of(&def, &source);
        }
        for (uint32_t patches = random_below(&source, 4); patches > 0; patches--)
            draw_patch(map, &source, random_below(&source, 2) ? 2 : MOST_SIDE); // most large ones rebuild all
        assert_int_equal(fw_map_commit(map), FW_OK);
        for (int i = 0; i < CLASSES; i++) {
            assert_graph_is_like_a_lone_one(map, units[i]);
            clusters += hierarchy_cluster_count(table_of(map, units[i]));
            copied += (size_t)count_twins(map, units[i]);
        }
        fw_map_destroy(map);
    }
    assert_true(copied > clusters / 4 && copied < clusters * 9 / 10);
}
