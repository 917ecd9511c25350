#pragma once

/// The repair of regions by a commit, in two steps: regions_stage() may fail; then regions_publish(), which cannot
/// fail, or regions_discard().

#include "fairway/result.h"
#include "map/change_list.h"
#include "map/layer.h"

typedef struct regions regions;

/// Stages the repair after some words of the layer have changed.
///
/// @param layer  the layer, which holds the new words
/// @return FW_OK, or FW_NO_MEMORY: nothing is changed and nothing staged (put the old words back)
fw_result regions_stage(regions *regions, const layer *layer, const change_list *changes);

/// Publishes the staged repair.
void regions_publish(regions *regions);

/// Discards the staged repair. The caller puts the layer's old words back.
void regions_discard(regions *regions);
