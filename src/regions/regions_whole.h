#pragma once

/// Labels for all nodes at once, and the list of those that change.

#include "regions/regions_inside.h"

/// Which nodes of the staged records are connected.
typedef struct node_classes {
    size_t count;      ///< nodes
    uint32_t *parents; ///< [node, see region_slot::first_node] towards the root of the class, by union_find.h
} node_classes;

/// Finds the classes; to be given back by regions_drop_classes(). FW_OK or FW_NO_MEMORY.
fw_result regions_find_classes(regions *regions, node_classes *classes);

void regions_drop_classes(regions *regions, node_classes *classes);

/// Finds the labels of all classes, and the nodes whose labels change, into `redo`. FW_OK or FW_NO_MEMORY.
fw_result regions_label_classes(regions *regions, const node_classes *classes);

/// The same for classes that are not found yet.
fw_result regions_label_all(regions *regions);

/// Notes the label that a node of a class will carry, into `redo` if it is another one than before.
///
/// @param before               0: the node is new
/// @param[in,out] class_label  0: the class gets an unused label
/// @return FW_OK or FW_NO_MEMORY
fw_result regions_note_label(regions *regions, node_id node, uint32_t before, uint32_t *class_label);
