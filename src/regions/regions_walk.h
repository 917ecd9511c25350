#ifndef REGIONS_REGIONS_WALK_H
#define REGIONS_REGIONS_WALK_H

/// @file
/// Anchors of a region around a point, looked for block by block: a walk to the nearest that suits, which can be
/// stepped.

#include "regions/label_table.h"
#include "regions/regions.h"

/// Is offered an anchor that is not farther than the last one it took; answers whether it takes it.
typedef bool regions_take_fn(void *context, int32_t x, int32_t y);

/// One coordinate of the point.
typedef struct walk_axis {
    double point;
    double half;   ///< from an anchor to the place that is measured from
    int32_t guess; ///< the best anchor is this one or the next
} walk_axis;

typedef struct regions_walk {
    const regions *regions;
    const layer *layer;
    uint32_t label;
    walk_axis across, down;
    regions_take_fn *take;
    void *context;
    double least;             ///< squared distance of the last one taken
    block_box box;            ///< of the region
    int32_t column, row;      ///< block around which its rings lie
    int32_t ring, side, next; ///< the block that comes next: of a side of a ring
    bool is_over;
} regions_walk;

/// Begins a walk.
///
/// @param label  region; one that does not exist has no anchors
/// @param x, y   the point
/// @param half   from an anchor to the place whose distance counts, along either axis
/// @param least  squared distance beyond which no anchor is wanted
void regions_walk_begin(regions_walk *walk, const regions *regions, const layer *layer, uint32_t label,
                        double x, double y, double half, double least, regions_take_fn *take, void *context);

/// Looks at one more block. Of a row of anchors in a block the nearest is offered first, and others only if it was not
/// taken.
///
/// @return false: no anchor is left that could be nearer
bool regions_walk_step(regions_walk *walk);

#endif
