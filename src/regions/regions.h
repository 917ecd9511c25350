#pragma once

/// Which anchors of a layer are connected: connected anchors have equal labels. Labels are kept by blocks. A commit
/// repairs the blocks that it changes, and the labels around them: see regions_stage.h.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "map/layer.h"

typedef struct regions regions;

/// Labels a layer from scratch.
///
/// @param memory      must stay valid as long as the regions
/// @param diagonal    true: anchors are also connected corner to corner (corner rule `always`)
/// @param[out] built  the regions; give back with regions_destroy()
/// @return FW_OK or FW_NO_MEMORY
fw_result regions_build(memory *memory, const layer *layer, bool diagonal, regions **built);

/// Regions like those of an equal layer, which share what is the same, and are of one family with them.
///
/// @param from         the regions of their family that change
/// @param[out] copied  the regions; give back with regions_destroy()
/// @return FW_OK or FW_NO_MEMORY
fw_result regions_copy(const regions *from, regions **copied);

/// Makes regions equal to those of their family that change.
void regions_catch_up(regions *regions, struct regions *newest);

/// Lets regions that were built anew be those of another's family that change.
void regions_succeed(regions *built, const regions *former);

/// Frees regions; null does nothing.
void regions_destroy(memory *memory, regions *doomed);

/// The label of an anchor, 0 if the layer is blocked there. (x, y) must lie within the map. Labels are valid until the
/// next regions_publish(). Not to be called between regions_stage() and regions_publish() or regions_discard().
uint32_t regions_label(const regions *regions, const layer *layer, int32_t x, int32_t y);

/// Finds the anchor with a label whose body centre (anchor + size / 2) is nearest to a point; ties by y, then x.
/// Distances are compared as doubles, which are exact for points at multiples of 1/2. Returns false if no anchor has
/// this label.
bool regions_nearest(const regions *regions, const layer *layer, uint32_t label, double x, double y,
                     int32_t *nearest_x, int32_t *nearest_y);

/// Bytes held.
size_t regions_bytes(const regions *regions);
