#ifndef REGIONS_REGIONS_WHOLE_H
#define REGIONS_REGIONS_WHOLE_H

/// @file
/// Labels for all nodes at once, and the list of those that change.

#include "regions/regions_inside.h"

/// Finds the labels of all nodes of the staged records, and those that change, into `redo`.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result regions_label_all(regions *regions);

/// Notes the label that a node of a class will carry, into `redo` if it is another one than before.
///
/// @param before               0: the node is new
/// @param[in,out] class_label  0: the class gets an unused label
/// @return FW_OK or FW_NO_MEMORY
fw_result regions_note_label(regions *regions, node_id node, uint32_t before, uint32_t *class_label);

#endif
