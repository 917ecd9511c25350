#ifndef REGIONS_REGIONS_WALK_H
#define REGIONS_REGIONS_WALK_H

/// @file
/// A walk over the anchors of a region around a point, block by block, which finds the nearest anchor that its caller
/// accepts. The walk can be stepped.

#include "regions/label_table.h"
#include "regions/regions.h"

/// Returns true to accept an anchor, which is no farther than the last one that was accepted.
typedef bool regions_take_fn(void *context, int32_t x, int32_t y);

/// One coordinate of the point.
typedef struct walk_axis {
    double point;
    double half;   ///< offset of the measured place from its anchor
    int32_t guess; ///< the best anchor is this one or the next
} walk_axis;

typedef struct regions_walk {
    const regions *regions;
    const layer *layer;
    uint32_t label;
    walk_axis across, down;
    regions_take_fn *take;
    void *context;
    double least;             ///< squared distance of the last anchor that was accepted
    block_box box;            ///< of the region
    int32_t column, row;      ///< the block in the middle of the rings
    int32_t ring, side, next; ///< the next block, on a side of a ring
    bool is_over;
} regions_walk;

/// Begins a walk.
///
/// @param label  region; one that does not exist has no anchors
/// @param x, y   the point
/// @param half   offset of the place whose distance counts from its anchor, along either axis
/// @param least  squared distance beyond which no anchor is offered
void regions_walk_begin(regions_walk *walk, const regions *regions, const layer *layer, uint32_t label,
                        double x, double y, double half, double least, regions_take_fn *take, void *context);

/// Looks at one more block. In each run of anchors the nearest one is offered first, and the others only until one is
/// accepted.
///
/// @return false if no anchor is left that could be nearer
bool regions_walk_step(regions_walk *walk);

#endif
