#pragma once

/// Contacts of a round body with round obstacles.

#include "fairway/forest.h"

/// Round obstacles, and the radius of a round body.
typedef struct circles {
    const fw_tree *items; ///< [tree * count]
    int32_t count;
    double body;
} circles;

/// Where a body that follows a segment first overlaps a circle: tiles along the segment; infinite: nowhere.
double circles_first_overlap(const circles *all, const fw_segment *segment);
