/// Patel's arithmetic of open lists, row by row: how the time of each operation grows with the number of open nodes F.
///
///     bench_open_list_growth
///
/// fills each structure with F = 1,000 and 8,000 random entries, on a map of 256 x 256 tiles, and measures 32
/// insertions, removals of the best entry, membership tests and increases of priority (the least of 15 runs). "Times"
/// tells how many times as long the operation takes at 8,000. It is judged to grow with F from 4 times on; O(1) and
/// O(log F) are not told apart. O(n) means with the number of tiles, not with F: it must not grow, and take longer than
/// a scan of F.

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "open_lists/kinds.h"
#include "open_lists/stopwatch.h"

enum { SIDE = 256, IDS = SIDE * SIDE, BATCH = 32, RUNS = 15, OPERATIONS = 4, SMALL = 1000, LARGE = 8000 };

#define RANGE 4000

typedef enum operation { INSERT, REMOVE_BEST, CONTAINS, INCREASE } operation;

/// What Patel says: 'F', 'l' (log F), '1' or 'n' (number of tiles), by operation. Finding the place, the node or the
/// best entry belongs to the operation.
static const struct {
    const open_list_kind *kind;
    const char *orders;
} rows[] = {
    { &open_list_unsorted_array, "1FFF" }, { &open_list_unsorted_linked_list, "1FFF" },
    { &open_list_sorted_array, "F1lF" },   { &open_list_sorted_linked_list, "F1FF" },
    { &open_list_binary_heap, "llFF" },    { &open_list_skip_list_by_location, "lFll" },
    { &open_list_skip_list_by_f, "F1FF" }, { &open_list_indexed_array, "1n11" },
    { &open_list_hash_table, "1n11" },     { &open_list_splay_tree, "llll" },
    { &open_list_hot_queue, "1lFF" },      { &open_list_hot_queue_no_heap, "11FF" },
};

static const char *const operation_names[OPERATIONS] = { "insert", "remove best", "member", "increase" };

static const char *order_name(char order)
{
    switch (order) {
    case 'F':
        return "O(F)";
    case 'l':
        return "O(log F)";
    case 'n':
        return "O(n)";
    default:
        return "O(1)";
    }
}

/// Entries in random order, each tile once.
static void draw_entries(queue_entry *entries, uint64_t seed)
{
    random_source source = { seed };
    for (uint32_t i = 0; i < IDS; i++)
        entries[i] = (queue_entry){ 1 + random_below(&source, RANGE), random_below(&source, RANGE), i };
    for (uint32_t i = IDS; i > 1; i--) {
        const uint32_t other = random_below(&source, i);
        const queue_entry moved = entries[i - 1];
        entries[i - 1] = entries[other];
        entries[other] = moved;
    }
}

/// Does an operation once. Entries from `count` on are not on the list.
static void operate(const open_list_kind *kind, void *list, operation which, queue_entry *entries,
                    uint32_t count, uint32_t turn)
{
    queue_entry *open = &entries[(turn * 2 + 1) * (count / (2 * BATCH + 2))], *new = &entries[count + turn];
    static volatile uint32_t found; // so that compilers keep the test
    switch (which) {
    case INSERT:
        kind->insert(list, new);
        break;
    case REMOVE_BEST:
        kind->remove_best(list);
        break;
    case CONTAINS:
        found = found + kind->contains(list, open);
        break;
    case INCREASE:
        kind->increase_priority(list, open, open->f - open->f / 8);
        break;
    }
}

/// Nanoseconds of an operation on a list of `count` entries.
static double measure(const open_list_kind *kind, operation which, uint32_t count)
{
    static queue_entry entries[IDS];
    const open_list_bounds bounds = { .side = SIDE, .ids = IDS, .cost_step = 1, .f_rise = RANGE };
    double least = 1e9;
    void *list = kind->create(&bounds, NULL);
    for (int run = 0; run < RUNS && list; run++) {
        draw_entries(entries, 1 + (uint64_t)run);
        kind->clear(list);
        for (uint32_t i = 0; i < count; i++)
            kind->insert(list, &entries[i]);
        const double start = stopwatch_computed_seconds();
        for (uint32_t turn = 0; turn < BATCH; turn++)
            operate(kind, list, which, entries, count, turn);
        const double took = 1e9 * (stopwatch_computed_seconds() - start) / BATCH;
        least = took < least ? took : least;
    }
    kind->destroy(list);
    return least;
}

int main(void)
{
    int agree = 0, count = 0;
    double scan = 0; // of all entries of an array
    printf("| structure | operation | Patel | ns at 1,000 | ns at 8,000 | times | holds "
           "|\n|---|---|---|--:|--:|--:|---|\n");
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        for (int which = 0; which < OPERATIONS; which++) {
            const char order = rows[row].orders[which];
            const double small = measure(rows[row].kind, (operation)which, SMALL),
                         large = measure(rows[row].kind, (operation)which, LARGE), times = large / small;
            if (row == 0 && which == REMOVE_BEST)
                scan = large;
            const bool grows = times >= 4,
                       holds = order == 'n' ? !grows && large > scan : grows == (order == 'F');
            agree += holds;
            count++;
            printf("| %s | %s | %s | %.0f | %.0f | %.1f | %s |\n", rows[row].kind->name,
                   operation_names[which], order_name(order), small, large, times, holds ? "yes" : "no");
        }
    printf("\n%d of %d hold\n", agree, count);
    return 0;
}
