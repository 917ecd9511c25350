#pragma once

/// Gates: no body passes between two circles that touch, though a line may graze both. A line through such a gate
/// touches the two circles in the same place and has one of them on each side.

#include <math.h>
#include <stdbool.h>

#include "base/vector.h"
#include "fairway/forest.h"

/// Half the width of the closed gate around the place where two circles touch, in tiles.
#define GATE (10 * FW_FOREST_TOUCH)

/// Tolerance for the headings of lines that graze a circle, as slopes: the line may be tested against a circle whose
/// hidden headings it misses by this much.
#define GATE_SLOPE 1e-3

enum { GATE_MOST = 16 };

/// Circles that a line grazes.
typedef struct gate_watch {
    int count;
    struct {
        double x, y, radius;
        double aside; ///< signed distance of its centre from the line
    } circles[GATE_MOST];
} gate_watch;

static inline void gate_note(gate_watch *grazed, double x, double y, double radius, double aside)
{
    if (grazed->count == GATE_MOST)
        return;
    grazed->circles[grazed->count].x = x;
    grazed->circles[grazed->count].y = y;
    grazed->circles[grazed->count].radius = radius;
    grazed->circles[grazed->count++].aside = aside;
}

/// True if two of the grazed circles touch, and lie on different sides of the line.
static inline bool gate_is_passed(const gate_watch *grazed)
{
    for (int i = 1; i < grazed->count; i++)
        for (int j = 0; j < i; j++) {
            const double gap = hypotenuse(grazed->circles[i].x - grazed->circles[j].x,
                                          grazed->circles[i].y - grazed->circles[j].y) -
                               grazed->circles[i].radius - grazed->circles[j].radius;
            if (gap <= FW_FOREST_TOUCH && grazed->circles[i].aside * grazed->circles[j].aside < 0)
                return true;
        }
    return false;
}
