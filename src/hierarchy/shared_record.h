#pragma once

/// What a graph for several kinds of units knows of a cluster, a kind being a size and a capability with its costs. The
/// transitions are those of all kinds, each annotated with the kinds that may use it; so are the edges.
///
/// Strong dominance: of the edges between two transitions that cost the same one is left, for all of their kinds. (The
/// article annotates an edge with a capability and a clearance. Where terrains differ in cost, a way need not cost a
/// small unit what it costs a large one; so kinds are listed.) The cheapest edge of a pair is in `edges` of the record,
/// where landmarks read it: what one of the kinds pays at least is a lower bound for all.
///
/// Source: Harabor & Botea 2008, "Annotated Planning with Hierarchical Abstraction".

#include "hierarchy/cluster_record.h"

enum { SHARED_KINDS = 16 }; ///< most kinds of a graph

/// The kinds that may use something, one bit each.
typedef uint16_t kind_set;

/// An edge that costs more than the cheapest one of the same pair.
typedef struct costlier_edge {
    cluster_edge edge;
    kind_set kinds;
    uint16_t follow; ///< edges of the same pair that come next
} costlier_edge;

enum { NO_COSTLIER_EDGE = UINT16_MAX };

/// What follows the transitions of a shared record.
typedef struct shared_notes {
    uint32_t *costlier_count;
    uint32_t *row;           ///< [transition i] the first of `costlier` for edges between i and those before
    costlier_edge *costlier; ///< [costlier_count]
    kind_set *may_use;       ///< [transition]
    kind_set *kinds; ///< [cluster_record_place()] those that pay the cheapest edge; 0: there is no edge
    uint16_t *first; ///< [cluster_record_place()] of `costlier`, from its row on, or NO_COSTLIER_EDGE
} shared_notes;

static inline shared_notes shared_notes_of(const cluster_record *record)
{
    const size_t count = (size_t)cluster_record_count(record), pairs = count * (count - 1) / 2;
    shared_notes notes = { .costlier_count = (uint32_t *)(void *)(record->transitions + count) };
    notes.row = notes.costlier_count + 1;
    notes.costlier = (costlier_edge *)(void *)(notes.row + count);
    notes.may_use = (kind_set *)(void *)(notes.costlier + *notes.costlier_count);
    notes.kinds = notes.may_use + count;
    notes.first = notes.kinds + pairs;
    return notes;
}

/// Bytes of the notes of so many transitions.
static inline size_t shared_notes_bytes(int32_t count, size_t costlier)
{
    return ((size_t)count + 1) * sizeof(uint32_t) + costlier * sizeof(costlier_edge) +
           (size_t)count * sizeof(kind_set) +
           (size_t)(count * (count - 1) / 2) * (sizeof(kind_set) + sizeof(uint16_t));
}

/// The edge between two transitions that a kind pays.
///
/// @param kind  one bit
static inline cluster_edge shared_edge(const cluster_record *record, const shared_notes *notes, int32_t a,
                                       int32_t b, kind_set kind)
{
    const size_t place = cluster_record_place(a, b);
    if (notes->kinds[place] & kind)
        return record->edges[place];
    if (notes->first[place] == NO_COSTLIER_EDGE)
        return cluster_edge_none();
    const costlier_edge *edge = &notes->costlier[notes->row[a > b ? a : b] + notes->first[place]];
    for (int32_t left = edge->follow; !(edge->kinds & kind); left--, edge++)
        if (left == 0)
            return cluster_edge_none();
    return edge->edge;
}

/// The records of single kinds of which a shared one is made.
typedef struct kind_records {
    const transition_list *transitions; ///< of all kinds
    const kind_set *may_use;            ///< [transition]
    /// [kind] that of its transitions alone, in the same order; null: it has none
    cluster_record *records[SHARED_KINDS];
    /// [kind][transition] number among those of the kind
    uint16_t place[SHARED_KINDS][MOST_TRANSITIONS];
} kind_records;

/// Makes a shared record. Null without memory. There must be transitions.
cluster_record *shared_record_create(memory *memory, const kind_records *from);
