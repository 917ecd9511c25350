#pragma once

/// The record of a block after a few of its words have changed, without finding all its components again.

#include "regions/regions_inside.h"

/// Tries to stage a block's record without finding all its components again.
///
/// @param[out] done  false: the components could not be decided, and nothing is staged
/// @return FW_OK or FW_NO_MEMORY
fw_result regions_patch_block(regions *regions, const layer *layer, const touched_block *touched,
                              const change_list *changes, bool *done);
