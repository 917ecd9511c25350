#include <math.h>

#include "base/keeper.h"
#include "base/random.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "forest/forest_space.h"

/// A closed ring of trees, with the goal in its middle.
#define RING_X 5.0
#define RING_Y 14.0

/// A search whose nodes the test looks at.
typedef struct probe {
    memory memory;
    keeper kept;
    page_pool pages;
    sector_table table;
    fw_forest *forest;
    sides known;
    forest_space space;
} probe;

static void probe_open(probe *opened, random_source *from)
{
    *opened = (probe){ 0 };
    memory_init(&opened->memory, NULL);
    keeper_init(&opened->kept, &opened->memory);
    sector_table_init(&opened->table);
    assert_int_equal(fw_forest_create(NULL, &opened->forest), FW_OK);
    for (int i = 0; i < 24; i++) {
        const fw_tree tree = { random_within(from, 0, 10), random_within(from, 0, 10),
                               random_within(from, 0.1, 0.9) };
        assert_int_equal(fw_forest_add(opened->forest, tree, NULL), FW_OK);
    }
    for (int i = 0; i < 6; i++) { // a ring around the goal
        const fw_tree post = { RING_X + cos(i * FW_PI / 3), RING_Y + sin(i * FW_PI / 3), 0.7 };
        assert_int_equal(fw_forest_add(opened->forest, post, NULL), FW_OK);
    }
    opened->known.memory = opened->space.memory = &opened->kept.memory;
    opened->pages = node_page_pool(&opened->kept.memory, NODE_PAGE_SHIFT);
    opened->space.scanner =
        (scanner){ .memory = &opened->kept.memory, .forest = opened->forest, .table = &opened->table };
    best_first_init(&opened->space.search, &opened->kept.memory, &opened->pages);
    assert_int_equal(sides_prepare(&opened->known, opened->forest, 0), FW_OK);
}

static void probe_close(probe *closed)
{
    keeper_release(&closed->kept);
    fw_forest_destroy(closed->forest);
}

/// A line on the map.
typedef struct line {
    vector begin, end;
} line;

static line line_of(const probe *probe, fw_node_id id)
{
    const edge *along = forest_space_edge(&probe->space, id);
    const fw_tree *target = &probe->forest->circles[along->target / 2];
    const double seen = along->sector * SECTOR_WIDTH + edge_turn_at_target(along);
    const double heading = along->target % 2 ? -seen : seen;
    const vector end = { target->x + along->contact.x, target->y + along->contact.y };
    return (line){ { end.x - along->length * cos(heading), end.y - along->length * sin(heading) }, end };
}

static double side_of(const line *of_line, vector place)
{
    const double dx = of_line->end.x - of_line->begin.x, dy = of_line->end.y - of_line->begin.y;
    return dx * (place.y - of_line->begin.y) - dy * (place.x - of_line->begin.x);
}

static bool do_cross(const line *a, const line *b)
{
    return side_of(a, b->begin) * side_of(a, b->end) < -1e-9 &&
           side_of(b, a->begin) * side_of(b, a->end) < -1e-9;
}

/// Looks at the line of a node, and at the one on which the path came to where it begins.
///
/// @param[out] turned  counts lines after 8 arcs or more
static void assert_not_crossing(const probe *probe, fw_node_id id, const node *reached, int *turned)
{
    const node_store *nodes = &probe->space.search.nodes;
    int arcs = 0;
    uint32_t slot = reached->parent;
    if (forest_space_edge(&probe->space, id)->kind != EDGE_LINE)
        return;
    while (slot != NO_SLOT && forest_space_edge(&probe->space, node_id_of(nodes, slot))->kind == EDGE_ARC) {
        arcs++;
        slot = node_of(nodes, slot)->parent;
    }
    if (slot == NO_SLOT)
        return;
    const line last = line_of(probe, id), before = line_of(probe, node_id_of(nodes, slot));
    assert_false(do_cross(&last, &before));
    *turned += arcs >= SECTORS / 2;
}

TEST(no_partial_path_goes_on_along_a_line_that_crosses_the_one_before)
{
    int turned = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(200); seed++) {
        random_source from = { seed * 7919 };
        probe probe;
        probe_open(&probe, &from);
        const search_limits limits = { .weight = 1 };
        const vector start = { -1, random_within(&from, 0, 10) }, nowhere = { RING_X, RING_Y };
        assert_int_equal(forest_space_reset(&probe.space, &probe.known, start, nowhere, 100, &limits), FW_OK);
        assert_int_equal(forest_space_run(&probe.space, UINT64_MAX), FW_NOT_FOUND); // it has seen everything
        const node_store *nodes = &probe.space.search.nodes;
        for (uint32_t i = 0; i < nodes->page_count; i++)
            for (uint32_t j = 0; j < 1 << NODE_PAGE_SHIFT; j++) {
                const node *reached = &nodes->pages[i]->nodes[j];
                const bool is_new = (uint16_t)(reached->stamp - nodes->stamp) <= 1;
                if (is_new && reached->parent != NO_SLOT)
                    assert_not_crossing(&probe, (nodes->pages[i]->number << NODE_PAGE_SHIFT) + j, reached,
                                        &turned);
            }
        probe_close(&probe);
    }
    assert_true(turned > at_least(200));
}
