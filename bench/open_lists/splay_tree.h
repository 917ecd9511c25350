#pragma once

/// A look at a splay tree's shape.

#include <stddef.h>

typedef struct splay_tree_shape {
    size_t count;   ///< nodes
    size_t deepest; ///< links from the root to the deepest node
    double mean;    ///< links from the root to a node
} splay_tree_shape;

/// The shape of a list of kind open_list_splay_tree.
splay_tree_shape splay_tree_look(const void *list);
