#include "hierarchy/shared_record.h"

#include <string.h>

size_t cluster_record_own_bytes(const cluster_record *record)
{
    const int32_t count = cluster_record_count(record);
    return cluster_record_bytes(count) +
           (record->is_shared ? shared_notes_bytes(count, *shared_notes_of(record).costlier_count) : 0);
}

/// The edges between two transitions, the cheapest one first.
typedef struct pair_edges {
    costlier_edge items[SHARED_KINDS];
    int32_t count;
} pair_edges;

/// Adds an edge of a kind to those of a pair, which are in order of cost.
static void add_edge(pair_edges *pair, cluster_edge edge, kind_set kind)
{
    int32_t at = pair->count;
    while (at > 0 && pair->items[at - 1].edge.code >= edge.code)
        at--;
    if (at < pair->count && pair->items[at].edge.code == edge.code) {
        pair->items[at].kinds |= kind;
        return;
    }
    memmove(pair->items + at + 1, pair->items + at, (size_t)(pair->count - at) * sizeof *pair->items);
    pair->items[at] = (costlier_edge){ .edge = edge, .kinds = kind };
    pair->count++;
}

/// The edges between transition i and one before.
static pair_edges edges_between(const kind_records *from, int32_t i, int32_t j)
{
    pair_edges pair = { .count = 0 };
    const kind_set both = from->may_use[i] & from->may_use[j];
    for (int kind = 0; kind < SHARED_KINDS; kind++)
        if (both >> kind & 1) {
            const cluster_edge edge =
                cluster_record_edge(from->records[kind], from->place[kind][i], from->place[kind][j]);
            if (!cluster_edge_is_none(edge))
                add_edge(&pair, edge, (kind_set)(1 << kind));
        }
    return pair;
}

static size_t count_costlier(const kind_records *from, int32_t count)
{
    size_t costlier = 0;
    for (int32_t i = 1; i < count; i++)
        for (int32_t j = 0; j < i; j++) {
            const int32_t edges = edges_between(from, i, j).count;
            costlier += edges > 1 ? (size_t)edges - 1 : 0;
        }
    return costlier;
}

/// Writes the edges between transition i and one before.
///
/// @param[in,out] next  of `costlier`
static void write_pair(cluster_record *record, const shared_notes *notes, const kind_records *from, int32_t i,
                       int32_t j, uint32_t *next)
{
    const size_t place = cluster_record_place(i, j);
    const pair_edges pair = edges_between(from, i, j);
    record->edges[place] = pair.count ? pair.items[0].edge : cluster_edge_none();
    notes->kinds[place] = pair.count ? pair.items[0].kinds : 0;
    notes->first[place] = pair.count > 1 ? (uint16_t)(*next - notes->row[i]) : (uint16_t)NO_COSTLIER_EDGE;
    for (int32_t k = 1; k < pair.count; k++) {
        costlier_edge *costlier = &notes->costlier[(*next)++];
        *costlier = pair.items[k];
        costlier->follow = (uint16_t)(pair.count - 1 - k);
    }
}

cluster_record *shared_record_create(memory *memory, const kind_records *from)
{
    const int32_t count = from->transitions->first[MOVE_COUNT];
    const size_t costlier = count_costlier(from, count);
    cluster_record *record =
        memory_get(memory, 1, cluster_record_bytes(count) + shared_notes_bytes(count, costlier));
    if (!record)
        return NULL;
    record->users = 1;
    record->is_shared = true;
    record->transitions = (transition *)(record->edges + count * (count - 1) / 2);
    memcpy(record->first, from->transitions->first, sizeof record->first);
    memcpy(record->transitions, from->transitions->items, (size_t)count * sizeof(transition));
    *(uint32_t *)(void *)(record->transitions + count) = (uint32_t)costlier;
    const shared_notes notes = shared_notes_of(record);
    memcpy(notes.may_use, from->may_use, (size_t)count * sizeof(kind_set));
    uint32_t next = 0;
    for (int32_t i = 0; i < count; i++) {
        notes.row[i] = next;
        for (int32_t j = 0; j < i; j++)
            write_pair(record, &notes, from, i, j, &next);
    }
    return record;
}
