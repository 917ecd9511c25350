#pragma once

/// Simple smoothing: leaves out each point that a free line can replace. Source: Pinter 2001, Listing 1.

#include "shape/curved/way.h"

typedef struct simple_pass {
    shape_points tiles;        ///< the way, tile by tile
    int32_t next;              ///< next line whose tiles are listed, or next point that may be left out
    int32_t kept;              ///< points kept so far; 0: not all tiles are listed
    int32_t check;             ///< index, in the full list of tiles, of the point that was kept last
    double length;             ///< of the way up to this point, in tiles
    path_stretches impossible; ///< stretches of the new way that the sampled test refuses
} simple_pass;

/// Begins to leave out points of a way, which is split into its tiles first. FW_OK or FW_NO_MEMORY.
fw_result simple_begin(simple_pass *pass, memory *memory, const shape_points *way);

/// Continues, in place.
///
/// @param sampled  true: test lines as Pinter does, at points `sample_step` tiles apart, each with the four ends of a
///                 diamond around the body: paths may touch blocked tiles. Steps of the way that fail this test stay as
///                 they are and are listed as impossible. false: test lines exactly
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the way is as before
fw_result simple_step(simple_pass *pass, memory *memory, const way_rules *rules, bool sampled,
                      shape_points *way);

enum { DIAMOND_ENDS = 4 }; ///< points that the sampled test looks at around a place

/// The number of places on a line at which the sampled test looks, less one.
double simple_sample_steps(const way_rules *rules, vector from, vector to);

/// The body's centre at a place on a line.
vector simple_sample_place(const way_rules *rules, vector from, vector to, double index, double steps);

/// One of the four ends of a diamond around the body.
///
/// @param end  0..3: west, east, north, south
vector simple_sample(const way_rules *rules, vector centre, int end);

/// True if the tile under a sample is free for the unit's body.
bool simple_sample_is_free(const way_rules *rules, vector sample);
