#include "map/pin.h"

#include <stddef.h>

#include "map/map_inside.h"
#include "map/versions.h"

enum { RESTS = 1 };

static void lock(map_pins *pins)
{
    while (atomic_flag_test_and_set_explicit(&pins->lock, memory_order_acquire))
        continue;
}

static void unlock(map_pins *pins)
{
    atomic_flag_clear_explicit(&pins->lock, memory_order_release);
}

void map_pin_join(const fw_map *map, map_pin *pin)
{
    map_pins *pins = &map->editor->pins;
    atomic_init(&pin->held, 0);
    pin->map = map;
    pin->previous = NULL;
    lock(pins);
    pin->next = pins->first;
    if (pins->first)
        pins->first->previous = pin;
    pins->first = pin;
    unlock(pins);
}

void map_pin_leave(map_pin *pin)
{
    map_pins *pins = &pin->map->editor->pins;
    lock(pins);
    *(pin->previous ? &pin->previous->next : &pins->first) = pin->next;
    if (pin->next)
        pin->next->previous = pin->previous;
    unlock(pins);
}

const fw_map *map_pin_hold(map_pin *pin)
{
    for (;;) {
        fw_map *newest = atomic_load(&pin->map->seen);
        atomic_store(&pin->held, (uintptr_t)newest);
        if (newest && atomic_load(&pin->map->seen) == newest)
            return newest;
    }
}

void map_pin_let_go(map_pin *pin)
{
    atomic_store_explicit(&pin->held, 0, memory_order_release);
}

void map_pin_rest(map_pin *pin)
{
    const uintptr_t held = atomic_load_explicit(&pin->held, memory_order_relaxed);
    atomic_store_explicit(&pin->held, held | RESTS, memory_order_release);
}

bool map_pin_go_on(map_pin *pin)
{
    uintptr_t held = atomic_load_explicit(&pin->held, memory_order_relaxed);
    return held != 0 && atomic_compare_exchange_strong(&pin->held, &held, held & ~(uintptr_t)RESTS);
}

/// Pins are looked at first, counts of snapshots then: a reader that takes a snapshot counts it before its pin lets go,
/// so that one of both looks finds its version held.
void versions_mark_held(map_editor *editor)
{
    for (fw_map *version = editor->versions; version; version = version->next)
        version->is_held = false;
    lock(&editor->pins);
    for (map_pin *pin = editor->pins.first; pin; pin = pin->next) {
        fw_map *held =
            (fw_map *)(atomic_load(&pin->held) & ~(uintptr_t)RESTS); // NOLINT(performance-no-int-to-ptr)
        if (held)
            held->is_held = true;
    }
    unlock(&editor->pins);
    for (fw_map *version = editor->versions; version; version = version->next)
        version->is_held = version->is_held || atomic_load(&version->snapshots) > 0;
}

void versions_take_from_resting(map_editor *editor, const fw_map *version)
{
    lock(&editor->pins);
    for (map_pin *pin = editor->pins.first; pin; pin = pin->next) {
        uintptr_t resting = (uintptr_t)version | RESTS;
        atomic_compare_exchange_strong(&pin->held, &resting, 0);
    }
    unlock(&editor->pins);
}
