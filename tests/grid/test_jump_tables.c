#include <string.h>

#include "common/lone_layer.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/same_jumps.h"
#include "common/unit.h"
#include "grid/jump_build.h"
#include "grid/jump_find.h"
#include "grid/jump_patch.h"
#include "grid/jump_scan.h"

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

/// Looks from a tile in the straight directions, on four neighbours only along the row.
static void assert_runs_meet_what_is_defined(memory *memory, const jump_tables *tables, int32_t x, int32_t y,
                                             jump_found_list *found)
{
    static const int8_t step[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    for (int i = 0; i < 4; i += jump_is_orthogonal(tables) ? 2 : 1) {
        assert_int_equal(jump_find(memory, tables, x, y, 1u << 2 * i, found), FW_OK);
        assert_int_equal(found->count, has_jump_by_definition(tables->rows, x, y, step[i][0], step[i][1]));
        if (found->count > 0)
            assert_true(is_jump_by_definition(tables->rows, found->items[0].x, found->items[0].y, step[i][0],
                                              step[i][1]));
    }
}

static void assert_tile_is_by_definition(const jump_tables *tables, int32_t x, int32_t y)
{
    const layer *layer = tables->rows;
    const jump_line *row = jump_line_x(tables, x, y);
    assert_int_equal(bit_of(row->jump_up, x), is_jump_by_definition(layer, x, y, 1, 0));
    assert_int_equal(bit_of(row->jump_down, x), is_jump_by_definition(layer, x, y, -1, 0));
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

static const int32_t sizes[][2] = { { 1, 1 },   { 1, 70 },   { 70, 1 },   { 63, 17 },  { 64, 64 },
                                    { 65, 33 }, { 127, 65 }, { 128, 63 }, { 129, 130 } };
enum { SIZE_COUNT = sizeof sizes / sizeof *sizes };

TEST(every_bit_of_the_tables_is_as_defined)
{
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 11 };
    jump_found_list found = { 0 };
    for (int i = 0; i < 3 * SIZE_COUNT; i++) {
        const int32_t *size = sizes[i % SIZE_COUNT];
        layer layer =
            layer_at_random(&memory, &source, size[0], size[1], (uint32_t)(5 + 20 * (i / SIZE_COUNT)));
        for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
            jump_tables *tables = NULL;
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
            for (int32_t y = 0; y < layer.height; y++)
                for (int32_t x = 0; x < layer.width; x++) {
                    assert_tile_is_by_definition(tables, x, y);
                    assert_runs_meet_what_is_defined(&memory, tables, x, y, &found);
                }
            jump_tables_destroy(&memory, tables);
        }
        layer_destroy(&layer);
    }
    memory_give_back(&memory, found.items, found.capacity, sizeof *found.items);
    assert_int_equal(memory.bytes, 0);
}

static void compare_patched_with_rebuilt(bool orthogonal)
{
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 5 };
    for (int i = 0; i < SIZE_COUNT; i++) {
        layer layer = layer_at_random(&memory, &source, sizes[i][0], sizes[i][1], i % 2 ? 10 : 35);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
        for (int edit = 0; edit < rounds(10000 / SIZE_COUNT); edit++) {
            change_list changes = ROOM_FOR_CHANGES(64);
            layer_edit(&layer, &source, &changes);
            assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
            if (random_below(&source, 8) == 0) {
                layer_take_back(&layer, &changes);
                jump_tables_discard(tables);
            } else {
                jump_tables_publish(tables);
            }
            jump_tables *rebuilt = NULL;
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &rebuilt), FW_OK);
            assert_same_jumps(tables, rebuilt);
            jump_tables_destroy(&memory, rebuilt);
        }
        jump_tables_destroy(&memory, tables);
        layer_destroy(&layer);
    }
    assert_int_equal(memory.bytes, 0);
}

TEST(patched_tables_equal_rebuilt_ones)
{
    compare_patched_with_rebuilt(false);
    compare_patched_with_rebuilt(true);
}

TEST(without_memory_nothing_is_built)
{
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
        built = jump_tables_build(&scarce, &layer, false, 1, &tables);
        assert_true(built == FW_OK || built == FW_NO_MEMORY);
        if (built == FW_OK)
            jump_tables_destroy(&scarce, tables);
        assert_int_equal(left.held, 0);
    }
    layer_destroy(&layer);
}

/// Blocks or frees tiles all over a layer.
///
/// @param one_in  a tile in so many words
static void edit_scattered(layer *layer, random_source *source, uint32_t one_in, change_list *changes)
{
    changes->count = 0;
    for (int32_t y = 0; y < layer->height; y++)
        for (int32_t word = 0; word < layer->words; word++) {
            const uint64_t before = layer_row(layer, y)[word];
            const int32_t x = word * WORD_BITS + (int32_t)random_below(source, WORD_BITS);
            if (x < layer->width && random_below(source, one_in) == 0)
                layer_set_free(layer, x, y, !layer_fits(layer, x, y));
            layer_note(layer, y, word, before, changes);
        }
}

TEST(changes_all_over_an_open_layer_are_followed_and_taken_back)
{
    enum { SIDE = 200, MOST = SIDE * ((SIDE + 63) / 64) };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 3 };
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        layer layer = layer_at_random(&memory, &source, SIDE, SIDE, 0);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
        for (int edit = 0; edit < rounds(20); edit++) {
            change_list changes = ROOM_FOR_CHANGES(MOST);
            jump_tables *before = NULL;
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &before), FW_OK);
            edit_scattered(&layer, &source, 4, &changes);
            assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
            layer_take_back(&layer, &changes);
            jump_tables_discard(tables);
            assert_same_jumps(tables, before);
            jump_tables_destroy(&memory, before);

            layer_take_back(&layer, &changes);
            assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
            jump_tables_publish(tables);
            assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &before), FW_OK);
            assert_same_jumps(tables, before);
            jump_tables_destroy(&memory, before);
        }
        jump_tables_destroy(&memory, tables);
        layer_destroy(&layer);
    }
    assert_int_equal(memory.bytes, 0);
}

static void assert_tables_are_built_anew(const jump_tables *tables)
{
    memory memory;
    memory_init(&memory, NULL);
    jump_tables *rebuilt = NULL;
    assert_int_equal(jump_tables_build(&memory, tables->rows, jump_is_orthogonal(tables), 1, &rebuilt),
                     FW_OK);
    assert_same_jumps(tables, rebuilt);
    jump_tables_destroy(&memory, rebuilt);
}

TEST(few_tiles_change_long_lines_and_are_taken_back)
{
    enum { LONG = 1500, SHORT = 90, MOST = LONG * 2 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 29 };
    for (int i = 0; i < 4; i++) {
        const bool orthogonal = i & 1, upright = i & 2;
        layer layer = layer_at_random(&memory, &source, upright ? SHORT : LONG, upright ? LONG : SHORT, 0);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
        for (int edit = 0; edit < rounds(60); edit++) {
            change_list changes = ROOM_FOR_CHANGES(MOST);
            edit_scattered(&layer, &source, 64, &changes);
            assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
            if (edit % 4 == 3) {
                layer_take_back(&layer, &changes);
                jump_tables_discard(tables);
            } else {
                jump_tables_publish(tables);
            }
            assert_tables_are_built_anew(tables);
        }
        jump_tables_destroy(&memory, tables);
        layer_destroy(&layer);
    }
    assert_int_equal(memory.bytes, 0);
}

/// Frees all tiles that are blocked in some rows.
static void free_rows(layer *layer, int32_t first_y, int32_t end_y, change_list *changes)
{
    changes->count = 0;
    for (int32_t y = first_y; y < end_y; y++)
        for (int32_t word = 0; word < layer->words; word++) {
            const uint64_t before = layer_row(layer, y)[word];
            for (int32_t x = word * WORD_BITS; x < (word + 1) * WORD_BITS && x < layer->width; x++)
                layer_set_free(layer, x, y, true);
            layer_note(layer, y, word, before, changes);
        }
}

static void follow(jump_tables *tables, const change_list *changes)
{
    assert_int_equal(jump_tables_patch(tables, changes, tables->version + 1), FW_OK);
    jump_tables_publish(tables);
}

/// Tables that were patched share equal pages: they take at most twice as much memory as tables that are built anew.
static void assert_pages_are_shared(const jump_tables *tables)
{
    memory memory;
    memory_init(&memory, NULL);
    jump_tables *built = NULL;
    assert_int_equal(jump_tables_build(&memory, tables->rows, jump_is_orthogonal(tables), 1, &built), FW_OK);
    const size_t scratch = tables->remembered_capacity * sizeof *tables->remembered;
    assert_in_range(jump_tables_bytes(tables) - scratch, 1, 2 * jump_tables_bytes(built));
    jump_tables_destroy(&memory, built);
}

TEST(pages_of_ground_that_becomes_open_again_are_shared)
{
    enum { HEIGHT = 450, MOST = HEIGHT * 8 };
    static const int32_t widths[] = { 448, 449, 500, 130 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 31 };
    for (int i = 0; i < 8; i++) {
        const bool orthogonal = i & 1;
        layer layer = layer_at_random(&memory, &source, widths[i / 2], HEIGHT - i, 0);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
        for (int edit = 0; edit < rounds(20); edit++) {
            change_list changes = ROOM_FOR_CHANGES(MOST);
            edit_scattered(&layer, &source, 400, &changes);
            follow(tables, &changes);
            assert_tables_are_built_anew(tables);
            const int32_t half = (int32_t)random_below(&source, HEIGHT - 100);
            free_rows(&layer, 0, half, &changes);
            assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
            layer_take_back(&layer, &changes);
            jump_tables_discard(tables);
            assert_tables_are_built_anew(tables);
            layer_take_back(&layer, &changes);
            follow(tables, &changes);
            assert_tables_are_built_anew(tables);
            free_rows(&layer, half, layer.height, &changes);
            follow(tables, &changes);
            assert_tables_are_built_anew(tables);
            assert_pages_are_shared(tables);
        }
        jump_tables_destroy(&memory, tables);
        layer_destroy(&layer);
    }
    assert_int_equal(memory.bytes, 0);
}

TEST(ground_that_was_built_on_takes_hardly_more_memory_than_before)
{
    enum { SIDE = 1536, MOST = SIDE * SIDE / 64 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 37 };
    static layer_change room[MOST];
    change_list changes = { .items = room, .capacity = MOST };
    layer layer = layer_at_random(&memory, &source, SIDE, SIDE, 0);
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
        const size_t before = jump_tables_bytes(tables);
        for (int edit = 0; edit < rounds(5); edit++) {
            edit_scattered(&layer, &source, MOST / 200, &changes);
            follow(tables, &changes);
            assert_true(jump_tables_bytes(tables) > 2 * before);
            free_rows(&layer, 0, SIDE, &changes);
            follow(tables, &changes);
            const size_t scratch = tables->remembered_capacity * sizeof *tables->remembered;
            assert_in_range(jump_tables_bytes(tables) - scratch, 0, before + before / 2);
        }
        jump_tables_destroy(&memory, tables);
    }
    layer_destroy(&layer);
    assert_int_equal(memory.bytes, 0);
}

TEST(edits_of_a_copy_leave_the_tables_that_it_shares_pages_with)
{
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 17 };
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        layer first = layer_at_random(&memory, &source, 300, 200, 8);
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &first, orthogonal, 1, &tables), FW_OK);
        for (int i = 0; i < rounds(40); i++) {
            layer second = layer_copied(&memory, &first);
            jump_tables *copy = NULL;
            const size_t before = memory.bytes;
            assert_int_equal(jump_tables_copy(&memory, &second, tables, &copy), FW_OK);
            assert_true(memory.bytes - before < jump_tables_bytes(tables));
            change_list changes = ROOM_FOR_CHANGES(64);
            layer_edit(&second, &source, &changes);
            assert_int_equal(jump_tables_patch(copy, &changes, copy->version + 1), FW_OK);
            assert_tables_are_built_anew(tables);
            jump_tables_publish(copy);
            assert_tables_are_built_anew(copy);
            assert_tables_are_built_anew(tables);
            jump_tables_destroy(&memory, tables);
            assert_tables_are_built_anew(copy);
            tables = copy;
            layer_destroy(&first);
            first = second;
            tables->rows = &first;
        }
        jump_tables_destroy(&memory, tables);
        layer_destroy(&first);
    }
    assert_int_equal(memory.bytes, 0);
}

/// Blocks or frees a tile, and lets tables follow.
static void set_and_follow(layer *layer, jump_tables *tables, int32_t x, int32_t y, bool is_free)
{
    change_list changes = ROOM_FOR_CHANGES(1);
    const uint64_t before = layer_row(layer, y)[x >> WORD_SHIFT];
    layer_set_free(layer, x, y, is_free);
    layer_note(layer, y, x >> WORD_SHIFT, before, &changes);
    assert_int_equal(jump_tables_patch(tables, &changes, tables->version + 1), FW_OK);
    jump_tables_publish(tables);
}

TEST(a_tile_anywhere_changes_no_page_of_another_version)
{
    enum { SIDE = 200 };
    static const int32_t columns[] = { 0, 1, 62, 63, 64, 65, 100, SIDE - 1 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 1 };
    layer open = layer_at_random(&memory, &source, SIDE, SIDE, 0);
    jump_tables *tables = NULL;
    assert_int_equal(jump_tables_build(&memory, &open, false, 1, &tables), FW_OK);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        for (int32_t y = 0; y < SIDE; y += stride(9)) {
            layer edited = layer_copied(&memory, &open);
            jump_tables *copy = NULL;
            assert_int_equal(jump_tables_copy(&memory, &edited, tables, &copy), FW_OK);
            set_and_follow(&edited, copy, columns[i], y, false);
            assert_tables_are_built_anew(tables);
            assert_tables_are_built_anew(copy);
            jump_tables_destroy(&memory, copy);
            layer_destroy(&edited);
        }
    jump_tables_destroy(&memory, tables);
    layer_destroy(&open);
    assert_int_equal(memory.bytes, 0);
}

/// Edits within a small square, of few tiles all over a layer, of so many that tables are built anew, or of all tiles
/// that are not free.
typedef enum edit_kind { EDIT_SQUARE, EDIT_FEW, EDIT_MANY, EDIT_TO_OPEN, EDIT_KINDS } edit_kind;

/// Lets every allocation of a patch fail, one after the other.
static void let_patches_fail(bool orthogonal, edit_kind kind)
{
    enum { SIDE = 200, MOST = SIDE * ((SIDE + 63) / 64) };
    random_source source = { 23 };
    ration left = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&left);
    memory plenty, scarce;
    memory_init(&plenty, NULL);
    memory_init(&scarce, &hooks);
    layer layer = layer_at_random(&plenty, &source, SIDE, SIDE, kind == EDIT_SQUARE ? 5 : 0);
    change_list changes = ROOM_FOR_CHANGES(MOST);
    if (kind == EDIT_TO_OPEN)
        edit_scattered(&layer, &source, 40, &changes);
    jump_tables *shared = NULL;
    assert_int_equal(jump_tables_build(&scarce, &layer, orthogonal, 1, &shared), FW_OK);
    do {
        if (kind == EDIT_TO_OPEN)
            free_rows(&layer, 0, SIDE, &changes);
        else if (kind == EDIT_SQUARE)
            layer_edit(&layer, &source, &changes);
        else
            edit_scattered(&layer, &source, kind == EDIT_FEW ? 40 : 4, &changes);
    } while (changes.count == 0);
    fw_result patched = FW_NO_MEMORY;
    for (uint64_t calls = 0; patched != FW_OK; calls++) {
        jump_tables *copy = NULL;
        left.left = UNRATIONED;
        layer_take_back(&layer, &changes);
        assert_int_equal(jump_tables_copy(&scarce, &layer, shared, &copy), FW_OK);
        layer_take_back(&layer, &changes);
        left.left = calls;
        patched = jump_tables_patch(copy, &changes, copy->version + 1);
        assert_true(patched == FW_OK || patched == FW_NO_MEMORY);
        if (patched == FW_OK) {
            assert_true(calls > 0);
            jump_tables_publish(copy);
            assert_tables_are_built_anew(copy);
        } else {
            assert_same_jumps(copy, shared);
        }
        jump_tables_destroy(&scarce, copy);
    }
    jump_tables_destroy(&scarce, shared);
    assert_int_equal(left.held, 0);
    layer_destroy(&layer);
}

TEST(without_memory_a_patch_changes_nothing)
{
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        for (edit_kind kind = 0; kind < EDIT_KINDS; kind++)
            let_patches_fail(orthogonal, kind);
    }
}

TEST(a_tile_changes_few_pages_however_far_runs_go_and_gives_them_back)
{
    enum { SIDE = 2048, MOST_BYTES = 96 * 1024 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 1 };
    layer layer = layer_at_random(&memory, &source, SIDE, SIDE, 0);
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
        const size_t before = jump_tables_bytes(tables);
        set_and_follow(&layer, tables, 1000, 1030, false);
        assert_in_range(jump_tables_bytes(tables), before + 1, before + MOST_BYTES);
        set_and_follow(&layer, tables, 1000, 1030, true);
        assert_in_range(jump_tables_bytes(tables), before, before + MOST_BYTES / 12);
        jump_tables_destroy(&memory, tables);
    }
    layer_destroy(&layer);
    assert_int_equal(memory.bytes, 0);
}

TEST(open_ground_takes_hardly_any_memory)
{
    enum { SIDE = 2048 };
    memory memory;
    memory_init(&memory, NULL);
    random_source source = { 1 };
    layer layer = layer_at_random(&memory, &source, SIDE, SIDE, 0);
    for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
        jump_tables *tables = NULL;
        assert_int_equal(jump_tables_build(&memory, &layer, orthogonal, 1, &tables), FW_OK);
        assert_true(jump_tables_bytes(tables) < SIDE * SIDE / 16);
        jump_tables_destroy(&memory, tables);
    }
    layer_destroy(&layer);
}
