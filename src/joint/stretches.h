#pragma once

/// Boxes around stretches of the paths of a plan: where two stretches are far from each other, no beats are compared.

#include "base/box.h"
#include "joint/problem.h"

enum { STRETCH = 32 }; ///< beats of a path that have a box of their own

/// Number of stretches of a path.
static inline int32_t stretches_of(int32_t beats)
{
    return (beats + STRETCH - 1) / STRETCH;
}

/// True if a stretch of a path, of those that hold the beats from one to another one, comes nearer to a box than this.
///
/// @param boxes  [box * stretches_of(beats)] of the path
static inline bool stretches_come_near(const fw_box *boxes, double from, double to, const fw_box *box,
                                       double reach)
{
    for (int32_t i = (int32_t)from / STRETCH; i * STRETCH < to; i++)
        if (gap_between(&boxes[i], box) <= reach)
            return true;
    return false;
}

/// Finds the boxes of a unit's path. The last beat of each stretch is the first one of the next.
///
/// @param places      [place * beats * units]
/// @param[out] boxes  [box * stretches_of(beats)]
static inline void stretches_measure(const joint_place *places, int32_t units, int32_t beats, int32_t unit,
                                     fw_box *boxes)
{
    for (int32_t i = 0; i < stretches_of(beats); i++) {
        boxes[i] = EMPTY_BOX;
        for (int32_t beat = i * STRETCH; beat <= (i + 1) * STRETCH && beat < beats; beat++) {
            const joint_place at = places[(size_t)beat * (size_t)units + (size_t)unit];
            box_take_in(&boxes[i], at.x, at.y);
        }
    }
}
