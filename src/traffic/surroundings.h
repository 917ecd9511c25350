#pragma once

/// What a traffic knows besides its units: building sites, who stops others, and places to go to later.

#include <stdint.h>

#include "base/tile_box.h"
#include "fairway/overlay.h"

/// Ways round units that hold: see detour.h
typedef struct detours {
    fw_overlay *held; ///< the tiles under them; null: not needed yet
    uint64_t changes; ///< how often the units that hold and rest have changed
    uint64_t seen;    ///< `changes` when the search under way began
    bool is_searched; ///< the search under way is one for a way round
} detours;

/// What a game has laid over the map: see laid.h
typedef struct laid_overlay {
    fw_overlay *given;  ///< a copy; null: nothing
    fw_overlay *merged; ///< the same with the tiles of all sites blocked; null: not needed yet
} laid_overlay;

typedef enum site_state {
    SITE_IS_LEFT, ///< units are there, or may be there
    SITE_IS_CLEAR ///< nobody is there
} site_state;

typedef struct site {
    tile_box box;
    uint32_t number;
    site_state state;
    uint64_t terrains; ///< a hash of them when the site began
} site;

/// Rectangles that are kept free: see site.h
typedef struct sites {
    site *all; ///< [site * count] by number
    size_t room;
    int32_t count;
    uint32_t last; ///< number of the last one
    /// Tiles of sites that have begun or ended since the last step, or of commits before a restored save
    tile_box news;
} sites;

/// A row or column of free tiles between two walls.
typedef struct passage {
    int32_t x, y;  ///< its first tile
    uint8_t width; ///< tiles; 0: there is no passage
    bool is_column;
    uint16_t key; ///< of the crossings of ways: passage_key(); 0: there is no passage
} passage;

enum { PASSAGE_KEYS = 1024 };

/// Equal passages have equal keys, 1 to PASSAGE_KEYS - 1.
static inline uint16_t passage_key(const passage *at)
{
    const uint32_t mixed = (uint32_t)at->x * 0x9e3779b1U ^ (uint32_t)at->y * 0x85ebca77U ^ at->is_column;
    return (uint16_t)(1 + (mixed ^ mixed >> 15) % (PASSAGE_KEYS - 1));
}

static inline bool passages_are_same(const passage *a, const passage *b)
{
    return a->x == b->x && a->y == b->y && a->width == b->width && a->is_column == b->is_column;
}

/// A passage that a unit's way leads through.
typedef struct crossing {
    passage at;
    float rest; ///< length of the way from there to its end, in tiles
} crossing;

enum { MOST_CROSSINGS = 3 }; ///< the first ones of a way, which are noted

/// A passage that many ways lead through, as a unit sees it that searches for a way.
typedef struct busy_passage {
    passage at;
    double x, y;    ///< its middle
    double away;    ///< distance of the unit from there
    double each;    ///< what the unit waits there for one that goes first, in tiles
    int32_t ways;   ///< through it
    int32_t nearer; ///< of them, those of units that are nearer
    bool may_cost;  ///< false: not even all ways together would let the unit wait for long
} busy_passage;

/// A unit that stands for long in a passage.
typedef struct stander {
    uint32_t slot;
    double price; ///< tiles
} stander;

/// A rectangle of tiles that costs something.
typedef struct price {
    int32_t x, y, columns, rows;
    float cost; ///< tiles of detour
} price;

/// What others add to the costs of places: see prices.h
typedef struct prices {
    crossing *crossings; ///< [crossing * MOST_CROSSINGS * slots]
    size_t crossing_room;
    uint32_t *ways;    ///< [PASSAGE_KEYS] number of crossings with each key; null without crossings
    stander *standers; ///< [stander * stander_count] by id
    size_t stander_room;
    int32_t stander_count;
    busy_passage *busy; ///< [busy_passage * busy_count] of the unit that searched last
    size_t busy_room;
    int32_t busy_count;
    price *list; ///< [price * count] those that were found last; those that the search under way leads round
    size_t room;
    int32_t count;
    fw_overlay *overlay; ///< where these are blocked; null: not needed yet
} prices;

/// A place that a unit is ordered to after those listed before it.
typedef struct errand_stop {
    uint32_t slot; ///< of the unit
    double x, y;
} errand_stop;

/// Places to which units go after those of their orders: see errand.h
typedef struct errands {
    errand_stop *stops; ///< [place * count]
    size_t room;
    int32_t count;
} errands;
