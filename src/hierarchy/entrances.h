#pragma once

/// Where a unit may cross from a cluster into its neighbours.
///
/// An entrance is a longest run of straight steps across a side; it is cut into pieces, and each gets one transition,
/// at its cheapest step, or, as in the article, at the step with the greatest clearance. As the tiles of a run are
/// connected along the border, on both sides, no way is lost. Diagonal steps need transitions of their own only where
/// both tiles beside them are blocked (corner rule `always`); all other diagonal steps can be replaced by two straight
/// ones. Both clusters of a side find the same transitions in the same order.
///
/// Source: Botea, Mueller & Schaeffer 2004, "entrances"; Harabor & Botea 2008, who look for them for size 1 and filter
/// by clearance. Here they are found for each size, because the entrances that are left lose paths of larger units.

#include <stdint.h>

#include "hierarchy/cluster_grid.h"
#include "hierarchy/ground.h"

/// A transition, seen from a cluster.
typedef struct transition {
    uint16_t tile; ///< the last tile in the cluster, in the arrays of its ground
    uint8_t move;  ///< from there into the neighbour
} transition;

enum { TRANSITION_TILE = 13 }; ///< bits of the tile in a packed transition, below those of the move

_Static_assert((CLUSTER_MOST + 2) * (CLUSTER_MOST + 2) <= 1 << TRANSITION_TILE,
               "a tile and a move fit into 16 bits");

/// A transition in 16 bits.
static inline uint16_t transition_packed(const transition *unpacked)
{
    return (uint16_t)(unpacked->tile | unpacked->move << TRANSITION_TILE);
}

static inline transition transition_unpacked(uint16_t packed)
{
    return (transition){ packed & ((1 << TRANSITION_TILE) - 1), (uint8_t)(packed >> TRANSITION_TILE) };
}

/// Most transitions of a cluster: each side has at most as many as tiles, each corner one.
enum { MOST_TRANSITIONS = 4 * CLUSTER_MOST + 4 };

typedef struct transition_list {
    transition items[MOST_TRANSITIONS];
    uint16_t first[MOVE_COUNT + 1]; ///< those of a side are first[side] .. first[side + 1] - 1
} transition_list;

/// Finds the transitions of the cluster that is loaded.
///
/// @param rules           of the ground; overlays do not change clearance
/// @param longest         tiles of a piece at most
/// @param most_clearance  transitions lie where clearance is greatest, counted up to this; 0: at cheapest steps
void entrances_find(const ground *ground, const ground_rules *rules, int32_t longest, int32_t most_clearance,
                    transition_list *list);
