#ifndef REGIONS_REGIONS_H
#define REGIONS_REGIONS_H

/// @file
/// Which anchors of a layer are connected: a label for each, in blocks of 64 x 64 anchors. A commit repairs the blocks
/// that it changes, and the labels around them.
///
/// Two-step repair: regions_stage() prepares and may fail, then regions_publish() cannot fail, or
/// regions_discard() takes it back.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "map/layer.h"

typedef struct regions regions;

/// Labels a layer from scratch.
///
/// @param memory        memory; the same for all further calls on these regions
/// @param layer          the layer
/// @param diagonal    true: anchors are also connected corner to corner (corner rule `always`)
/// @param[out] built  the regions; give back with regions_destroy()
/// @return FW_OK or FW_NO_MEMORY
fw_result regions_build(memory *memory, const layer *layer, bool diagonal, regions **built);

/// Frees regions; null does nothing.
void regions_destroy(memory *memory, regions *doomed);

/// Label of an anchor, 0 where the layer is blocked; anchors with equal labels are connected. (x, y) must lie within
/// the map. A label means something until the next regions_publish() only. Between staging and what ends it, labels
/// must not be asked for.
uint32_t regions_label(const regions *regions, const layer *layer, int32_t x, int32_t y);

/// Prepares the repair after some words of the layer were changed.
///
/// @param regions       what to repair
/// @param layer       the layer, already holding the new words
/// @param changes  [change * count] each word that differs, once, in order of y, then word
/// @param count    how many
/// @return FW_OK; FW_NO_MEMORY: nothing is changed and nothing staged (put the old words back)
fw_result regions_stage(regions *regions, const layer *layer, const layer_change *changes, size_t count);

/// Publishes the staged repair.
void regions_publish(regions *regions);

/// Discards the staged repair. The caller puts the layer's old words back.
void regions_discard(regions *regions);

/// The anchor with this label whose body centre (anchor + size / 2) is nearest to a point; ties by y, then x.
/// The least of the distances as doubles compute them, which is exact for multiples of 1/2.
///
/// @return false when no anchor has this label
bool regions_nearest(const regions *regions, const layer *layer, uint32_t label, double x, double y,
                     int32_t *nearest_x, int32_t *nearest_y);

/// Bytes held.
size_t regions_bytes(const regions *regions);

#endif
