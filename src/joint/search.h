#pragma once

/// The search over configurations: where all units are at once. LaCAM (lazy constraints addition search; Okumura 2023):
/// depth first; each configuration is left by steps of PIBT (joint/steps.h), which are varied by constraints on where
/// single units go, added one by one. It is complete: in the end, constraints spell out each possible step.
///
/// Units that share goals exchange them at each configuration, as long as the sum of the squares of their ways falls:
/// so none waits behind one that has arrived (compare TSWAP, Okumura & Defago 2023).
///
/// A search takes long seldom, but then very long; so it is begun again and again in another order of the units, with
/// growing limits. Nothing is left to the time of the day: chance is a hash of run, step, unit and place.

#include "joint/steps.h"

typedef enum search_answer { SEARCH_OPEN, SEARCH_FOUND, SEARCH_EXHAUSTED } search_answer;

/// A configuration.
typedef struct search_node {
    uint64_t hash;
    int32_t parent;                            ///< -1: the first one
    int32_t same_slot;                         ///< the next node of the hash table's slot; -1 = none
    int32_t first_constraint, last_constraint; ///< those that have not been used yet; -1 = none
} search_node;

/// Where a unit must go in the next step. Those of its ancestors hold, too.
typedef struct search_constraint {
    int32_t next;   ///< of the same node, to be used after this one
    int32_t parent; ///< -1: this one constrains nothing, and has no parent
    int32_t place;
    int16_t unit;
    int16_t depth; ///< number of constraints: this one and its ancestors
} search_constraint;

/// What is known of each unit at each node.
typedef struct search_columns {
    int32_t *places; ///< [place * unit_count * nodes]
    size_t places_capacity;
    uint8_t *moves; ///< [unit * unit_count * nodes] units in the order in which they have moved to a node
    size_t moves_capacity;
    uint8_t *orders; ///< [unit * unit_count * nodes] units in the order in which they decide at a node
    size_t orders_capacity;
    uint16_t *ages; ///< [age * unit_count * nodes] steps since a unit was at its goal
    size_t ages_capacity;
    uint8_t *goals; ///< [unit * unit_count * nodes] whose first goal each unit has at a node
    size_t goals_capacity;
} search_columns;

typedef struct search {
    memory *memory;
    stepper stepper;
    search_columns columns;
    bool has_groups; ///< some units may exchange goals
    int32_t first_goals[JOINT_MOST_UNITS];
    const uint16_t *first_ways[JOINT_MOST_UNITS]; ///< to the first goals
    search_node *nodes;
    size_t node_capacity;
    int32_t node_count;
    search_constraint *constraints;
    size_t constraint_capacity;
    int32_t constraint_count;
    int32_t *stack; ///< nodes, the deepest one last
    size_t stack_capacity;
    int32_t stack_count;
    int32_t *slots; ///< the hash table: first node of each slot; -1 = none
    size_t slot_capacity;
    int32_t slot_count; ///< a power of 2
    int32_t found;      ///< the node at which all are at their goals
    int32_t best;       ///< the first node at which the fewest are away from theirs
    int32_t least_away; ///< so many of them
} search;

void search_init(search *search, memory *memory);

void search_release(search *search);

/// Begins a run from the units' starts.
///
/// @param run  its number; run 0 lets those with the longest ways decide first
fw_result search_begin(search *search, const places *places, knot_unit *units, int32_t unit_count,
                       uint64_t run);

/// Makes one step from the configuration that was reached last.
fw_result search_expand(search *search, search_answer *answer);

/// Where units are at a node: [place * unit_count].
static inline const int32_t *search_places(const search *search, int32_t node)
{
    return search->columns.places + (size_t)node * (size_t)search->stepper.unit_count;
}

/// The units in the order in which they have moved from the node's parent to the node.
static inline const uint8_t *search_moves(const search *search, int32_t node)
{
    return search->columns.moves + (size_t)node * (size_t)search->stepper.unit_count;
}

/// The unit that has the first goal of another one at a node.
int32_t search_owner(const search *search, int32_t node, int32_t goal);
