#pragma once

/// Figures that are broken on purpose: a test that checks what a figure teaches must notice.

#include "common/canvas.h"

/// Parts of a figure that can be broken: its path, each path beside it, what each pen has drawn, its walls; the path
/// changes places with the first one beside it, or this one with the second one.
enum {
    BREAKAGE_PATH,
    BREAKAGE_OTHERS,
    BREAKAGE_PENS = BREAKAGE_OTHERS + IO_MOST_COMPANIONS,
    BREAKAGE_WALLS = BREAKAGE_PENS + IO_PENS,
    BREAKAGE_SWAP,
    BREAKAGE_SWAP_OTHERS,
    BREAKAGES
};

/// True if a figure has a part.
bool breakage_is_possible(const canvas *canvas, int part);

/// Breaks a part of a figure: paths and constructions are moved aside or swapped, walls taken away.
void breakage_apply(canvas *canvas, int part);

/// True if an assertion of a check fails. The check runs in a process of its own, and so may break what it is given.
bool breakage_is_noticed(void (*check)(void *user), void *user);
