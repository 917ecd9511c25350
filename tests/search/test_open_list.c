// The open list gives its entries in exact order, and never moves many at once.
#include <stdlib.h>

#include "base/random.h"
#include "common/unit.h"
#include "search/open_list.h"

enum { ENTRIES = 60000, ROUNDS = 12 };

/// An open list, and a plain list of what it must hold.
typedef struct bench {
    memory memory;
    open_list open;
    open_entry expected[ENTRIES];
    size_t count;
    bool is_outdated[ENTRIES]; ///< [slot]
    uint32_t looks;            ///< entries that were judged in the present call
} bench;

static bool is_stale(const void *context, const open_entry *entry)
{
    bench *bench = (void *)context;
    bench->looks++;
    return bench->is_outdated[entry->slot];
}

static int compare(const void *first, const void *second)
{
    const open_entry *a = first, *b = second;
    return open_before(a, b) ? -1 : open_before(b, a);
}

static bench *begin(void)
{
    bench *begun = calloc(1, sizeof *begun);
    assert_non_null(begun);
    memory_init(&begun->memory, NULL);
    open_list_init(&begun->open, &begun->memory);
    return begun;
}

static void end(bench *bench)
{
    open_list_free(&bench->open);
    free(bench);
}

/// Pushes entries with f up to `most_f`, some of them outdated.
static void fill(bench *bench, random_source *source, uint32_t most_f)
{
    open_list_reset(&bench->open, 2);
    bench->count = 0;
    assert_int_equal(open_list_push(&bench->open, &(open_entry){ .f = 0, .id = ENTRIES, .slot = 0 }), FW_OK);
    bench->is_outdated[0] = true; // the first bucket: others wait in the ring
    for (uint32_t slot = 1; slot < ENTRIES; slot++) {
        const open_entry entry = { .f = 8 + (cost)random_below(source, most_f),
                                   .h = (cost)random_below(source, 50),
                                   .id = slot,
                                   .slot = slot };
        bench->is_outdated[slot] = random_below(source, 8) == 0;
        assert_int_equal(open_list_push(&bench->open, &entry), FW_OK);
        if (!bench->is_outdated[slot])
            bench->expected[bench->count++] = entry;
    }
    qsort(bench->expected, bench->count, sizeof *bench->expected, compare);
}

/// The next entry; asserts that no call looks at more entries than are moved at once, besides outdated ones.
static fw_result pop(bench *bench, open_entry *best)
{
    fw_result popped;
    do {
        bench->looks = 0;
        popped = open_list_pop(&bench->open, is_stale, bench, best);
        assert_true(bench->looks <= OPEN_MOST_SORTED + 100);
    } while (popped == FW_PENDING);
    return popped;
}

/// The entry with the least h, by looking at all from `first` on.
static open_entry nearest_of(const bench *bench, size_t first)
{
    open_entry nearest = bench->expected[first];
    for (size_t i = first + 1; i < bench->count; i++) {
        const open_entry *entry = &bench->expected[i];
        if (entry->h < nearest.h ||
            (entry->h == nearest.h &&
             (entry->f < nearest.f || (entry->f == nearest.f && entry->id < nearest.id))))
            nearest = *entry;
    }
    return nearest;
}

TEST(entries_come_in_exact_order_however_many_share_a_bucket)
{
    random_source source = { 81 };
    bench *bench = begin();
    for (int round = 0; round < ROUNDS; round++) {
        static const uint32_t most_f[] = { 1, 3, 40, 100000 };
        fill(bench, &source, most_f[round % 4]);
        for (size_t i = 0; i < bench->count; i++) {
            open_entry best;
            assert_int_equal(pop(bench, &best), FW_OK);
            assert_int_equal(best.slot, bench->expected[i].slot);
        }
        assert_int_equal(pop(bench, &(open_entry){ 0 }), FW_NOT_FOUND);
        assert_int_equal(open_list_count(&bench->open), 0);
    }
    end(bench);
}

TEST(the_nearest_entry_is_known_while_a_bucket_is_opened)
{
    random_source source = { 82 };
    bench *bench = begin();
    fill(bench, &source, 1);
    int pauses = 0;
    open_entry best;
    while (open_list_pop(&bench->open, is_stale, bench, &best) == FW_PENDING) {
        open_entry nearest = { .f = COST_LIMIT, .h = COST_LIMIT, .id = UINT32_MAX };
        open_list_nearest(&bench->open, is_stale, bench, &nearest);
        assert_int_equal(nearest.slot, nearest_of(bench, 0).slot);
        pauses++;
    }
    assert_true(pauses >= ENTRIES / OPEN_MOST_SORTED);
    assert_int_equal(best.slot, bench->expected[0].slot);
    end(bench);
}

/// Entries come and go while as many wait as before.
TEST(the_memory_of_entries_that_were_taken_is_used_again)
{
    random_source source = { 83 };
    bench *bench = begin();
    size_t bytes = 0;
    open_list_reset(&bench->open, 2);
    for (int turn = 0; turn < 20000; turn++) {
        open_entry best = { .f = 0 };
        if (turn >= 100)
            assert_int_equal(pop(bench, &best), FW_OK);
        best.f += 8 + (cost)random_below(&source, 400);
        assert_int_equal(open_list_push(&bench->open, &best), FW_OK);
        if (turn == 2000)
            bytes = bench->memory.bytes;
    }
    assert_int_equal(open_list_count(&bench->open), 100);
    assert_true(bench->memory.bytes <= 2 * bytes);
    end(bench);
}
