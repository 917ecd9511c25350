#pragma once

/// Places where units may stand, and the straight moves between them: a square lattice with 8 neighbours, of a spacing
/// at which two units fit beside each other, and places off the lattice (where units stand and want to be, doors that
/// the lattice misses). Bodies of different radii share the places: each move knows which of them may make it.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "joint/problem.h"

/// Lengths of moves and ways are counted in parts of the lattice's spacing, and rounded up. So a diagonal move is a
/// little longer than it is: two units that make room for each other by straight moves are better than one that
/// squeezes between its neighbours.
enum { LENGTH_ONE = 8, LENGTH_MOST = 15 };

/// Places to which one is tied, at most.
enum { MOST_NEAR = 64 };

/// The bodies of one kind of ground, by radius.
typedef struct body_ranks {
    const sweep_ground *ground;
    sweep_body bodies[JOINT_MOST_UNITS]; ///< [rank * count], radii grow
    int32_t count;
} body_ranks;

/// A move from a place to another.
typedef struct place_arc {
    int32_t to;
    uint8_t length;                    ///< in 1/LENGTH_ONE of the spacing, 1 .. LENGTH_MOST
    uint8_t ranks[JOINT_MOST_GROUNDS]; ///< bodies of lower rank than this may make the move
} place_arc;

/// Both directions of a move, while places are collected.
typedef struct place_edge {
    int32_t from;
    place_arc arc;
} place_edge;

/// A rectangle of lattice points.
typedef struct lattice {
    double spacing;
    double x, y; ///< of its first point
    int32_t columns, rows;
    int32_t *index; ///< [columns * rows] 1 + the place at a lattice point; 0 = none
    size_t capacity;
} lattice;

typedef struct places {
    memory *memory;
    const body_ranks *ranks; ///< [ground * ground_count]
    int32_t ground_count;
    lattice lattice;
    joint_place *at; ///< [place * count]
    size_t at_capacity;
    int32_t count;
    int32_t lattice_count; ///< the first so many are points of the lattice
    /// The first so many are for all units; the others are starts and goals off the lattice
    int32_t shared_count;
    int32_t expanded; ///< places whose neighbours on the lattice are known
    int32_t *hops;    ///< [place * count] from where units stand, while the lattice grows
    size_t hops_capacity;
    place_edge *edges;
    size_t edge_count, edge_capacity;
    int32_t *first; ///< [count + 1] each place's first arc
    size_t first_capacity;
    place_arc *arcs;
    size_t arc_capacity;
    int32_t most_arcs; ///< of one place
} places;

void places_init(places *places, memory *memory);

void places_release(places *places);

/// Begins a lattice over a box of places; all of its index is 0.
///
/// @return FW_TOO_MANY if the box holds too many lattice points
fw_result lattice_begin(lattice *lattice, memory *memory, const fw_box *box, double spacing, double offset_x,
                        double offset_y);

/// Begins places on a lattice, without any.
///
/// @return as lattice_begin()
fw_result places_begin(places *places, const body_ranks *ranks, int32_t ground_count, const fw_box *box,
                       double spacing, double offset_x, double offset_y);

/// Adds the lattice points to which a place is tied as seeds of the lattice.
fw_result places_seed(places *places, double x, double y, int32_t ground, int32_t rank);

/// Adds a lattice point as a seed.
fw_result places_seed_point(places *places, int32_t column, int32_t row);

/// Grows the lattice from the seeds.
///
/// @param most_hops   from a seed
/// @param[in,out] work  FW_PENDING when it is spent
fw_result places_grow(places *places, int32_t most_hops, uint64_t *work);

/// Adds a place for those only that want to be there, or finds the place that is there, and ties it to the places for
/// all units that are near. After all of these were added.
fw_result places_add(places *places, double x, double y, int32_t *place);

/// Adds a place off the lattice that is for all units, and joined to no other yet.
fw_result places_add_shared(places *places, joint_place at, int32_t *place);

/// Lists the places to which one at `at` would be tied: those near it, among lattice points and added places up to
/// `most`.
int32_t places_list_near(const places *places, joint_place at, int32_t most, int32_t near[MOST_NEAR]);

/// Joins two places by a move, if some body may make it.
fw_result places_join(places *places, int32_t from, int32_t to);

/// Sorts the moves by place: arcs can be read now.
fw_result places_finish(places *places);

/// The place of a lattice point.
joint_place lattice_place(const lattice *lattice, int32_t column, int32_t row);

/// The entry of a lattice point in the index; null outside of the lattice.
int32_t *lattice_entry(const lattice *lattice, int32_t column, int32_t row);

/// The lattice point nearest to a place, which may lie outside of the lattice.
void lattice_nearest(const lattice *lattice, double x, double y, int32_t *column, int32_t *row);

/// For each ground, the bodies that may move straight from one place to another.
///
/// @return false: none
bool places_judge(const places *places, joint_place from, joint_place to, uint8_t ranks[JOINT_MOST_GROUNDS]);
