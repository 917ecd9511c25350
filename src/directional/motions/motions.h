#pragma once

/// The moves of directional search: curves from lattice pose to lattice pose, each with the tiles that the body touches
/// (Pinter 2001, figures 12 and 13). A table depends on the unit alone, not on the map.
///
/// Lattice poses are the centres of tiles for units of odd size and corners of tiles for even ones, with 8 or 16
/// headings. A pose on a corner has the coordinates of the tile right and down of the corner.

#include <stdint.h>

#include "base/keeper.h"
#include "directional/guides/lookup_table.h"
#include "directional/guides/turn_table.h"
#include "directional/motions/motion_moves.h"
#include "directional/motions/motion_shares.h"
#include "fairway/curve.h"
#include "fairway/unit.h"
#include "grid/field.h"
#include "map/layer.h"
#include "map/overlay.h"

enum {
    MOTION_REACH = 31,    ///< tiles from the start that a motion may touch at most
    WINDOW_WORDS = 64,    ///< most words of a window
    BASE_MOTIONS = 0,     ///< motion set that searches use everywhere
    EXTENDED_MOTIONS = 1, ///< more motions, used near start and goal if the base motions fail
    MOTION_SETS = 2,
    MOTION_GEARS = 2,
    MOTION_SEGMENTS = 64, ///< of a motion, at most
    MOTION_FULL_TURN = 65536,
    MOST_FACETS = 16,
    MOST_SIDES = 8 * MOST_FACETS,
    NORM_SCALE = 1 << 20
};

typedef struct motion {
    int8_t dx, dy;               ///< tiles
    uint8_t end;                 ///< heading at the end
    uint8_t quarters;            ///< quarter turns from the stored curve to the motion
    uint32_t cost[MOTION_GEARS]; ///< of the length, if begun forward or in reverse; in 1 / MOTION_SCALE tile
    uint16_t changes;            ///< number of changes of gear
    uint32_t turn;               ///< turns to both sides, added up, in 1 / MOTION_FULL_TURN of a full turn
    uint32_t curve;              ///< index of the stored curve
} motion;

/// All motions that leave one heading, each with its hit mask: one bit for each tile of a window around the start that
/// the body touches. A word holds as many rows of the window as fit.
typedef struct control_set {
    int32_t left, top;     ///< of the window, from the start's tile
    int32_t width, height; ///< of the window, in tiles
    int32_t rows_a_word;
    int32_t home;          ///< word that holds the start's row, where most motions hit an obstacle
    int32_t words;         ///< of the window
    int32_t count;         ///< motions
    const motion *motions; ///< [motion * count], shortest first
    const uint64_t *masks; ///< [word * count + motion] tiles touched
} control_set;

/// The control sets of all headings.
typedef struct motion_set {
    control_set control_sets[MOST_HEADINGS];
    /// The same motions of a unit that faces the other way: what the body touches in reverse gear. If the body has no
    /// front, the same masks as those of `control_sets`.
    control_set turned_sets[MOST_HEADINGS];
    motion *motions;
    uint64_t *masks;
    fw_segment *segments;    ///< curves from the point (0, 0) with the first headings, driven forward
    uint32_t *first_segment; ///< [curve] index of the first segment of each curve, and the end
    /// For each curve, first the shares of the segments in the gear that the curve begins in, then those of the
    /// segments in the other gear.
    tile_shares shares;
    uint32_t *first_share; ///< [2 * curve + gear] index of the first share, and the end
    motion_moves moves;    ///< of each curve
    uint32_t *first_move;  ///< [curve] index of the first move of each curve, and the end
    size_t motion_count, curve_count;
    int32_t most;         ///< motions of the largest control set
    int32_t reach;        ///< largest distance in tiles that a motion leads
    uint32_t field_scale; ///< least cost of a motion per unit of a grid_field's distance, in 1/65536
    double unpruned;      ///< motions a heading before pruning
    bool turns;           ///< from every heading, motions turn to both sides by a quarter turn or less
    bool turns_in_place;  ///< there are shuffles, and they touch one tile only: no pose is a dead end
} motion_set;

/// Prices of a tile along the longer axis and along the shorter one, in 1 / NORM_SCALE, that no motion undercuts.
typedef struct norm_facet {
    int64_t along, across;
} norm_facet;

/// Cost of turning to a heading that no motions lead to: more than any way costs.
#define NORM_NO_WAY (INT64_C(1) << 52)

/// A lower bound of the cost of a set's motions without obstacles.
typedef struct motion_norm {
    norm_facet facets[MOST_FACETS];
    int32_t facet_count;
    int32_t headings;
    /// [to + headings * (from + headings * (mirror + 2 * facet))] least cost of turning from heading to heading beyond
    /// the facet's prices of the tiles; in the mirror, `across` has the opposite sign.
    int64_t *turns;
} motion_norm;

/// A pose near an end of a search, with the cost between the pose and that end.
typedef struct motion_origin {
    lattice_pose pose;
    uint32_t cost;
} motion_origin;

/// A range of motions with consecutive indices.
typedef struct motion_run {
    int32_t first, count;
} motion_run;

/// The motions of a set without their headings: the tiles that can be reached from a tile by any motion. Ways of the
/// projection are never more expensive than ways of the motions: a lower bound that knows obstacles, and the directions
/// of motions.
typedef struct motion_projection {
    /// All motions in one window. Motions to the same tile follow each other, cheapest first.
    control_set controls;
    /// The end tiles, each as a motion: the least cost of the motions that lead there, and the tiles that all of them
    /// touch.
    control_set ends;
    motion_run *runs; ///< [end * ends.count] the motions to each end
    /// Number of simple ends, which come first. Without obstacles a sequence of simple ends leads to each other end at
    /// the same cost or less, so where nothing is blocked a wave follows the simple ends alone.
    int32_t simple;
    /// [end * simple] for each simple end, the simple ends that may follow it where nothing is blocked, one bit each;
    /// null if there are too many for a word. An end may not follow if other simple ends lead to the same tile at less
    /// cost (Harabor & Grastien 2011 prune the neighbours of a grid by the same rule).
    uint64_t *after;
    motion *motions; ///< [motion * (ends.count + controls.count)] of both control sets
    uint64_t *masks;
} motion_projection;

typedef struct motion_table {
    keeper kept; ///< of all memory of the table
    motion_set sets[MOTION_SETS];
    motion_norm norm;             ///< of the base motions
    motion_projection projection; ///< of the base motions
    int32_t set_count;            ///< motion sets that hold motions; 0: the body is too long for motions
    bool escalates; ///< a search that runs dry goes on with the extended motions, then with the fine search
    int32_t headings;
    turn_table turns;     ///< for FW_HEURISTIC_TURN_TABLE
    lookup_table *lookup; ///< [table * lookup_tables(headings)]
    double offset;        ///< from a tile's corner to the lattice point on it, along both axes
    size_t bytes;         ///< memory of the table
} motion_table;

/// Which curves become motions.
typedef struct motion_choice {
    int32_t ring;       ///< most tiles that a motion leads along either axis
    double most_turn;   ///< most turn of a motion, in radians, all arcs added up
    double most_length; ///< longest motion, in tiles
    bool has_triples;   ///< words of three arcs are candidates too
    bool only_shortest; ///< only the shortest words between two poses are candidates
    bool keeps_all;     ///< no candidate is pruned
    bool has_shuffles;  ///< shuffles, turns on the spot, are added for units with a reverse gear
} motion_choice;

static inline int32_t motion_segment_count(const motion_set *set, const motion *motion)
{
    return (int32_t)(set->first_segment[motion->curve + 1] - set->first_segment[motion->curve]);
}

/// Gathers the blocked tiles in a control set's window around a tile.
///
/// @param[out] blocked  [word * controls->words] laid out as the hit masks
/// @return true if a tile of the window is blocked
static inline bool control_set_look(const control_set *controls, const layer *open, const fw_overlay *overlay,
                                    int32_t x, int32_t y, uint64_t *blocked)
{
    const uint64_t row_mask = bits_below(controls->width);
    const int32_t left = x + controls->left;
    int32_t row = y + controls->top;
    const int32_t end = row + controls->height;
    const bool is_inside = row >= -1 && end <= open->height + 1;
    uint64_t any = 0;
    for (int32_t word = 0; word < controls->words; word++) {
        const int32_t rows_left = end - row;
        const int32_t rows = rows_left < controls->rows_a_word ? rows_left : controls->rows_a_word;
        uint64_t bits = 0;
        for (int32_t i = 0; i < rows; i++, row++) {
            const int32_t on_map = is_inside ? row : row < -1 ? -1 : row > open->height ? open->height : row;
            uint64_t closed = ~layer_window(open, left, on_map);
            if (overlay)
                closed |= overlay_blocked(overlay, left, row);
            bits |= (closed & row_mask) << i * controls->width;
        }
        blocked[word] = bits;
        any |= bits;
    }
    return any != 0;
}

/// The tiles that a motion touches in one word of the window.
static inline uint64_t control_mask(const control_set *controls, int32_t index, int32_t word)
{
    return controls->masks[(size_t)word * (size_t)controls->count + (size_t)index];
}

/// True if a motion of the control set touches none of the blocked tiles. The word of the start's row is tested first,
/// because most motions that hit something hit it there.
static inline bool control_is_free(const control_set *controls, int32_t index, const uint64_t *blocked)
{
    if (control_mask(controls, index, controls->home) & blocked[controls->home])
        return false;
    uint64_t hit = 0;
    for (int32_t word = 0; word < controls->words; word++)
        hit |= control_mask(controls, index, word) & blocked[word];
    return hit == 0;
}
