#include "open_lists/heap_levels.h"

#include "open_lists/array_list.h"
#include "open_lists/replay.h"

/// Levels above a place.
static double level_of(size_t place)
{
    double level = 0;
    for (place++; place > 1; place /= 2)
        level++;
    return level;
}

static void add_move(heap_move *sum, double moved, double most)
{
    sum->moved += moved;
    sum->most += most;
}

static void divide(heap_move *sum, size_t count)
{
    const double share = count > 0 ? 1.0 / (double)count : 0;
    sum->moved *= share;
    sum->most *= share;
}

/// Performs one operation and adds how far its entry moved.
static void watch(array_list *heap, const replay_part *part, heap_levels *sum)
{
    const queue_entry *what = &part->recording->entries[part->from];
    const seen_node *nodes = part->nodes->all;
    const size_t count = heap->entries.count, place = nodes[what->id].place;
    const uint32_t last = count > 0 ? heap->entries.items[count - 1].id : 0;
    open_list_positioned_heap.replay(heap, part);
    switch ((operation)part->recording->operations[part->from]) {
    case OPERATION_INSERT:
        add_move(&sum->inserted, level_of(count) - level_of(nodes[what->id].place), level_of(count));
        break;
    case OPERATION_INCREASE_PRIORITY:
        add_move(&sum->raised, level_of(place) - level_of(nodes[what->id].place), level_of(place));
        break;
    case OPERATION_REMOVE_BEST:
        if (count > 1)
            add_move(&sum->removed, level_of(nodes[last].place), level_of(count - 2));
        break;
    case OPERATION_CONTAINS:
        break;
    }
}

heap_levels heap_levels_watch(const recording *recording)
{
    heap_levels sum = { 0 };
    seen nodes = seen_create(recording->bounds.ids);
    void *heap = open_list_positioned_heap.create(&recording->bounds, &nodes);
    for (size_t i = 0; i < recording->count; i++)
        watch(heap, &(replay_part){ .recording = recording, .from = i, .to = i + 1, .nodes = &nodes }, &sum);
    open_list_positioned_heap.destroy(heap);
    seen_free(&nodes);
    divide(&sum.inserted, recording->counts[OPERATION_INSERT]);
    divide(&sum.raised, recording->counts[OPERATION_INCREASE_PRIORITY]);
    divide(&sum.removed, recording->counts[OPERATION_REMOVE_BEST]);
    return sum;
}
