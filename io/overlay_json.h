#pragma once

/// Overlays as JSON: blocked rectangles, forbidden moves, added costs, a corridor.
///
/// `{ "blocked": [[x, y, w, h]], "forbidden": [[x, y, "E NE SE"]], "costs": [[x, y, w, h, added]],
///    "corridor": [x, y, w, h] }`; each part may be left out.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "io/fault.h"

enum { IO_MOVES = 8 };

/// Names of moves, in the order of the bits FW_MOVE_.
extern const char *const io_move_names[IO_MOVES];

typedef enum io_overlay_kind {
    IO_OVERLAY_BLOCKED,
    IO_OVERLAY_FORBIDDEN,
    IO_OVERLAY_COST,
    IO_OVERLAY_CORRIDOR
} io_overlay_kind;

/// One change of an overlay: the arguments of one call.
typedef struct io_overlay_part {
    io_overlay_kind kind;
    int32_t index;         ///< in the file's list of parts of this kind
    int32_t x, y;          ///< north-west tile
    int32_t width, height; ///< tiles; 1 for a forbidden move
    uint8_t moves;         ///< FW_MOVE_ bits that are forbidden
    float cost;            ///< added per tile of length
} io_overlay_part;

/// An overlay as a file describes it.
typedef struct io_overlay {
    const char *name;       ///< of the file, for faults; not copied
    io_overlay_part *parts; ///< [part * count]
    size_t count;
    bool has_corridor;
} io_overlay;

/// Reads an overlay.
///
/// @param name          for faults; must live as long as the overlay
/// @param[out] overlay  to be freed
bool io_overlay_read(const char *name, const char *bytes, size_t size, io_overlay *overlay, io_fault *fault);

/// Reads an overlay from a file, as io_overlay_read() does.
bool io_overlay_load(const char *file, io_overlay *overlay, io_fault *fault);

void io_overlay_free(io_overlay *overlay);

/// Applies all parts to an overlay of the library.
///
/// @return false, with a fault: a tile lies outside the overlay's map, costs sum up to more than 255, or there is no
///         memory
bool io_overlay_apply(const io_overlay *parts, fw_overlay *overlay, io_fault *fault);
