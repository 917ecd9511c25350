#define _POSIX_C_SOURCE 199309L
/// How often annotated A* finds the same way between two transitions of a cluster for several sizes and capabilities
/// (Harabor & Botea 2008, why edges can be shared). As there: clusters of 10 x 10 tiles, units of size 1 and 2, two
/// terrains, the capabilities {ground}, {swamp} and both, one transition of greatest clearance for each entrance.
///
///     bench_same_edges [NAME...]
///
/// sows 0, 10 and 50 % of the tiles of AR0072SR and AR0400SR with swamp, in patches of 3 x 3.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/give_up.h"
#include "common/sampling.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

enum {
    CLUSTER = 10,
    PATCH = 3,
    SIZES = 2,
    CAPABILITIES = 3,
    UNITS = SIZES * CAPABILITIES,
    MOST_NODES = 4 * CLUSTER * CAPABILITIES,
    MOST_BENDS = 2 * CLUSTER * CLUSTER
};

static const uint32_t capabilities[CAPABILITIES] = { 1u << FW_GROUND, 1u << FW_SWAMP,
                                                     1u << FW_GROUND | 1u << FW_SWAMP };

typedef struct tile {
    int32_t x, y;
} tile;

/// The way of a unit from node to node of a cluster, as the tiles of its anchor where it bends.
typedef struct way {
    tile bends[MOST_BENDS];
    int32_t count; ///< 0: no way
    double length;
} way;

typedef struct ground {
    fw_map *map;
    fw_unit_id units[UNITS];
    fw_planner *planner;
    fw_path *path;
    fw_overlay *overlay;
    tile nodes[MOST_NODES]; ///< of one cluster
    int32_t node_count;
} ground;

/// What was counted over all pairs of nodes.
typedef struct tally {
    double ways, distinct_ways, distinct_lengths;
    double shared_pairs,
        same_pairs; ///< pairs that two units or more can pass; those where all take the same way
} tally;

static void sow(fw_map *map, uint32_t percent)
{
    random_source source = { 7 };
    for (int32_t top = 0; top < fw_map_height(map); top += PATCH)
        for (int32_t left = 0; left < fw_map_width(map); left += PATCH) {
            const uint8_t sown = random_below(&source, 100) < percent ? FW_SWAMP : FW_GROUND;
            for (int32_t y = top; y < top + PATCH && y < fw_map_height(map); y++)
                for (int32_t x = left; x < left + PATCH && x < fw_map_width(map); x++) {
                    const uint8_t before = fw_map_terrain(map, x, y);
                    const bool is_free = before == FW_GROUND || before == FW_SWAMP;
                    fw_map_set_tile(map, x, y, is_free ? sown : FW_BLOCKED);
                }
        }
}

static ground ground_on(const char *file, uint32_t percent)
{
    ground made = { 0 };
    io_fault fault;
    if (!io_map_load(file, NULL, &made.map, &fault))
        return made;
    sow(made.map, percent);
    for (int i = 0; i < UNITS; i++) {
        fw_unit_def def = fw_default_unit_def();
        def.size = 1 + i % SIZES;
        def.methods = FW_METHOD_BIT(FW_ASTAR);
        for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
            def.terrain_cost[terrain] = (float)(capabilities[i / SIZES] >> terrain & 1);
        if (fw_map_add_unit(made.map, &def, &made.units[i]) != FW_OK)
            give_up("no memory for a unit");
    }
    if (fw_map_commit(made.map) != FW_OK || fw_planner_create(made.map, NULL, &made.planner) != FW_OK ||
        fw_path_create(NULL, &made.path) != FW_OK ||
        fw_overlay_create(fw_map_width(made.map), fw_map_height(made.map), NULL, &made.overlay) != FW_OK)
        give_up("no memory");
    return made;
}

static void ground_end(ground *ground)
{
    fw_overlay_destroy(ground->overlay);
    fw_path_destroy(ground->path);
    fw_planner_destroy(ground->planner);
    fw_map_destroy(ground->map);
}

static void add_node(ground *ground, tile at)
{
    for (int32_t i = 0; i < ground->node_count; i++)
        if (ground->nodes[i].x == at.x && ground->nodes[i].y == at.y)
            return;
    ground->nodes[ground->node_count++] = at;
}

/// Adds the transitions of one side of a cluster for one capability: of each run of tiles from which a unit of size 1
/// can step across, the tile of greatest clearance.
///
/// @param first   tile of the side; the others follow in steps of `along`
/// @param across  the step out of the cluster
static void add_side(ground *ground, uint32_t capability, tile first, tile along, tile across)
{
    int32_t best = 0;
    tile at = first, node = first;
    for (int32_t i = 0; i <= CLUSTER; i++, at.x += along.x, at.y += along.y) {
        const int32_t inside = fw_map_clearance(ground->map, capability, at.x, at.y);
        const int32_t outside = fw_map_clearance(ground->map, capability, at.x + across.x, at.y + across.y);
        const int32_t clearance = i == CLUSTER ? 0 : inside < outside ? inside : outside;
        if (clearance == 0 && best > 0)
            add_node(ground, node);
        if (clearance == 0)
            best = 0;
        if (clearance > best) {
            best = clearance;
            node = at;
        }
    }
}

static void find_nodes(ground *ground, int32_t left, int32_t top)
{
    const int32_t last = CLUSTER - 1;
    ground->node_count = 0;
    for (int i = 0; i < CAPABILITIES; i++) {
        add_side(ground, capabilities[i], (tile){ left, top }, (tile){ 1, 0 }, (tile){ 0, -1 });
        add_side(ground, capabilities[i], (tile){ left, top + last }, (tile){ 1, 0 }, (tile){ 0, 1 });
        add_side(ground, capabilities[i], (tile){ left, top }, (tile){ 0, 1 }, (tile){ -1, 0 });
        add_side(ground, capabilities[i], (tile){ left + last, top }, (tile){ 0, 1 }, (tile){ 1, 0 });
    }
}

/// The way of a unit within the cluster to which the overlay confines it.
static void find_way(ground *ground, int unit, tile from, tile to, way *way)
{
    const double middle = 0.5 * (1 + unit % SIZES);
    fw_request ask = fw_default_request();
    ask.unit = ground->units[unit];
    ask.method = FW_ASTAR;
    ask.overlay = ground->overlay;
    ask.start = (fw_pose){ from.x + middle, from.y + middle, 0 };
    ask.goal = fw_goal_at(to.x + middle, to.y + middle);
    way->count = 0;
    if (fw_find_path(ground->planner, &ask, ground->path) != FW_OK)
        return;
    const fw_segment *segments = fw_path_segments(ground->path, &way->count);
    way->length = fw_path_length(ground->path);
    for (int32_t i = 0; i < way->count; i++)
        way->bends[i] = (tile){ (int32_t)(segments[i].start.x - middle + 0.5),
                                (int32_t)(segments[i].start.y - middle + 0.5) };
    way->bends[way->count++] = to;
}

static bool is_same(const way *a, const way *b)
{
    return a->count == b->count && memcmp(a->bends, b->bends, (size_t)a->count * sizeof *a->bends) == 0;
}

/// Counts how many of the ways between two nodes are different from all before.
static void count_pair(const way *ways, tally *sum)
{
    double found = 0, distinct = 0, lengths = 0;
    for (int i = 0; i < UNITS; i++) {
        bool is_new = true, has_new_length = true;
        if (ways[i].count == 0)
            continue;
        for (int before = 0; before < i; before++)
            if (ways[before].count > 0) {
                is_new &= !is_same(&ways[i], &ways[before]);
                has_new_length &= ways[i].length != ways[before].length;
            }
        found++;
        distinct += is_new;
        lengths += has_new_length;
    }
    sum->ways += found;
    sum->distinct_ways += distinct;
    sum->distinct_lengths += lengths;
    sum->shared_pairs += found > 1;
    sum->same_pairs += found > 1 && distinct == 1;
}

static void count_cluster(ground *ground, int32_t left, int32_t top, tally *sum)
{
    static way ways[UNITS];
    find_nodes(ground, left, top);
    fw_overlay_clear(ground->overlay);
    if (fw_overlay_corridor(ground->overlay, left, top, CLUSTER, CLUSTER) != FW_OK)
        give_up("no memory for the overlay");
    for (int32_t from = 0; from < ground->node_count; from++)
        for (int32_t to = from + 1; to < ground->node_count; to++) {
            for (int i = 0; i < UNITS; i++)
                find_way(ground, i, ground->nodes[from], ground->nodes[to], &ways[i]);
            count_pair(ways, sum);
        }
}

int main(int count, char **words)
{
    static const char *const maps[] = { "AR0072SR", "AR0400SR" };
    static const uint32_t shares[] = { 0, 10, 50 };
    const sampling how = sampling_from(count, words);
    printf("%-10s %8s %12s %18s %18s %18s\n", "map", "swamp, %", "ways", "other ways, %", "other lengths, %",
           "pairs with one, %");
    for (size_t i = 0; i < sizeof maps / sizeof *maps * 3; i++) {
        char file[128];
        snprintf(file, sizeof file, "../shared/data/movingai/bg512/%s.map", maps[i / 3]);
        ground ground =
            sampling_takes(&how, maps[i / 3]) ? ground_on(file, shares[i % 3]) : (struct ground){ 0 };
        if (!ground.map)
            continue;
        tally sum = { 0 };
        for (int32_t top = 0; top + CLUSTER <= fw_map_height(ground.map); top += CLUSTER)
            for (int32_t left = 0; left + CLUSTER <= fw_map_width(ground.map); left += CLUSTER)
                count_cluster(&ground, left, top, &sum);
        printf("%-10s %8u %12.0f %18.1f %18.1f %18.1f\n", maps[i / 3], (unsigned)shares[i % 3], sum.ways,
               100 * sum.distinct_ways / sum.ways, 100 * sum.distinct_lengths / sum.ways,
               100 * sum.same_pairs / sum.shared_pairs);
        fflush(stdout);
        ground_end(&ground);
    }
    return 0;
}
