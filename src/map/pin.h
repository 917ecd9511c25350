#pragma once

/// How readers hold a version of a map while its editor goes on: a hazard pointer for each reader. A reader that rests,
/// such as a search between two steps, may lose its version if more old versions are held than the map allows.
///
/// Source: Michael 2004, "Hazard pointers: safe memory reclamation for lock-free objects".

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "map/handle.h"
#include "record/recorder.h"

/// A reader's hold on a version. Only its reader's thread changes it, but for the loss while it rests.
typedef struct map_pin {
    _Atomic uintptr_t held; ///< the version; its lowest bit is set while the reader rests. 0 = none
    const fw_map *map;
    struct map_pin *next, *previous;
} map_pin;

/// All pins of a map.
struct map_pins {
    atomic_flag lock; ///< for the list alone: readers join and leave it when they are created and destroyed
    map_pin *first;
    int32_t old_versions; ///< most old versions that readers may hold
    recorder *recorder;   ///< records what readers ask
};

/// Joins the pins of a map. The pin must stay where it is until it leaves.
void map_pin_join(const fw_map *map, map_pin *pin);

/// Lets go of what the pin holds, and leaves the pins of its map.
void map_pin_leave(map_pin *pin);

/// Holds the version that the pin's map shows, until map_pin_let_go().
static inline const map_version *map_pin_hold(map_pin *pin)
{
    for (;;) {
        map_version *newest = atomic_load(&pin->map->seen);
        atomic_store(&pin->held, (uintptr_t)newest);
        if (newest && atomic_load(&pin->map->seen) == newest)
            return newest;
    }
}

/// Lets go of the version.
static inline void map_pin_let_go(map_pin *pin)
{
    atomic_store_explicit(&pin->held, 0, memory_order_release);
}

/// Keeps the version until the reader goes on, unless it is lost.
void map_pin_rest(map_pin *pin);

/// Goes on with the version after a rest. Returns false if it was lost: the pin holds nothing.
bool map_pin_go_on(map_pin *pin);

/// Sets `is_held` of all versions that pins hold.
void map_pins_mark_held(map_pins *pins);

/// Takes a version from all readers that rest.
void map_pins_take_from_resting(map_pins *pins, const map_version *version);
