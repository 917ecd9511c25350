#include "joint/snap.h"

/// Units on the way to a unit that can be matched anew, in the order of a wave.
typedef struct match_wave {
    const places *places;
    const knot_unit *units;
    const int32_t *from;
    int32_t *to; ///< matched point of each unit; -1 = none
    int32_t count;
    uint8_t queue[JOINT_MOST_UNITS];
    /// The unit that wants a unit's point; -1: not reached; itself: the first
    int16_t before[JOINT_MOST_UNITS];
    int32_t wanted[JOINT_MOST_UNITS]; ///< the point that it would take instead
} match_wave;

static bool may_take(const match_wave *wave, int32_t unit, const place_arc *arc)
{
    return arc->to < wave->places->lattice_count &&
           arc->ranks[wave->units[unit].ground] > wave->units[unit].rank;
}

static int32_t owner_of(const match_wave *wave, int32_t point)
{
    for (int32_t i = 0; i < wave->count; i++)
        if (wave->to[i] == point)
            return i;
    return -1;
}

/// Gives a unit the nearest free point; -1: all are taken, and those who have them are asked.
static int32_t nearest_free(match_wave *wave, int32_t unit)
{
    const places *places = wave->places;
    int32_t best = -1;
    uint8_t length = 0;
    for (int32_t i = places->first[wave->from[unit]]; i < places->first[wave->from[unit] + 1]; i++) {
        const place_arc *arc = &places->arcs[i];
        if (may_take(wave, unit, arc) && (best < 0 || arc->length < length) && owner_of(wave, arc->to) < 0) {
            best = arc->to;
            length = arc->length;
        }
    }
    return best;
}

/// Finds a point for a unit along an augmenting path (Kuhn 1955), by a wave.
static void match(match_wave *wave, int32_t first)
{
    const places *places = wave->places;
    int32_t head = 0, tail = 0;
    for (int32_t i = 0; i < wave->count; i++)
        wave->before[i] = -1;
    wave->before[first] = (int16_t)first;
    wave->queue[tail++] = (uint8_t)first;
    while (head < tail) {
        int32_t unit = wave->queue[head++];
        int32_t point = nearest_free(wave, unit);
        if (point >= 0) {
            for (;; unit = wave->before[unit]) {
                const int32_t left = wave->to[unit];
                wave->to[unit] = point;
                if (unit == first)
                    return;
                point = left;
            }
        }
        for (int32_t i = places->first[wave->from[unit]]; i < places->first[wave->from[unit] + 1]; i++) {
            const int32_t owner =
                may_take(wave, unit, &places->arcs[i]) ? owner_of(wave, places->arcs[i].to) : -1;
            if (owner >= 0 && wave->before[owner] < 0 && wave->from[owner] >= places->lattice_count) {
                wave->before[owner] = (int16_t)unit;
                wave->queue[tail++] = (uint8_t)owner;
            }
        }
    }
}

/// True if no other unit is in the way of a unit's move. Those that have moved are at their new places.
static bool can_go(const match_wave *wave, const bool *has_moved, int32_t unit)
{
    const joint_place *at = wave->places->at;
    for (int32_t i = 0; i < wave->count; i++) {
        const double reach = wave->units[i].radius + wave->units[unit].radius;
        if (i != unit && move_touches(at[wave->from[unit]], at[wave->to[unit]],
                                      at[has_moved[i] ? wave->to[i] : wave->from[i]], reach))
            return false;
    }
    return true;
}

void snap_find(snap *snap, const places *places, const knot_unit *units, int32_t count, const int32_t *from)
{
    match_wave wave = { .places = places, .units = units, .from = from, .to = snap->to, .count = count };
    bool has_moved[JOINT_MOST_UNITS];
    for (int32_t i = 0; i < count; i++) {
        wave.to[i] = from[i] < places->lattice_count ? from[i] : -1;
        has_moved[i] = false;
    }
    for (int32_t i = 0; i < count; i++)
        if (wave.to[i] < 0)
            match(&wave, i);
    snap->count = 0;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int32_t i = 0; i < count; i++)
            if (!has_moved[i] && wave.to[i] >= 0 && wave.to[i] != from[i] && can_go(&wave, has_moved, i)) {
                has_moved[i] = goes_on = true;
                snap->units[snap->count++] = (uint8_t)i;
            }
    }
    for (int32_t i = 0; i < count; i++)
        if (!has_moved[i])
            wave.to[i] = from[i];
}
