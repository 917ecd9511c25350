#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "common/rationed.h"
#include "grid/jump_graph.h"
#include "grid/jump_scan.h"

/// A layer of size 1 without a map around it.
static layer layer_alone(memory *memory, int32_t width, int32_t height)
{
    layer layer = { .capability = 2, .size = 1, .width = width, .height = height };
    layer.words = (width + WORD_BITS - 1) / WORD_BITS;
    layer.stride = (size_t)layer.words + 1;
    layer.bits = memory_get_zeroed(memory, layer_word_count(&layer), sizeof *layer.bits);
    assert_non_null(layer.bits);
    return layer;
}

static void set_free(layer *layer, int32_t x, int32_t y, bool is_free)
{
    const uint64_t bit = UINT64_C(1) << (x & 63);
    uint64_t *word = &layer_row(layer, y)[x >> WORD_SHIFT];
    *word = is_free ? *word | bit : *word & ~bit;
}

static layer layer_at_random(memory *memory, random_source *source, int32_t width, int32_t height,
                             uint32_t blocked_percent)
{
    layer layer = layer_alone(memory, width, height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            set_free(&layer, x, y, random_below(source, 100) >= blocked_percent);
    return layer;
}

static void give_back_layer(memory *memory, layer *layer)
{
    memory_give_back(memory, layer->bits, layer_word_count(layer), sizeof *layer->bits);
}

/// Is (x, y) a jump point for one who arrives by a straight step? By the definition, tile by tile.
static bool is_jump_by_definition(const layer *layer, int32_t x, int32_t y, int dx, int dy)
{
    if (!layer_fits(layer, x, y) || !layer_fits(layer, x - dx, y - dy))
        return false;
    for (int side = -1; side <= 1; side += 2)
        if (layer_fits(layer, x + side * dy, y + side * dx) &&
            !layer_fits(layer, x - dx + side * dy, y - dy + side * dx))
            return true;
    return false;
}

static bool has_jump_by_definition(const layer *layer, int32_t x, int32_t y, int dx, int dy)
{
    if (!layer_fits(layer, x, y))
        return false;
    for (;;) {
        x += dx;
        y += dy;
        if (!layer_fits(layer, x, y))
            return false;
        if (is_jump_by_definition(layer, x, y, dx, dy))
            return true;
    }
}

static bool bit_of(uint64_t word, int32_t at)
{
    return word >> (at & 63) & 1;
}

static void assert_tile_is_by_definition(const jump_tables *tables, int32_t x, int32_t y)
{
    const layer *layer = tables->rows;
    const jump_line *row = jump_line_x(tables, x, y);
    assert_int_equal(bit_of(row->jump_up, x), is_jump_by_definition(layer, x, y, 1, 0));
    assert_int_equal(bit_of(row->jump_down, x), is_jump_by_definition(layer, x, y, -1, 0));
    assert_int_equal(bit_of(row->has_up, x), has_jump_by_definition(layer, x, y, 1, 0));
    assert_int_equal(bit_of(row->has_down, x), has_jump_by_definition(layer, x, y, -1, 0));
    if (jump_is_orthogonal(tables)) {
        const jump_aside_walk aside = jump_aside_walk_from(tables, x, y);
        assert_int_equal(bit_of(jump_aside_walk_has(&aside, tables, false, UINT64_MAX), y),
                         has_jump_by_definition(layer, x, y, 1, 0));
        assert_int_equal(bit_of(jump_aside_walk_has(&aside, tables, true, UINT64_MAX), y),
                         has_jump_by_definition(layer, x, y, -1, 0));
        return;
    }
    const jump_line *column = jump_line_y(tables, x, y);
    assert_int_equal(bit_of(column->jump_up, y), is_jump_by_definition(layer, x, y, 0, 1));
    assert_int_equal(bit_of(column->jump_down, y), is_jump_by_definition(layer, x, y, 0, -1));
    assert_int_equal(bit_of(column->has_up, y), has_jump_by_definition(layer, x, y, 0, 1));
    assert_int_equal(bit_of(column->has_down, y), has_jump_by_definition(layer, x, y, 0, -1));
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        const int dx = direction & 1 ? -1 : 1;
        const int dy = direction & 2 ? -1 : 1;
        const jump_walk walk = jump_walk_from(tables, direction, x, y);
        assert_int_equal(bit_of(jump_walk_has_along_x(&walk, tables, direction, UINT64_MAX), x),
                         has_jump_by_definition(layer, x, y, dx, 0));
        assert_int_equal(bit_of(jump_walk_has_along_y(&walk, tables, direction, UINT64_MAX), x),
                         has_jump_by_definition(layer, x, y, 0, dy));
        assert_int_equal(bit_of(jump_walk_word(&walk)->stuck, x),
                         !(layer_fits(layer, x + dx, y) && layer_fits(layer, x, y + dy) &&
                           layer_fits(layer, x + dx, y + dy)));
    }
}

static void assert_rows_equal(const paged *a, const paged *b)
{
    assert_int_equal(a->row_count, b->row_count);
    for (size_t row = 0; row < a->row_count; row++)
        assert_memory_equal(a->row[row], b->row[row], a->row_words * sizeof(uint64_t));
}

static void assert_tables_equal(const jump_tables *a, const jump_tables *b)
{
    assert_rows_equal(&a->pages.columns, &b->pages.columns);
    assert_rows_equal(&a->pages.along_x, &b->pages.along_x);
    assert_rows_equal(&a->pages.along_y, &b->pages.along_y);
    assert_rows_equal(&a->pages.aside, &b->pages.aside);
    assert_rows_equal(&a->pages.beyond_aside, &b->pages.beyond_aside);
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        assert_rows_equal(&a->pages.diagonal[direction], &b->pages.diagonal[direction]);
        assert_rows_equal(&a->pages.beyond_x[direction], &b->pages.beyond_x[direction]);
        assert_rows_equal(&a->pages.beyond_y[direction], &b->pages.beyond_y[direction]);
    }
}

static const int32_t sizes[][2] = { { 1, 1 },   { 1, 70 },   { 70, 1 },   { 63, 17 },  { 64, 64 },
                                    { 65, 33 }, { 127, 65 }, { 128, 63 }, { 129, 130 } };
enum { SIZE_COUNT = sizeof sizes / sizeof *sizes };

static void every_bit_of_the_tables_is_as_defined(void **state)
{
    (void)state;
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 11 };
    for (int i = 0; i < 3 * SIZE_COUNT; i++) {
        const int32_t *size = sizes[i % SIZE_COUNT];
        layer layer =
            layer_at_random(&memory, &source, size[0], size[1], (uint32_t)(5 + 20 * (i / SIZE_COUNT)));
        for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
            jump_tables *tables = NULL;
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &tables), FW_OK);
            for (int32_t y = 0; y < layer.height; y++)
                for (int32_t x = 0; x < layer.width; x++)
                    assert_tile_is_by_definition(tables, x, y);
            jump_tables_destroy(&memory, tables);
        }
        give_back_layer(&memory, &layer);
    }
    assert_int_equal(memory.bytes, 0);
}

/// Changes some tiles of a layer, within a square, as a commit does.
///
/// @param[out] changes  room for 64
/// @return words that differ
static size_t edit_at_random(layer *layer, random_source *source, layer_change *changes)
{
    const int32_t side = 1 + (int32_t)random_below(source, 4);
    const int32_t from_x = (int32_t)random_below(source, (uint32_t)layer->width);
    const int32_t from_y = (int32_t)random_below(source, (uint32_t)layer->height);
    const bool is_free = random_below(source, 2) == 0;
    size_t count = 0;
    for (int32_t y = from_y; y < from_y + side && y < layer->height; y++)
        for (int32_t word = from_x >> WORD_SHIFT;
             word <= (from_x + side - 1) >> WORD_SHIFT && word < layer->words; word++) {
            const uint64_t before = layer_row(layer, y)[word];
            for (int32_t x = from_x; x < from_x + side && x < layer->width; x++)
                if (x >> WORD_SHIFT == word)
                    set_free(layer, x, y, is_free);
            if (layer_row(layer, y)[word] != before)
                changes[count++] = (layer_change){ .y = y, .word = word, .before = before };
        }
    return count;
}

/// Exchanges the changed words with those before, as a commit does that fails.
static void take_back(layer *layer, layer_change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t *word = &layer_row(layer, changes[i].y)[changes[i].word];
        const uint64_t now = *word;
        *word = changes[i].before;
        changes[i].before = now;
    }
}

static void compare_patched_with_rebuilt(bool orthogonal)
{
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 5 };
    for (int i = 0; i < SIZE_COUNT; i++) {
        layer layer = layer_at_random(&memory, &source, sizes[i][0], sizes[i][1], i % 2 ? 10 : 35);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &tables), FW_OK);
        for (int edit = 0; edit < 10000 / SIZE_COUNT + 1; edit++) {
            layer_change changes[64];
            const size_t count = edit_at_random(&layer, &source, changes);
            assert_int_equal(jump_tables_patch(tables, changes, count), FW_OK);
            if (random_below(&source, 8) == 0) {
                take_back(&layer, changes, count);
                jump_tables_discard(tables);
            } else {
                jump_tables_publish(tables);
            }
            jump_tables *rebuilt = NULL;
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &rebuilt), FW_OK);
            assert_tables_equal(tables, rebuilt);
            jump_tables_destroy(&memory, rebuilt);
        }
        jump_tables_destroy(&memory, tables);
        give_back_layer(&memory, &layer);
    }
    assert_int_equal(memory.bytes, 0);
}

static void patched_tables_equal_rebuilt_ones(void **state)
{
    (void)state;
    compare_patched_with_rebuilt(false);
    compare_patched_with_rebuilt(true);
}

/// Is a tile a jump point for a straight direction, 0 east, 1 south, 2 west, 3 north? By the tables.
static bool is_jump_point(const jump_tables *tables, int32_t x, int32_t y, int direction)
{
    if (direction & 1 && jump_is_orthogonal(tables))
        return false;
    const jump_line *line = direction & 1 ? jump_line_y(tables, x, y) : jump_line_x(tables, x, y);
    return bit_of(direction & 2 ? line->jump_down : line->jump_up, direction & 1 ? y : x);
}

/// Looks from every jump point of the layer, as far as the graph does not know.
static void look_everywhere(jump_graph *graph)
{
    const jump_tables *tables = graph->tables;
    for (int32_t y = 0; y < tables->rows->height; y++)
        for (int32_t x = 0; x < tables->rows->width; x++)
            for (int direction = 0; direction < 4; direction++)
                if (is_jump_point(tables, x, y, direction)) {
                    const uint32_t vertex = jump_graph_vertex(graph, x, y);
                    assert_true(vertex > 0);
                    assert_non_null(jump_graph_list(graph, vertex, (uint32_t)direction));
                }
}

/// Compares what the graph knows with a new look.
///
/// @return lists that were compared
static int assert_lists_are_right(jump_graph *graph, jump_found_list *found)
{
    int compared = 0;
    for (uint32_t vertex = 1; vertex < graph->vertex_count; vertex++) {
        jump_vertex *from = &graph->vertices[vertex];
        jump_graph_revise(graph, from);
        for (int direction = 0; direction < 4; direction++) {
            const jump_edge *list = &graph->edges[from->lists[direction]];
            if (jump_list_is_outdated(list))
                continue;
            const uint32_t moves = jump_moves_after(graph->tables, from->x, from->y, 2 * direction);
            assert_int_equal(jump_find(graph->memory, graph->tables, from->x, from->y, moves, found), FW_OK);
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

static void lists_that_the_graph_keeps_are_those_that_a_new_look_finds(void **state)
{
    (void)state;
    enum { WIDTH = 260, HEIGHT = 200, EDITS = 120 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 31 };
    jump_found_list found = { 0 };
    for (uint32_t i = 0; i < 4; i++) {
        layer layer = layer_at_random(&memory, &source, WIDTH, HEIGHT, i % 2);
        jump_tables *tables = NULL;
        jump_graph *graphs = NULL;
        int kept = 0, known = 0;
        assert_int_equal(jump_tables_build(&memory, &layer, i / 2 == 1, &tables), FW_OK);
        for (int edit = 0; edit < EDITS; edit++) {
            jump_graph *graph = jump_graph_of(&memory, &graphs, tables);
            assert_non_null(graph);
            look_everywhere(graph);
            known += assert_lists_are_right(graph, &found);
            layer_change changes[64];
            const size_t count = edit_at_random(&layer, &source, changes);
            assert_int_equal(jump_tables_patch(tables, changes, count), FW_OK);
            jump_tables_publish(tables);
            kept += assert_lists_are_right(graph, &found);
        }
        assert_true(kept > known / 10);
        jump_graph_free_all(&graphs);
        jump_tables_destroy(&memory, tables);
        give_back_layer(&memory, &layer);
    }
    memory_give_back(&memory, found.items, found.capacity, sizeof *found.items);
    assert_int_equal(memory.bytes, 0);
}

static void without_memory_nothing_is_built(void **state)
{
    (void)state;
    memory plenty;
    memory_init(&plenty, NULL);
    random_source source = { 3 };
    layer layer = layer_at_random(&plenty, &source, 100, 100, 10);
    fw_result built = FW_NO_MEMORY;
    for (uint64_t calls = 0; built != FW_OK; calls++) {
        ration left = { .left = calls };
        const fw_allocator hooks = rationed(&left);
        memory scarce;
        memory_init(&scarce, &hooks);
        jump_tables *tables = NULL;
        built = jump_tables_build(&scarce, &layer, false, &tables);
        assert_true(built == FW_OK || built == FW_NO_MEMORY);
        if (built == FW_OK)
            jump_tables_destroy(&scarce, tables);
        assert_int_equal(left.held, 0);
    }
    give_back_layer(&plenty, &layer);
}

/// Blocks or frees tiles all over a layer of 200 x 200.
static size_t edit_scattered(layer *layer, random_source *source, layer_change *changes)
{
    size_t count = 0;
    for (int32_t y = 0; y < layer->height; y++)
        for (int32_t word = 0; word < layer->words; word++) {
            const uint64_t before = layer_row(layer, y)[word];
            const int32_t x = word * WORD_BITS + (int32_t)random_below(source, WORD_BITS);
            if (x < layer->width && random_below(source, 4) == 0)
                set_free(layer, x, y, !layer_fits(layer, x, y));
            if (layer_row(layer, y)[word] != before)
                changes[count++] = (layer_change){ .y = y, .word = word, .before = before };
        }
    return count;
}

static void changes_all_over_an_open_layer_are_followed_and_taken_back(void **state)
{
    (void)state;
    enum { SIDE = 200, MOST = SIDE * ((SIDE + 63) / 64) };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 3 };
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        layer layer = layer_at_random(&memory, &source, SIDE, SIDE, 0);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &tables), FW_OK);
        for (int edit = 0; edit < 20; edit++) {
            layer_change changes[MOST];
            jump_tables *before = NULL;
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &before), FW_OK);
            const size_t count = edit_scattered(&layer, &source, changes);
            assert_int_equal(jump_tables_patch(tables, changes, count), FW_OK);
            take_back(&layer, changes, count);
            jump_tables_discard(tables);
            assert_tables_equal(tables, before);
            jump_tables_destroy(&memory, before);

            take_back(&layer, changes, count);
            assert_int_equal(jump_tables_patch(tables, changes, count), FW_OK);
            jump_tables_publish(tables);
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &before), FW_OK);
            assert_tables_equal(tables, before);
            jump_tables_destroy(&memory, before);
        }
        jump_tables_destroy(&memory, tables);
        give_back_layer(&memory, &layer);
    }
    assert_int_equal(memory.bytes, 0);
}

/// An equal layer with words of its own.
static layer copy_of(memory *memory, const layer *from)
{
    layer copy = layer_alone(memory, from->width, from->height);
    memcpy(copy.bits, from->bits, layer_word_count(from) * sizeof *copy.bits);
    return copy;
}

static void assert_tables_are_built_anew(const jump_tables *tables)
{
    memory memory;
    memory_init(&memory, NULL);
    jump_tables *rebuilt = NULL;
    assert_int_equal(jump_tables_build(&memory, tables->rows, jump_is_orthogonal(tables), &rebuilt), FW_OK);
    assert_tables_equal(tables, rebuilt);
    jump_tables_destroy(&memory, rebuilt);
}

static void edits_of_a_copy_leave_the_tables_that_it_shares_pages_with(void **state)
{
    (void)state;
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 17 };
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        layer first = layer_at_random(&memory, &source, 300, 200, 8);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &first, orthogonal, &tables), FW_OK);
        for (int i = 0; i < 40; i++) {
            layer second = copy_of(&memory, &first);
            jump_tables *copy = NULL;
            const size_t before = memory.bytes;
            assert_int_equal(jump_tables_copy(&memory, &second, tables, &copy), FW_OK);
            assert_true(memory.bytes - before < jump_tables_bytes(tables));
            layer_change changes[64];
            const size_t count = edit_at_random(&second, &source, changes);
            assert_int_equal(jump_tables_patch(copy, changes, count), FW_OK);
            assert_tables_are_built_anew(tables);
            jump_tables_publish(copy);
            assert_tables_are_built_anew(copy);
            assert_tables_are_built_anew(tables);
            jump_tables_destroy(&memory, tables);
            assert_tables_are_built_anew(copy);
            tables = copy;
            give_back_layer(&memory, &first);
            first = second;
            tables->rows = &first;
        }
        jump_tables_destroy(&memory, tables);
        give_back_layer(&memory, &first);
    }
    assert_int_equal(memory.bytes, 0);
}

/// Lets every allocation of a patch fail, one after the other.
///
/// @param scattered  edits all over the layer, for which tables are built anew
static void let_patches_fail(bool orthogonal, bool scattered)
{
    enum { SIDE = 200, MOST = SIDE * ((SIDE + 63) / 64) };
    random_source source = { 23 };
    ration left = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&left);
    memory plenty, scarce;
    memory_init(&plenty, NULL);
    memory_init(&scarce, &hooks);
    layer layer = layer_at_random(&plenty, &source, SIDE, SIDE, scattered ? 0 : 5);
    jump_tables *shared = NULL;
    assert_int_equal(jump_tables_build(&scarce, &layer, orthogonal, &shared), FW_OK);
    layer_change changes[MOST];
    size_t count = 0;
    while (count == 0)
        count =
            scattered ? edit_scattered(&layer, &source, changes) : edit_at_random(&layer, &source, changes);
    fw_result patched = FW_NO_MEMORY;
    for (uint64_t calls = 0; patched != FW_OK; calls++) {
        jump_tables *copy = NULL;
        left.left = UNRATIONED;
        take_back(&layer, changes, count);
        assert_int_equal(jump_tables_copy(&scarce, &layer, shared, &copy), FW_OK);
        take_back(&layer, changes, count);
        left.left = calls;
        patched = jump_tables_patch(copy, changes, count);
        assert_true(patched == FW_OK || patched == FW_NO_MEMORY);
        if (patched == FW_OK) {
            assert_true(calls > 0);
            assert_tables_are_built_anew(copy);
            jump_tables_publish(copy);
        } else {
            assert_tables_equal(copy, shared);
        }
        jump_tables_destroy(&scarce, copy);
    }
    jump_tables_destroy(&scarce, shared);
    assert_int_equal(left.held, 0);
    give_back_layer(&plenty, &layer);
}

static void without_memory_a_patch_changes_nothing(void **state)
{
    (void)state;
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        let_patches_fail(orthogonal, false);
        let_patches_fail(orthogonal, true);
    }
}

/// Blocks or frees a tile, and lets tables follow.
static void set_and_follow(layer *layer, jump_tables *tables, int32_t x, int32_t y, bool is_free)
{
    layer_change change = { .y = y, .word = x >> WORD_SHIFT, .before = layer_row(layer, y)[x >> WORD_SHIFT] };
    set_free(layer, x, y, is_free);
    assert_int_equal(jump_tables_patch(tables, &change, 1), FW_OK);
    jump_tables_publish(tables);
}

static void a_tile_changes_few_pages_however_far_runs_go_and_gives_them_back(void **state)
{
    (void)state;
    enum { SIDE = 2048, MOST_BYTES = 96 * 1024 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 1 };
    layer layer = layer_at_random(&memory, &source, SIDE, SIDE, 0);
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &tables), FW_OK);
        const size_t before = jump_tables_bytes(tables);
        set_and_follow(&layer, tables, 1000, 1030, false);
        assert_in_range(jump_tables_bytes(tables), before + 1, before + MOST_BYTES);
        set_and_follow(&layer, tables, 1000, 1030, true);
        assert_in_range(jump_tables_bytes(tables), before, before + MOST_BYTES / 12);
        jump_tables_destroy(&memory, tables);
    }
    give_back_layer(&memory, &layer);
    assert_int_equal(memory.bytes, 0);
}

static void open_ground_takes_hardly_any_memory(void **state)
{
    (void)state;
    enum { SIDE = 2048 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 1 };
    layer layer = layer_at_random(&memory, &source, SIDE, SIDE, 0);
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, &tables), FW_OK);
        assert_true(jump_tables_bytes(tables) < SIDE * SIDE / 16);
        jump_tables_destroy(&memory, tables);
    }
    give_back_layer(&memory, &layer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_of_the_tables_is_as_defined),
        cmocka_unit_test(patched_tables_equal_rebuilt_ones),
        cmocka_unit_test(lists_that_the_graph_keeps_are_those_that_a_new_look_finds),
        cmocka_unit_test(without_memory_nothing_is_built),
        cmocka_unit_test(changes_all_over_an_open_layer_are_followed_and_taken_back),
        cmocka_unit_test(edits_of_a_copy_leave_the_tables_that_it_shares_pages_with),
        cmocka_unit_test(without_memory_a_patch_changes_nothing),
        cmocka_unit_test(a_tile_changes_few_pages_however_far_runs_go_and_gives_them_back),
        cmocka_unit_test(open_ground_takes_hardly_any_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
