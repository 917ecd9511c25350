#include "traffic/passages.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "curve/sweep_line.h"
#include "traffic/way_pool.h"

/// Places of a way that are looked at, and the distance between two of them, in tiles. Where nothing is blocked around
/// so many of them, none is looked at; then around twice as many behind them, and so on.
enum { MOST_PLACES = 4096, PLACES_AT_ONCE = 32, MOST_AT_ONCE = 256 };
#define EVERY 0.5

/// Width in tiles from which on the ground is wide for a unit.
static int32_t widest_of(const fw_traffic *traffic, const agent *unit)
{
    return (int32_t)smaller(PASSAGE_RADII * radius_of(traffic, unit), UINT8_MAX);
}

/// How many free tiles lie beside a free tile in its row, at most `most`.
///
/// @param step  1: to the right; -1: to the left
static int32_t free_in_row(const layer *open, int32_t x, int32_t y, int32_t step, int32_t most)
{
    const uint64_t blocked = ~layer_window(open, step > 0 ? x : x - (WORD_BITS - 1), y);
    int32_t count = 0;
    if (blocked) {
        const int32_t free = step > 0 ? bits_lowest(blocked) - 1 : WORD_BITS - 2 - bits_highest(blocked);
        return free < most ? free : most;
    }
    while (count < most && layer_fits_anywhere(open, x + (count + 1) * step, y))
        count++;
    return count;
}

/// The same in its column. The rows around the map are blocked.
///
/// @param step  1: down; -1: up
static int32_t free_in_column(const layer *open, int32_t x, int32_t y, int32_t step, int32_t most)
{
    int32_t count = 0;
    while (count < most && layer_fits(open, x, y + (count + 1) * step))
        count++;
    return count;
}

bool passage_at(const fw_traffic *traffic, const agent *unit, int32_t x, int32_t y, passage *found)
{
    const layer *open = kind_of(traffic, unit)->ground.open;
    const int32_t widest = widest_of(traffic, unit);
    if (!layer_fits_anywhere(open, x, y))
        return false;
    const int32_t left = free_in_row(open, x, y, -1, widest), top = free_in_column(open, x, y, -1, widest);
    const int32_t across = left + 1 + free_in_row(open, x, y, 1, widest - left);
    const int32_t down = top + 1 + free_in_column(open, x, y, 1, widest - top);
    *found = down <= across ? (passage){ .x = x, .y = y - top, .width = (uint8_t)down, .is_column = true }
                            : (passage){ .x = x - left, .y = y, .width = (uint8_t)across };
    return (down < across ? down : across) <= widest;
}

bool passage_near(const fw_traffic *traffic, const agent *unit, double x, double y, double most,
                  passage *found)
{
    if (passage_at(traffic, unit, (int32_t)floor(x), (int32_t)floor(y), found))
        return true;
    const crossing *next = passages_of(traffic, agent_slot(traffic, unit));
    if (!next || next->at.width == 0 || unit->pursuit.remaining - (double)next->rest > most)
        return false;
    *found = next->at;
    return true;
}

int32_t passage_length(const fw_traffic *traffic, const agent *unit, const passage *at, int32_t step,
                       int32_t most)
{
    passage next;
    int32_t length = 0;
    for (int32_t i = step; length < most; i += step, length++)
        if (!passage_at(traffic, unit, at->x + (at->is_column ? i : 0), at->y + (at->is_column ? 0 : i),
                        &next) ||
            next.is_column != at->is_column || next.width != at->width ||
            (at->is_column ? next.y != at->y : next.x != at->x))
            break;
    return length;
}

fw_result passages_reserve(fw_traffic *traffic, size_t units)
{
    prices *prices = &traffic->around.prices;
    const size_t before = prices->crossing_room;
    if (!prices->crossings)
        return FW_OK;
    const fw_result result = MEMORY_RESERVE_CLOSELY(&traffic->memory, prices->crossings,
                                                    prices->crossing_room, units * MOST_CROSSINGS);
    memset(prices->crossings + before, 0, (prices->crossing_room - before) * sizeof *prices->crossings);
    return result;
}

fw_result passages_provide(fw_traffic *traffic)
{
    prices *prices = &traffic->around.prices;
    const size_t count = traffic->roster.agent_room * MOST_CROSSINGS;
    if (prices->crossings)
        return FW_OK;
    prices->ways = memory_get_zeroed(&traffic->memory, PASSAGE_KEYS, sizeof *prices->ways);
    if (prices->ways)
        prices->crossings = memory_get_zeroed(&traffic->memory, count, sizeof *prices->crossings);
    prices->crossing_room = prices->crossings ? count : 0;
    if (!prices->crossings)
        passages_free(traffic);
    return prices->crossings ? FW_OK : FW_NO_MEMORY;
}

void passages_free(fw_traffic *traffic)
{
    prices *prices = &traffic->around.prices;
    memory_give_back(&traffic->memory, prices->crossings, prices->crossing_room, sizeof *prices->crossings);
    memory_give_back(&traffic->memory, prices->ways, PASSAGE_KEYS, sizeof *prices->ways);
    prices->ways = NULL;
}

void passages_enter(fw_traffic *traffic, crossing *entered)
{
    if (entered->at.width == 0)
        return;
    entered->at.key = passage_key(&entered->at);
    traffic->around.prices.ways[entered->at.key]++;
}

/// Forgets a crossing, if it is one.
static void leave(fw_traffic *traffic, crossing *left)
{
    if (left->at.key > 0)
        traffic->around.prices.ways[left->at.key]--;
    *left = (crossing){ .rest = 0 };
}

void passages_forget(fw_traffic *traffic, uint32_t slot)
{
    crossing *all = passages_of(traffic, slot);
    for (int32_t i = 0; all && i < MOST_CROSSINGS; i++)
        leave(traffic, &all[i]);
}

/// A walk along a way.
typedef struct passage_walk {
    crossing narrowest; ///< of the narrow stretch; of width 0: the ground is wide
    crossing found[MOST_CROSSINGS];
    int32_t count;
    int32_t places; ///< that have been walked over
} passage_walk;

static void end_stretch(passage_walk *walk)
{
    if (walk->narrowest.at.width > 0 && walk->count < MOST_CROSSINGS)
        walk->found[walk->count++] = walk->narrowest;
    walk->narrowest.at.width = 0;
}

/// Goes on to a tile of the way.
static void enter_tile(const fw_traffic *traffic, const agent *unit, passage_walk *walk, int32_t x, int32_t y,
                       double rest)
{
    passage at;
    if (!passage_at(traffic, unit, x, y, &at))
        end_stretch(walk);
    else if (walk->narrowest.at.width == 0 || at.width < walk->narrowest.at.width)
        walk->narrowest = (crossing){ at, (float)rest };
}

static way_point point_between(way_point from, way_point to, double share)
{
    return (way_point){ from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) };
}

/// True if nothing is blocked in a square around any tile of a line, as far as the ground must be free to be wide.
static bool is_wide_along(const fw_traffic *traffic, const agent *unit, way_point from, way_point to)
{
    const sweep_body around = { .reach = widest_of(traffic, unit) + 1 };
    const fw_box places = box_around_line(from.x, from.y, to.x, to.y);
    return sweep_box_is_open(&kind_of(traffic, unit)->ground, &around, &places);
}

/// Goes on along a line of the way.
///
/// @param rest  from its end to the end of the way
static void walk_line(const fw_traffic *traffic, const agent *unit, passage_walk *walk, way_point from,
                      way_point to, double rest)
{
    const double length = apart(from.x, from.y, to.x, to.y);
    const int32_t places = (int32_t)smaller(ceil(length / EVERY), MOST_PLACES - walk->places);
    int32_t last_x = -1, last_y = -1, at_once = PLACES_AT_ONCE;
    for (int32_t i = 0; i < places; i++) {
        const double at = i * EVERY;
        const way_point place = point_between(from, to, at / length);
        const int32_t x = (int32_t)floor(place.x), y = (int32_t)floor(place.y);
        if (i % PLACES_AT_ONCE == 0 &&
            is_wide_along(traffic, unit, place,
                          point_between(from, to, smaller((at + at_once * EVERY) / length, 1)))) {
            end_stretch(walk);
            i += at_once - 1;
            at_once = at_once < MOST_AT_ONCE ? 2 * at_once : MOST_AT_ONCE;
        } else if (at_once > PLACES_AT_ONCE) {
            at_once = PLACES_AT_ONCE;
            i--; // once more, around fewer places
            continue;
        } else if (x != last_x || y != last_y) {
            enter_tile(traffic, unit, walk, x, y, rest + length - at);
        }
        last_x = x;
        last_y = y;
    }
    walk->places += places;
}

static passage_walk walk_along(fw_traffic *traffic, const agent *unit)
{
    const way *way = &unit->way;
    const double *rests = way_rests(traffic, unit);
    passage_walk walk = { .count = 0 };
    way_point from = { unit->plan.stop_x, unit->plan.stop_y };
    for (int32_t i = way->next; i < way->count && walk.count < MOST_CROSSINGS; i++) {
        walk_line(traffic, unit, &walk, from, way->points[i], rests[i]);
        from = way->points[i];
    }
    end_stretch(&walk);
    return walk;
}

fw_result passages_note(fw_traffic *traffic, const agent *unit)
{
    const passage_walk walk = walk_along(traffic, unit);
    if (walk.count > 0 && passages_provide(traffic) != FW_OK)
        return FW_NO_MEMORY;
    passages_forget(traffic, agent_slot(traffic, unit));
    crossing *all = passages_of(traffic, agent_slot(traffic, unit));
    for (int32_t i = 0; i < walk.count; i++) {
        all[i] = walk.found[i];
        passages_enter(traffic, &all[i]);
    }
    return FW_OK;
}

void passages_forget_passed(fw_traffic *traffic, const agent *unit)
{
    crossing *all = passages_of(traffic, agent_slot(traffic, unit));
    while (all && all[0].at.width > 0 && all[0].rest > unit->pursuit.remaining) {
        leave(traffic, &all[0]);
        memmove(all, all + 1, (MOST_CROSSINGS - 1) * sizeof *all);
        all[MOST_CROSSINGS - 1] = (crossing){ .rest = 0 };
    }
}

void passages_move_end(fw_traffic *traffic, const agent *unit, double change)
{
    crossing *all = passages_of(traffic, agent_slot(traffic, unit));
    for (int32_t i = 0; all && i < MOST_CROSSINGS && all[i].at.width > 0; i++)
        all[i].rest += (float)change;
}
