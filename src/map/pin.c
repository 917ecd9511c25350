#include "map/pin.h"

#include <stddef.h>

#include "base/spin_lock.h"
#include "map/version.h"

enum { RESTS = 1 };

void map_pin_join(const fw_map *map, map_pin *pin)
{
    map_pins *pins = map->pins;
    atomic_init(&pin->held, 0);
    pin->map = map;
    pin->previous = NULL;
    spin_lock(&pins->lock);
    pin->next = pins->first;
    if (pins->first)
        pins->first->previous = pin;
    pins->first = pin;
    spin_unlock(&pins->lock);
}

void map_pin_leave(map_pin *pin)
{
    map_pins *pins = pin->map->pins;
    spin_lock(&pins->lock);
    *(pin->previous ? &pin->previous->next : &pins->first) = pin->next;
    if (pin->next)
        pin->next->previous = pin->previous;
    spin_unlock(&pins->lock);
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

void map_pins_mark_held(map_pins *pins)
{
    spin_lock(&pins->lock);
    for (map_pin *pin = pins->first; pin; pin = pin->next) {
        const uintptr_t held = atomic_load(&pin->held) & ~(uintptr_t)RESTS;
        if (held)
            ((map_version *)held)->is_held = true; // NOLINT(performance-no-int-to-ptr)
    }
    spin_unlock(&pins->lock);
}

void map_pins_take_from_resting(map_pins *pins, const map_version *version)
{
    spin_lock(&pins->lock);
    for (map_pin *pin = pins->first; pin; pin = pin->next) {
        uintptr_t resting = (uintptr_t)version | RESTS;
        atomic_compare_exchange_strong(&pin->held, &resting, 0);
    }
    spin_unlock(&pins->lock);
}
