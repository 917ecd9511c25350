// What a graph keeps of the edges between jump points, while tables change.
#include "common/lone_layer.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "grid/jump_build.h"
#include "grid/jump_explore.h"
#include "grid/jump_graph.h"
#include "grid/jump_patch.h"
#include "grid/jump_scan.h"

/// Is a tile a jump point for a straight direction, 0 east, 1 south, 2 west, 3 north? By the tables.
static bool is_jump_point(const jump_tables *tables, int32_t x, int32_t y, int direction)
{
    if (direction & 1 && jump_is_orthogonal(tables))
        return false;
    const jump_line *line = direction & 1 ? jump_line_y(tables, x, y) : jump_line_x(tables, x, y);
    return (direction & 2 ? line->jump_down : line->jump_up) >> ((direction & 1 ? y : x) & 63) & 1;
}

/// Looks from every jump point of the layer, as far as the graph does not know.
static void look_everywhere(jump_graph *graph, const jump_tables *tables)
{
    for (int32_t y = 0; y < tables->rows->height; y++)
        for (int32_t x = 0; x < tables->rows->width; x++)
            for (int direction = 0; direction < 4; direction++)
                if (is_jump_point(tables, x, y, direction)) {
                    const uint32_t vertex = jump_graph_vertex(graph, tables, x, y);
                    assert_true(vertex > 0);
                    assert_non_null(jump_graph_list(graph, tables, vertex, (uint32_t)direction));
                }
}

/// Compares what the graph knows with a new look.
///
/// @return lists that were compared
static int assert_lists_are_right(jump_graph *graph, const jump_tables *tables, jump_found_list *found)
{
    int compared = 0;
    for (uint32_t vertex = 1; vertex < graph->vertex_count; vertex++) {
        jump_vertex *from = &graph->vertices[vertex];
        jump_graph_revise(graph, tables, from);
        for (int direction = 0; direction < 4; direction++) {
            const jump_edge *list = &graph->edges[from->lists[direction]];
            if (jump_list_is_outdated(list))
                continue;
            const uint32_t moves = jump_moves_after(tables, from->x, from->y, 2 * direction);
            assert_int_equal(jump_find(graph->memory, tables, from->x, from->y, moves, found), FW_OK);
            assert_int_equal(list->to, found->count);
            for (size_t i = 0; i < found->count; i++) {
                const jump_vertex *to = &graph->vertices[list[i + 1].to >> 2];
                assert_int_equal(to->x, found->items[i].x);
                assert_int_equal(to->y, found->items[i].y);
                assert_int_equal(2 * (list[i + 1].to & 3), found->items[i].move);
                assert_int_equal(list[i + 1].cost, found->items[i].cost);
            }
            compared++;
        }
    }
    return compared;
}

TEST(lists_that_the_graph_keeps_are_those_that_a_new_look_finds)
{
    enum { WIDTH = 260, HEIGHT = 200, EDITS = 120 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 31 };
    jump_found_list found = { 0 };
    for (uint32_t i = 0; i < 4; i++) {
        layer layer = layer_at_random(&memory, &source, WIDTH, HEIGHT, (uint32_t)i % 2);
        jump_tables *tables = NULL;
        jump_graph *graphs = NULL;
        int kept = 0, known = 0;
        assert_int_equal(jump_tables_build(&memory, &layer, i / 2 == 1, 1, &tables), FW_OK);
        for (int edit = 0; edit < rounds(EDITS); edit++) {
            jump_graph *graph = jump_graph_of(&memory, &graphs, tables);
            assert_non_null(graph);
            if (edit % 3 == 0)
                assert_int_equal(jump_graph_explore(graph, tables), FW_OK);
            const size_t explored = graph->edge_count;
            look_everywhere(graph, tables);
            if (edit % 3 == 0)
                assert_int_equal(graph->edge_count, explored);
            known += assert_lists_are_right(graph, tables, &found);
            change_list changes = ROOM_FOR_CHANGES(64);
            layer_edit(&layer, &source, &changes);
            assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
            jump_tables_publish(tables);
            assert_ptr_equal(jump_graph_of(&memory, &graphs, tables), graph);
            kept += assert_lists_are_right(graph, tables, &found);
        }
        assert_true(kept > known / 10);
        jump_graph_free_all(&graphs);
        jump_tables_destroy(&memory, tables);
        layer_destroy(&layer);
    }
    memory_give_back(&memory, found.items, found.capacity, sizeof *found.items);
    assert_int_equal(memory.bytes, 0);
}

/// The tables of one version of a layer.
typedef struct version {
    layer layer;
    jump_tables *tables;
} version;

/// Lets an old version become the newest one, as a commit does while readers hold others: it catches up, then
/// follows an edit, which fails at times.
static void commit(version *old, version *newest, random_source *source)
{
    change_list changes = ROOM_FOR_CHANGES(64);
    layer_take_words(&old->layer, &newest->layer);
    jump_tables_catch_up(old->tables, newest->tables);
    for (;;) {
        layer_edit(&old->layer, source, &changes);
        assert_int_equal(jump_tables_patch(old->tables, &changes, old->tables->version + 1), FW_OK);
        if (random_below(source, 4) > 0)
            break;
        layer_take_back(&old->layer, &changes);
        jump_tables_discard(old->tables);
    }
    jump_tables_publish(old->tables);
}

/// Edits a version and builds its tables anew, as a large commit does.
static void edit_and_rebuild(memory *memory, version *newest, bool orthogonal, random_source *source)
{
    jump_tables *built = NULL;
    change_list changes = ROOM_FOR_CHANGES(64);
    for (int i = 0; i < 20; i++)
        layer_edit(&newest->layer, source, &changes);
    assert_int_equal(
        jump_tables_build(memory, &newest->layer, orthogonal, newest->tables->version + 1, &built), FW_OK);
    jump_tables_replace(built, newest->tables);
    jump_tables_destroy(memory, newest->tables);
    newest->tables = built;
}

TEST(one_graph_serves_all_versions_and_keeps_what_they_share)
{
    enum { WIDTH = 260, HEIGHT = 200, VERSIONS = 4, COMMITS = 150, REBUILT = 40 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 33 };
    jump_found_list found = { 0 };
    for (int i = 0; i < 4; i++) {
        version versions[VERSIONS];
        jump_graph *graphs = NULL;
        int kept = 0, known = 0, newest = 0;
        versions[0].layer = layer_at_random(&memory, &source, WIDTH, HEIGHT, (uint32_t)i % 2);
        assert_int_equal(jump_tables_build(&memory, &versions[0].layer, i / 2, 1, &versions[0].tables),
                         FW_OK);
        for (int other = 1; other < VERSIONS; other++) {
            versions[other].layer = layer_copied(&memory, &versions[0].layer);
            assert_int_equal(jump_tables_copy(&memory, &versions[other].layer, versions[0].tables,
                                              &versions[other].tables),
                             FW_OK);
        }
        jump_graph *graph = jump_graph_of(&memory, &graphs, versions[0].tables);
        for (int number = 1; number <= rounds(COMMITS); number++) {
            const int spare = (newest + 1 + (int)random_below(&source, VERSIONS - 1)) % VERSIONS;
            commit(&versions[spare], &versions[newest], &source);
            newest = spare;
            if (number % REBUILT == 0)
                edit_and_rebuild(&memory, &versions[newest], i / 2, &source);
            assert_ptr_equal(jump_graph_of(&memory, &graphs, versions[newest].tables), graph);
            kept += assert_lists_are_right(graph, versions[newest].tables, &found);
            const jump_tables *read = versions[random_below(&source, VERSIONS)].tables;
            assert_ptr_equal(jump_graph_of(&memory, &graphs, read), graph);
            look_everywhere(graph, read);
            known += assert_lists_are_right(graph, read, &found);
        }
        assert_true(kept > known / 10);
        jump_graph_free_all(&graphs);
        for (int each = 0; each < VERSIONS; each++) {
            jump_tables_destroy(&memory, versions[each].tables);
            layer_destroy(&versions[each].layer);
        }
    }
    memory_give_back(&memory, found.items, found.capacity, sizeof *found.items);
    assert_int_equal(memory.bytes, 0);
}

/// The straight directions in which a run from a tile meets a jump point, by the tables for eight neighbours.
static uint32_t moves_that_meet(const jump_tables *tables, int32_t x, int32_t y)
{
    uint32_t moves = 0;
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        const jump_walk walk = jump_walk_from(tables, direction, x, y);
        const uint64_t tile = UINT64_C(1) << (x & 63);
        moves |= jump_walk_has_along_x(&walk, tables, direction, tile) ? 1u << (direction & 1) : 0;
        moves |= jump_walk_has_along_y(&walk, tables, direction, tile) ? 4u << (direction >> 1) : 0;
    }
    return moves;
}

TEST(blocks_in_which_a_run_meets_something_else_count_as_changed)
{
    enum { LONG = 400, SHORT = 70, EDITS = 400 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 37 };
    for (int upright = 0; upright < 2; upright++) {
        const int32_t width = upright ? SHORT : LONG, height = upright ? LONG : SHORT;
        layer layer = layer_at_random(&memory, &source, width, height, 0);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, false, 1, &tables), FW_OK);
        for (int edit = 0; edit < EDITS; edit++) {
            static uint8_t before[LONG * SHORT];
            for (int32_t i = 0; i < width * height; i++)
                before[i] = (uint8_t)moves_that_meet(tables, i % width, i / width);
            const int32_t x = (int32_t)random_below(&source, (uint32_t)width),
                          y = (int32_t)random_below(&source, (uint32_t)height);
            const int32_t end =
                edit % 50 == 49 ? height : y + 1; // now and then so much that tables are built anew
            change_list changes = ROOM_FOR_CHANGES(LONG);
            for (int32_t row = y; row < end; row++) {
                const uint64_t word = layer_row(&layer, row)[x >> WORD_SHIFT];
                layer_set_free(&layer, x, row, !layer_fits(&layer, x, row));
                layer_note(&layer, row, x >> WORD_SHIFT, word, &changes);
            }
            assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
            jump_tables_publish(tables);
            for (int32_t i = 0; i < width * height; i++)
                if (before[i] != moves_that_meet(tables, i % width, i / width))
                    assert_true(change_log_has_changed(tables->log, i / width >> BLOCK_SHIFT,
                                                       i % width >> BLOCK_SHIFT, i % width >> BLOCK_SHIFT,
                                                       tables->version - 1));
        }
        jump_tables_destroy(&memory, tables);
        layer_destroy(&layer);
    }
    assert_int_equal(memory.bytes, 0);
}
