#pragma once

/// A walk over the anchors of a region around a point, block by block. It offers the anchors to its caller, who decides
/// how far away they may be. The walk can be stepped.

#include "regions/label_table.h"
#include "regions/regions.h"

/// What a walk does after it has offered an anchor.
typedef enum regions_offer {
    OFFER_NEXT, ///< offer the next anchor
    OFFER_NEXT_RUN, ///< leave out the other anchors of the same row that are connected with this one within the row
    OFFER_LATER ///< pause: the next step offers this anchor again
} regions_offer;

/// Takes an offered anchor, and may lower regions_walk::limit.
typedef regions_offer regions_take_fn(void *context, int32_t x, int32_t y);

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
    double limit;                ///< squared distance beyond which no anchor is offered; may be lowered
    block_box box;               ///< of the region
    int32_t column, row;         ///< the block in the middle of the rings
    int32_t ring, side, next;    ///< the next block, on a side of a ring
    int32_t column_now, row_now; ///< the block whose anchors are offered
    int32_t line;                ///< number of rows of that block whose anchors were offered
    int32_t run;                 ///< number of runs of the next row whose anchors were offered
    int32_t before, behind;      ///< the next anchors of the next run, on either side of the point
    bool is_paused;              ///< an anchor of that run is to be offered again
    bool is_over;
} regions_walk;

/// Begins a walk.
///
/// @param label  region; one that does not exist has no anchors
/// @param x, y   the point
/// @param half   offset of the place whose distance counts from its anchor, along either axis
/// @param limit  squared distance beyond which no anchor is offered
void regions_walk_begin(regions_walk *walk, const regions *regions, const layer *layer, uint32_t label,
                        double x, double y, double half, double limit, regions_take_fn *take, void *context);

/// Offers the anchors of one more block. In each run of anchors the nearest one is offered first.
///
/// @param within  anchors of blocks outside are left out; null: none are
/// @return false if no anchor within the limit is left
bool regions_walk_step(regions_walk *walk, const block_box *within);
