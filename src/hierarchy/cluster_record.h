#pragma once

/// What an abstract graph knows of a cluster: its transitions, and the least costs from one to another. Graphs of
/// several versions, and of several classes of units, share records.

#include "base/memory.h"
#include "hierarchy/cluster_edge.h"
#include "hierarchy/entrances.h"

/// What is known of a cluster that has transitions. Never changed after it was built.
typedef struct cluster_record {
    uint16_t first[MOVE_COUNT + 1]; ///< the transitions of a side are first[side] .. first[side + 1] - 1
    bool is_shared;                 ///< of a graph for several kinds of units, see shared_record.h
    int32_t users;                  ///< graphs, of versions or of classes of units
    transition *transitions;        ///< [transition * first[MOVE_COUNT]], in the memory behind `edges`
    cluster_edge edges[];           ///< from i to j < i at i * (i - 1) / 2 + j
} cluster_record;

static inline int32_t cluster_record_count(const cluster_record *record)
{
    return record->first[MOVE_COUNT];
}

/// Index of the edge between two different transitions of a cluster.
static inline size_t cluster_record_place(int32_t a, int32_t b)
{
    return (size_t)(a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a);
}

/// The edge between two different transitions of a cluster.
static inline cluster_edge cluster_record_edge(const cluster_record *record, int32_t a, int32_t b)
{
    return record->edges[cluster_record_place(a, b)];
}

static inline int32_t cluster_record_across(const cluster_record *record, int side)
{
    return record ? record->first[side + 1] - record->first[side] : 0;
}

/// Bytes of a record with so many transitions that is not shared by kinds of units.
static inline size_t cluster_record_bytes(int32_t count)
{
    return sizeof(cluster_record) + (size_t)(count * (count - 1) / 2) * sizeof(cluster_edge) +
           (size_t)count * sizeof(transition);
}

/// Bytes of a record, with what follows if it is shared: in shared_record.c.
size_t cluster_record_own_bytes(const cluster_record *record);

/// A record with room for so many transitions. Null without memory.
cluster_record *record_create(memory *memory, int32_t count);

/// One more user of a record, or of none.
cluster_record *record_join(cluster_record *record);

/// Lets a record go; null does nothing.
void record_leave(memory *memory, cluster_record *record);
