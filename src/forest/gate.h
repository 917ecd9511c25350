#ifndef FOREST_GATE_H
#define FOREST_GATE_H

/// @file
/// Gates: two circles that touch leave no way between them, though a line may graze both. A line through a gate has the
/// two on different sides and touches them in the same place.

#include <math.h>
#include <stdbool.h>

#include "fairway/forest.h"

/// Half the width of what is closed around a place where two circles touch, in tiles.
#define GATE (10 * FW_FOREST_TOUCH)

/// Headings of lines that graze a circle may miss what it hides by so much, as slopes.
#define GATE_SLOPE 1e-3

enum { GATE_MOST = 16 };

/// Circles that a line grazes.
typedef struct gate_watch {
    int count;
    struct {
        double x, y, radius;
        double aside; ///< of its centre from the line, with a sign for the side
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

/// True if two of them touch, one at each side of the line.
static inline bool gate_is_passed(const gate_watch *grazed)
{
    for (int i = 1; i < grazed->count; i++)
        for (int j = 0; j < i; j++) {
            const double dx = grazed->circles[i].x - grazed->circles[j].x;
            const double dy = grazed->circles[i].y - grazed->circles[j].y;
            const double gap =
                sqrt(dx * dx + dy * dy) - grazed->circles[i].radius - grazed->circles[j].radius;
            if (gap <= FW_FOREST_TOUCH && grazed->circles[i].aside * grazed->circles[j].aside < 0)
                return true;
        }
    return false;
}

#endif
