#pragma once

/// Comparison of two graphs of clusters.

#include "hierarchy/hierarchy.h"

/// Fails unless all transitions and edges are the same.
void assert_same_graph(const hierarchy *a, const hierarchy *b);

/// Fails unless all distances from landmarks are the same.
void assert_same_landmarks(const hierarchy *a, const hierarchy *b);
