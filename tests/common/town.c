#include "common/town.h"

#include <stdlib.h>
#include <string.h>

#include "common/lone_layer.h"
#include "common/unit.h"
#include "regions/regions_stage.h"

void open_town(town *opened, int32_t width, int32_t height, int32_t size, bool diagonal)
{
    *opened = (town){ .diagonal = diagonal };
    memory_init(&opened->memory, NULL);
    memory_init(&opened->ground, NULL);
    opened->layer = layer_alone(&opened->ground, width, height);
    opened->layer.size = size;
    opened->before = layer_copied(&opened->ground, &opened->layer);
    opened->oracle = calloc((size_t)width * (size_t)height, sizeof *opened->oracle);
    opened->queue = calloc((size_t)width * (size_t)height, sizeof *opened->queue);
    opened->changes.capacity = (size_t)opened->layer.words * (size_t)height;
    opened->changes.items = calloc(opened->changes.capacity, sizeof *opened->changes.items);
}

void close_town(town *town)
{
    regions_destroy(&town->memory, town->joined);
    regions_destroy(&town->memory, NULL);
    assert_int_equal(town->memory.bytes, 0);
    layer_destroy(&town->layer);
    layer_destroy(&town->before);
    free(town->oracle);
    free(town->queue);
    free(town->changes.items);
}

void set_anchor(town *town, int32_t x, int32_t y, bool is_free)
{
    uint64_t *word = &layer_row(&town->layer, y)[x >> WORD_SHIFT];
    const uint64_t bit = UINT64_C(1) << (x & 63);
    *word = is_free ? *word | bit : *word & ~bit;
}

void set_anchors(town *town, int32_t left, int32_t top, int32_t width, int32_t height, bool is_free)
{
    for (int32_t y = top; y < top + height && y < town->layer.height; y++)
        for (int32_t x = left; x < left + width && x < town->layer.width; x++)
            set_anchor(town, x, y, is_free);
}

void build_town(town *town)
{
    layer_take_words(&town->before, &town->layer);
    assert_int_equal(regions_build(&town->memory, &town->layer, town->diagonal, &town->joined), FW_OK);
}

static void list_changes(town *town)
{
    town->changes.count = 0;
    for (int32_t y = 0; y < town->layer.height; y++)
        for (int32_t word = 0; word < town->layer.words; word++)
            layer_note(&town->layer, y, word, layer_row(&town->before, y)[word], &town->changes);
}

fw_result stage_town(town *town)
{
    list_changes(town);
    return regions_stage(town->joined, &town->layer, &town->changes);
}

void commit_town(town *town)
{
    assert_int_equal(stage_town(town), FW_OK);
    regions_publish(town->joined);
    layer_take_words(&town->before, &town->layer);
}

void stage_and_discard(town *town)
{
    assert_int_equal(stage_town(town), FW_OK);
    regions_discard(town->joined);
    layer_take_words(&town->layer, &town->before);
}

/// Floods from one tile, by the plainest means.
static void flood_from(town *town, int32_t x, int32_t y, uint32_t label)
{
    const int32_t width = town->layer.width;
    size_t head = 0, tail = 0;
    town->queue[tail++] = (uint32_t)(y * width + x);
    town->oracle[y * width + x] = label;
    while (head < tail) {
        const int32_t at_x = (int32_t)town->queue[head] % width, at_y = (int32_t)town->queue[head] / width;
        head++;
        for (int32_t dy = -1; dy <= 1; dy++)
            for (int32_t dx = -1; dx <= 1; dx++) {
                const int32_t to_x = at_x + dx, to_y = at_y + dy;
                if ((dx && dy && !town->diagonal) || !layer_fits_anywhere(&town->layer, to_x, to_y) ||
                    town->oracle[to_y * width + to_x])
                    continue;
                town->oracle[to_y * width + to_x] = label;
                town->queue[tail++] = (uint32_t)(to_y * width + to_x);
            }
    }
}

static uint32_t flood_all(town *town)
{
    uint32_t count = 0;
    memset(town->oracle, 0, (size_t)town->layer.width * (size_t)town->layer.height * sizeof *town->oracle);
    for (int32_t y = 0; y < town->layer.height; y++)
        for (int32_t x = 0; x < town->layer.width; x++)
            if (layer_fits(&town->layer, x, y) && !town->oracle[y * town->layer.width + x])
                flood_from(town, x, y, ++count);
    return count;
}

static int compare_pairs(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

void assert_labels_right(town *town)
{
    const uint32_t count = flood_all(town);
    uint64_t *pairs = calloc((size_t)count + 1, sizeof *pairs);
    for (int32_t y = 0; y < town->layer.height; y++)
        for (int32_t x = 0; x < town->layer.width; x++) {
            const uint32_t expected = town->oracle[y * town->layer.width + x];
            const uint32_t label = regions_label(town->joined, &town->layer, x, y);
            if (!expected != !label)
                fail_msg("(%d, %d): label %u, expected %u", x, y, label, expected);
            if (expected && !pairs[expected])
                pairs[expected] = (uint64_t)label << 32 | expected;
            if (expected && pairs[expected] >> 32 != label)
                fail_msg("(%d, %d): label %u in a region of label %u", x, y, label,
                         (uint32_t)(pairs[expected] >> 32));
        }
    qsort(pairs, (size_t)count + 1, sizeof *pairs, compare_pairs);
    for (uint32_t i = 1; i <= count; i++)
        if (pairs[i] >> 32 == pairs[i - 1] >> 32)
            fail_msg("two regions have the label %u", (uint32_t)(pairs[i] >> 32));
    free(pairs);
}

void assert_counts_right(const town *town)
{
    const regions *joined = town->joined;
    const label_table *table = &joined->labels;
    uint32_t *counts = calloc(table->end, sizeof *counts);
    for (uint32_t block = 0; block < regions_block_count(joined); block++) {
        const uint32_t column = block % (uint32_t)joined->columns, row = block / (uint32_t)joined->columns;
        const region_block *record = joined->slots[block].now;
        for (int i = 0; i < record->border_count; i++) {
            const uint32_t label = block_labels_of(record)[i];
            assert_in_range(label, 1, table->end - 1);
            const block_box box = label_at(table, label)->box;
            assert_in_range(column, box.left, box.right);
            assert_in_range(row, box.top, box.bottom);
            counts[label]++;
        }
    }
    uint32_t free_count = 0, free_chain = 0;
    for (uint32_t label = 1; label < table->end; label++) {
        assert_int_equal(label_at(table, label)->component_count, counts[label]);
        free_count += counts[label] == 0;
    }
    for (uint32_t label = table->first_free; label; label = label_at(table, label)->next_free)
        free_chain++;
    assert_int_equal(free_chain, free_count);
    free(counts);
}

static void fill_at_random(town *town, random_source *source, uint32_t blocked_percent)
{
    for (int32_t y = 0; y < town->layer.height; y++)
        for (int32_t x = 0; x < town->layer.width; x++)
            set_anchor(town, x, y, random_below(source, 100) >= blocked_percent);
}

/// Random anchors, then each becomes what most around it are, a few times.
static void dig_caves(town *town, random_source *source)
{
    fill_at_random(town, source, 45);
    for (int pass = 0; pass < 3; pass++) {
        layer_take_words(&town->before, &town->layer);
        for (int32_t y = 0; y < town->layer.height; y++)
            for (int32_t x = 0; x < town->layer.width; x++) {
                int around = 0;
                for (int32_t i = 0; i < 9; i++)
                    around += layer_fits_anywhere(&town->before, x - 1 + i % 3, y - 1 + i / 3);
                set_anchor(town, x, y, around >= 5);
            }
    }
}

static void build_rooms(town *town, random_source *source)
{
    for (int32_t y = 0; y < town->layer.height; y++)
        for (int32_t x = 0; x < town->layer.width; x++)
            set_anchor(town, x, y, (x % 9 && y % 9) || random_below(source, 12) == 0);
}

/// As many components as there can be, where corners do not join.
static void lay_checkers(town *town)
{
    for (int32_t y = 0; y < town->layer.height; y++)
        for (int32_t x = 0; x < town->layer.width; x++)
            set_anchor(town, x, y, (x + y) % 2);
}

/// A binary-tree maze with corridors of `wide` tiles.
static void carve_maze(town *town, random_source *source, int32_t wide)
{
    const int32_t pitch = wide + 1;
    set_anchors(town, 0, 0, town->layer.width, town->layer.height, false);
    for (int32_t y = 0; y < town->layer.height; y += pitch)
        for (int32_t x = 0; x < town->layer.width; x += pitch) {
            const bool east = random_below(source, 2);
            set_anchors(town, x, y, east ? pitch + wide : wide, east ? wide : pitch + wide, true);
        }
}

void fill_town(town *town, town_kind kind, random_source *source)
{
    static const uint32_t blocked[] = {
        [EMPTY] = 0, [FULL] = 100, [RANDOM_30] = 30, [RANDOM_40] = 40, [RANDOM_60] = 60
    };
    if (kind <= RANDOM_60)
        fill_at_random(town, source, blocked[kind]);
    else if (kind == CAVES)
        dig_caves(town, source);
    else if (kind == ROOMS)
        build_rooms(town, source);
    else if (kind == CHECKERS)
        lay_checkers(town);
    else
        carve_maze(town, source, kind == MAZE ? 1 : 4);
}
