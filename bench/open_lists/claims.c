#include "open_lists/claims.h"

#include <math.h>

#include "open_lists/heap_levels.h"
#include "open_lists/kinds.h"
#include "open_lists/live.h"
#include "open_lists/replay.h"
#include "open_lists/splay_tree.h"

enum { SPLAY_SAMPLE_OPERATIONS = 500 };

/// Columns of the tables by fringe size that claims tell of: 100, 800, 1,500 and 10,000 open nodes.
static const size_t told_sizes[] = { 1, 3, 4, 6 };

/// Sums over the searches of a set.
typedef struct mix {
    double tests, insertions, raises, visits, already_open;
} mix;

static mix mix_of(const sequences *sequences)
{
    mix sum = { 0 };
    for (size_t i = 0; i < sequences->count; i++) {
        const recording *each = &sequences->recordings[i];
        sum.tests += (double)each->counts[OPERATION_CONTAINS];
        sum.insertions += (double)each->counts[OPERATION_INSERT];
        sum.raises += (double)each->counts[OPERATION_INCREASE_PRIORITY];
        sum.visits += (double)each->counts[OPERATION_REMOVE_BEST];
        sum.already_open += (double)each->already_open;
    }
    return sum;
}

static void write_mix(const char *name, const sequences *sequences, text *to)
{
    const mix all = mix_of(sequences);
    text_add(to, "| %s | %.0f | %.1f | %.2f | %.2f | %.0f %% | %.0f %% |\n", name,
             all.visits / (double)sequences->count, all.tests / all.visits, all.insertions / all.visits,
             all.raises / all.visits, 100 * all.already_open / all.tests, 100 * all.visits / all.insertions);
}

void mix_write(const evidence *from, text *to)
{
    text_add(to, "| searches | visited nodes, mean | membership tests per visit | insertions per "
                 "visit | increases of priority per visit | tests that find the node open | inserted "
                 "nodes that are visited |\n|---|--:|--:|--:|--:|--:|--:|\n");
    write_mix("A*, uniform costs, short", from->short_uniform, to);
    write_mix("A*, uniform costs, long", from->long_uniform, to);
    write_mix("A*, three terrain costs, short", from->short_terrains, to);
    write_mix("A*, three terrain costs, long", from->long_terrains, to);
    write_mix("jump points, uniform costs", from->jump_points, to);
}

static const char *verdict(bool holds)
{
    return holds ? "yes" : "no";
}

/// How many times faster `kind` is than `than`.
static double factor(const table *table, const open_list_kind *kind, const open_list_kind *than,
                     size_t column)
{
    return table_cell(table, than, column) / table_cell(table, kind, column);
}

/// Adds a factor for some of the fringe sizes: "1.2 (100), 1.3 (800)".
static void add_factors(const table *table, const open_list_kind *kind, const open_list_kind *than, text *to)
{
    const char *comma = "";
    for (size_t i = 0; i < sizeof told_sizes / sizeof *told_sizes; i++) {
        const size_t column = told_sizes[i];
        const double times = column < table->columns ? factor(table, kind, than, column) : NAN;
        if (isnan(times))
            continue;
        text_add(to, "%s%.*f (%s)", comma, times < 9.95, times, table->heads[column]);
        comma = ", ";
    }
}

/// Is `kind` at least `least` times as fast as `than` at every size?
static bool always_faster(const table *table, const open_list_kind *kind, const open_list_kind *than,
                          double least)
{
    for (size_t column = 0; column < table->columns; column++)
        if (factor(table, kind, than, column) < least)
            return false;
    return true;
}

static void claim_mix(const evidence *from, text *to)
{
    const mix plain = mix_of(from->long_uniform), terrains = mix_of(from->long_terrains);
    text_add(to,
             "| Patel: a neighbour is often already open | %.0f %% of the membership tests of "
             "long searches with uniform costs find the node open, %.0f %% with terrain costs | "
             "%s |\n",
             100 * plain.already_open / plain.tests, 100 * terrains.already_open / terrains.tests,
             verdict(plain.already_open > 0.2 * plain.tests));
    text_add(to,
             "| Patel: the priority of an open node seldom rises | %.2f increases for each "
             "insertion with uniform costs, %.2f with terrain costs: with 8 neighbours, the first "
             "way to most tiles is not the best one | %s |\n",
             plain.raises / plain.insertions, terrains.raises / terrains.insertions,
             verdict(plain.raises < 0.1 * plain.insertions));
    text_add(to,
             "| Patel: most nodes on the open list are visited | %.0f %% and %.0f %% of the "
             "inserted nodes are visited | %s |\n",
             100 * plain.visits / plain.insertions, 100 * terrains.visits / terrains.insertions,
             verdict(plain.visits > 0.5 * plain.insertions));
}

/// The largest fringe size at which one of the arrays takes at most half as long again as a heap with
/// positions.
static const char *arrays_do_up_to(const table *table)
{
    const char *largest = "no";
    for (size_t column = 0; column < table->columns; column++)
        if (factor(table, &open_list_positioned_heap, &open_list_sorted_array, column) <= 1.5 ||
            factor(table, &open_list_positioned_heap, &open_list_unsorted_array, column) <= 1.5)
            largest = table->heads[column];
    return largest;
}

static void claim_heap_is_best(const evidence *from, text *to)
{
    const table *table = from->by_fringe;
    text_add(to, "| Patel: a binary heap is the best generic choice | the library's bucket queue is "
                 "faster than a binary heap with positions, by factors of ");
    add_factors(table, &open_list_library_queue, &open_list_positioned_heap, to);
    text_add(to, " | %s |\n",
             verdict(always_faster(table, &open_list_positioned_heap, &open_list_library_queue, 1)));
    text_add(to, "| Patel: without a heap, an array is good enough | a binary heap with positions is "
                 "faster than an unsorted array by factors of ");
    add_factors(table, &open_list_positioned_heap, &open_list_unsorted_array, to);
    text_add(to, "; than a sorted array by ");
    add_factors(table, &open_list_positioned_heap, &open_list_sorted_array, to);
    text_add(to, " | up to %s open nodes |\n", arrays_do_up_to(table));
    text_add(to, "| Patel: above 10,000 open nodes, consider buckets | buckets of which the current "
                 "one is sorted are faster than a binary heap with positions by factors of ");
    add_factors(table, &open_list_library_queue, &open_list_positioned_heap, to);
    text_add(to, "; if the current one is a heap, by ");
    add_factors(table, &open_list_bucket_queue, &open_list_positioned_heap, to);
    text_add(to, " | %s |\n",
             always_faster(table, &open_list_library_queue, &open_list_positioned_heap, 1)
                 ? "from 30 on already"
                 : "no");
}

/// Second entries that come up before the goal does, for each visited node.
static double stale_per_visit(const sequences *sequences)
{
    double stale = 0, visits = 0;
    for (size_t i = 0; i < sequences->count; i++) {
        const recording *each = &sequences->recordings[i];
        const uint64_t last_f = each->entries[each->count - 1].f; // a search ends by removing its goal
        visits += (double)each->counts[OPERATION_REMOVE_BEST];
        for (size_t k = 1; k < each->count; k++)
            stale += each->operations[k] == OPERATION_INCREASE_PRIORITY && each->entries[k - 1].f <= last_f;
    }
    return stale / visits;
}

static void claim_second_entries(const evidence *from, text *to)
{
    text_add(to,
             "| Patel: a second entry instead of an increased priority costs little | %.0f %% of "
             "the nodes come up twice with uniform costs, %.0f %% with terrain costs, %.0f %% "
             "with jump points. Speed relative to a heap with positions: ",
             100 * stale_per_visit(from->long_uniform), 100 * stale_per_visit(from->long_terrains),
             100 * stale_per_visit(from->jump_points));
    add_factors(from->by_fringe, &open_list_lazy_heap, &open_list_positioned_heap, to);
    text_add(to,
             ". In buckets it costs nothing: outdated entries are dropped before a bucket is "
             "sorted | %s, in a heap |\n",
             verdict(always_faster(from->by_fringe, &open_list_lazy_heap, &open_list_positioned_heap, 0.9)));
}

static const recording *largest_of(const sequences *sequences)
{
    const recording *largest = sequences->recordings;
    for (size_t i = 1; i < sequences->count; i++)
        if (sequences->recordings[i].largest_fringe > largest->largest_fringe)
            largest = &sequences->recordings[i];
    return largest;
}

/// A splay tree's shape over a search.
typedef struct shapes {
    double mean_depth;     ///< mean over samples of the mean depth
    double times_balanced; ///< the same over that of a balanced tree
    double deepest_of_all; ///< largest part of the nodes that one chain held
} shapes;

static shapes watch_splay_tree(const recording *recording, bool asks_membership)
{
    const open_list_kind *kind = &open_list_splay_tree;
    shapes sum = { 0 };
    double samples = 0;
    seen nodes = seen_create(recording->bounds.ids);
    void *list = kind->create(&recording->bounds, &nodes);
    for (size_t from = 0; from + SPLAY_SAMPLE_OPERATIONS < recording->count;
         from += SPLAY_SAMPLE_OPERATIONS) {
        const replay_part part = { .recording = recording,
                                   .from = from,
                                   .to = from + SPLAY_SAMPLE_OPERATIONS,
                                   .asks_membership = asks_membership,
                                   .nodes = &nodes };
        kind->replay(list, &part);
        const splay_tree_shape shape = splay_tree_look(list);
        if (shape.count < 30)
            continue;
        samples++;
        sum.mean_depth += shape.mean;
        sum.times_balanced += shape.mean / (log2((double)shape.count + 1) - 1);
        sum.deepest_of_all = fmax(sum.deepest_of_all, (double)shape.deepest / (double)shape.count);
    }
    kind->destroy(list);
    seen_free(&nodes);
    sum.mean_depth /= samples;
    sum.times_balanced /= samples;
    return sum;
}

static void claim_splay_tree(const evidence *from, text *to)
{
    const recording *large = largest_of(from->long_terrains);
    const recording *blind = largest_of(from->long_blind);
    const shapes quiet = watch_splay_tree(large, false), asked = watch_splay_tree(large, true);
    const shapes dijkstra = watch_splay_tree(blind, false);
    text_add(to,
             "| Patel: if insertions all fall on one side, a splay tree loses its balance | in a "
             "search with %zu open nodes at most, the mean depth of a node was %.0f, %.1f times "
             "that of a balanced tree, and the longest chain held %.0f %% of the nodes. If the "
             "tree answers membership tests too: %.0f, %.1f times, %.0f %%. By Dijkstra's algorithm, with "
             "%zu open nodes at most: %.0f, %.1f times, %.0f %%. Time relative to a binary heap with "
             "positions: ",
             large->largest_fringe, quiet.mean_depth, quiet.times_balanced, 100 * quiet.deepest_of_all,
             asked.mean_depth, asked.times_balanced, 100 * asked.deepest_of_all, blind->largest_fringe,
             dijkstra.mean_depth, dijkstra.times_balanced, 100 * dijkstra.deepest_of_all);
    add_factors(from->by_fringe, &open_list_positioned_heap, &open_list_splay_tree, to);
    text_add(to, " | %s |\n", quiet.times_balanced > 2 ? "in part: deeper, no chain" : "no");
}

/// Adds how far entries of a heap move: "insertions rise 1.2 of 10.4 levels".
static void add_levels(const heap_levels *levels, text *to)
{
    text_add(
        to,
        "a new entry rises %.1f of %.1f levels, a raised one %.1f of %.1f, and at a removal the last entry "
        "sinks %.1f of %.1f",
        levels->inserted.moved, levels->inserted.most, levels->raised.moved, levels->raised.most,
        levels->removed.moved, levels->removed.most);
}

static void claim_heap_levels(const evidence *from, text *to)
{
    const heap_levels terrains = heap_levels_watch(largest_of(from->long_terrains)),
                      uniform = heap_levels_watch(largest_of(from->long_uniform));
    text_add(to,
             "| Patel: the expected case of a heap equals its worst case, because new nodes have low costs | "
             "terrain costs: ");
    add_levels(&terrains, to);
    text_add(to, "; uniform costs: ");
    add_levels(&uniform, to);
    text_add(to, " | %s |\n",
             terrains.inserted.moved > 0.8 * terrains.inserted.most ? "yes" : "for removals only");
}

static bool hot_queue_keeps_its_word(const table *table)
{
    const open_list_kind *queue = &open_list_hot_queue, *heap = &open_list_binary_heap;
    return table->columns > told_sizes[2] && factor(table, queue, heap, told_sizes[1]) > 0.9 &&
           factor(table, queue, heap, told_sizes[2]) > 1.15;
}

static void claim_hot_queue(const evidence *from, text *to)
{
    const table *table = from->by_fringe, *asked = from->by_fringe_asked;
    text_add(to, "| Patel: HOT queues are as fast as heaps at 800 open nodes, 20 %% faster at 1,500, "
                 "and better with more | speed relative to a binary heap without positions: ");
    add_factors(table, &open_list_hot_queue, &open_list_binary_heap, to);
    text_add(to, "; with membership tests: ");
    add_factors(asked, &open_list_hot_queue, &open_list_binary_heap, to);
    text_add(to, "; relative to a binary heap with positions: ");
    add_factors(table, &open_list_hot_queue, &open_list_positioned_heap, to);
    text_add(to, " | %s |\n",
             hot_queue_keeps_its_word(table) ? "yes, against that heap, and with fewer nodes too" : "no");
    text_add(to, "| Patel: with K = C buckets, no heap is needed | speed relative to 64 buckets and a "
                 "heap: ");
    add_factors(table, &open_list_hot_queue_no_heap, &open_list_hot_queue, to);
    text_add(to, ", but the order of ties is not defined | yes |\n");
    text_add(to, "| Patel: a two-level queue gains by keeping bad nodes in a plain array | speed "
                 "relative to a binary heap without positions: ");
    add_factors(table, &open_list_two_level_queue, &open_list_binary_heap, to);
    text_add(to, "; relative to a binary heap with positions: ");
    add_factors(table, &open_list_two_level_queue, &open_list_positioned_heap, to);
    text_add(to, " | %s |\n",
             always_faster(table, &open_list_two_level_queue, &open_list_positioned_heap, 1) ? "yes"
             : always_faster(table, &open_list_two_level_queue, &open_list_binary_heap, 1)
                 ? "against that heap only"
                 : "no");
}

static void claim_hybrid(const evidence *from, text *to)
{
    text_add(to, "| Patel's hybrid: increasing a priority takes O(F), with positions O(log F) | with "
                 "positions it is faster by factors of ");
    add_factors(from->by_fringe, &open_list_positioned_heap, &open_list_hybrid_heap, to);
    text_add(to, ": increases are frequent, so positions are needed | yes |\n");
}

static const char *of_the_most_expensive(double factor)
{
    return factor >= 40   ? "yes, for the most expensive searches"
           : factor >= 20 ? "nearly, for the most expensive searches"
                          : "no";
}

static void claim_matrix(const evidence *from, text *to)
{
    static const open_list_kind *const kinds[] = { &open_list_two_linked_lists, &open_list_matrix_60,
                                                   &open_list_matrix_120,       &open_list_matrix_tree,
                                                   &open_list_positioned_heap,  &open_list_library_queue };
    live_times times[sizeof kinds / sizeof *kinds];
    live_search_all(from->searches, kinds, sizeof kinds / sizeof *kinds, times);
    text_add(to,
             "| Pinter: a fixed 60x60 matrix is up to 40 times faster than standard A* with "
             "sorted linked lists | over whole searches of at most 40 tiles, %.0f times on "
             "average and %.0f times at most (median %.0f; at least 40 times in %.0f %% of the "
             "searches). On average: the 120x120 matrix %.0f times, his binary tree %.0f, a "
             "binary heap with positions %.0f, the library's bucket queue %.0f | %s |\n",
             times[1].mean_factor, times[1].largest_factor, times[1].median_factor,
             100 * times[1].share_above_40, times[2].mean_factor, times[3].mean_factor, times[4].mean_factor,
             times[5].mean_factor, of_the_most_expensive(times[1].largest_factor));
}

void claims_write(const evidence *from, text *to)
{
    text_add(to, "| claim | measured | holds |\n|---|---|---|\n");
    claim_mix(from, to);
    claim_heap_is_best(from, to);
    claim_second_entries(from, to);
    claim_heap_levels(from, to);
    claim_splay_tree(from, to);
    claim_hot_queue(from, to);
    claim_hybrid(from, to);
    claim_matrix(from, to);
}
