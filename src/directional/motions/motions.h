#ifndef DIRECTIONAL_MOTIONS_MOTIONS_H
#define DIRECTIONAL_MOTIONS_MOTIONS_H

/// @file
/// The moves of directional search: curves from lattice pose to lattice pose, each with the tiles that the body touches
/// on its way (Pinter 2001, figures 12 and 13). A table depends on the unit alone, not on the map.
///
/// Lattice poses are the centres of tiles for units of odd size and corners of tiles for even ones, with 8 or 16
/// headings. A pose lies on the tile right and down of it.

#include <stdint.h>

#include "base/memory.h"
#include "base/refusal.h"
#include "directional/guides/lookup_table.h"
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
    BASE_MOTIONS = 0,     ///< set of a table: what searches use everywhere
    EXTENDED_MOTIONS = 1, ///< more motions, near start and goal where the lean ones fail
    MOTION_SETS = 2,
    MOTION_GEARS = 2,
    MOTION_SEGMENTS = 64, ///< of a motion at most
    MOTION_FULL_TURN = 65536,
    MOST_FACETS = 16,
    MOST_SIDES = 8 * MOST_FACETS,
    NORM_SCALE = 1 << 20
};

typedef struct motion {
    int8_t dx, dy;               ///< tiles
    uint8_t end;                 ///< heading
    uint8_t quarters;            ///< quarter turns by which its curve is turned
    uint32_t cost[MOTION_GEARS]; ///< of its length, begun forward or in the other gear; * MOTION_SCALE
    uint16_t changes;            ///< of gear
    uint32_t turn;               ///< all that it turns, to either side, in 1 / MOTION_FULL_TURN
    uint32_t curve;              ///< index of its curve before turning
} motion;

/// All motions that leave with one heading, and the window of tiles that they touch, rows packed into words.
typedef struct control_set {
    int32_t left, top;     ///< of the window, from the start's tile
    int32_t width, height; ///< of the window, in tiles
    int32_t rows_a_word;
    int32_t home;          ///< word that holds the start's row: where most motions hit something
    int32_t words;         ///< of the window
    int32_t count;         ///< motions
    const motion *motions; ///< [motion * count], shortest first
    const uint64_t *masks; ///< [motion * count] tiles touched, for each word of the window
} control_set;

/// Motions in all headings.
typedef struct motion_set {
    control_set control_sets[MOST_HEADINGS];
    motion *motions;
    uint64_t *masks;
    fw_segment *segments;    ///< of curves from the point (0, 0) with the first headings, driven forward
    uint32_t *first_segment; ///< [segment * (curve + 1)] of each curve
    tile_shares
        shares; ///< of each curve: of its segments in the gear that it begins in, then in the other one
    uint32_t *first_share; ///< [share * (2 * curve + 1)] of each curve and gear
    motion_moves moves;    ///< of each curve
    uint32_t *first_move;  ///< [move * (curve + 1)] of each curve
    size_t motion_count, mask_count, curve_count, segment_count;
    int32_t most;         ///< motions of the largest fan
    int32_t reach;        ///< tiles that a motion leads away at most
    uint32_t field_scale; ///< cost of a unit of a grid_field's distance, in 1/65536: no motion is cheaper
    double unpruned;      ///< motions a heading, before those were dropped that are sums of others
    bool turns;           ///< every heading leads to others on both sides by a quarter turn at most
    bool turns_in_place;  ///< shuffles stay within the tile: no pose is a dead end
} motion_set;

/// A cost for each tile along the longer axis and along the shorter one, in 1 / NORM_SCALE, by which no motion is too
/// dear.
typedef struct norm_facet {
    int64_t along, across;
} norm_facet;

/// Stands for headings that no motions lead to: more than any way costs.
#define NORM_NO_WAY (INT64_C(1) << 52)

/// What motions of a set cost at least where nothing is in the way.
typedef struct motion_norm {
    norm_facet facets[MOST_FACETS];
    int32_t facet_count;
    int32_t headings;
    int64_t *
        turns; ///< [to + headings * (from + headings * (mirror + 2 * facet))] least that it costs to turn from
    ///< heading to heading beyond what the facet says of the tiles; `across` is turned round in the
    ///< mirror
} motion_norm;

/// A pose that ways lead to, or begin from, and what it costs to go on from there.
typedef struct motion_origin {
    lattice_pose at;
    uint32_t cost;
} motion_origin;

/// Motions that follow each other.
typedef struct motion_run {
    int32_t first, count;
} motion_run;

/// What is left of the motions of a set when headings are forgotten: the tiles that can be reached from a tile by any
/// of them. Ways over it are never dearer than those of the motions themselves: a bound that knows obstacles, and in
/// which directions motions lead.
typedef struct motion_projection {
    /// All motions in one window, those to the same tile one after the other, cheapest first.
    control_set controls;
    /// Those tiles, each as a motion: the least cost of those that lead there, and what all touch.
    control_set ends;
    motion_run *runs; ///< [end * ends.count] the motions to each
    int32_t simple;   ///< ends that come first and are no sums of others where nothing is in the way
    /// [end * simple] after each, where both windows hold nothing blocked, the simple ones that are no detours; null
    /// where they are too many to tell.
    uint64_t *after;
    motion *motions; ///< [motion * (ends.count + fan.count)] of both fans
    uint64_t *masks;
} motion_projection;

typedef struct motion_table {
    motion_set sets[MOTION_SETS];
    motion_norm norm;             ///< of the lean set
    motion_projection projection; ///< of the lean set
    int32_t set_count;            ///< each of them holds motions
    bool escalates;               ///< searches that run dry begin again with all that there is
    int32_t headings;
    lookup_table *lookup; ///< [table * approach_tables(headings)]
    double offset;        ///< from a tile's corner to the lattice point on it, along both axes
} motion_table;

/// Which curves become motions.
typedef struct motion_choice {
    int32_t ring;       ///< tiles to all sides
    double most_turn;   ///< radians, of all arcs together
    double most_length; ///< tiles
    bool has_triples;   ///< words of three arcs too
    bool only_shortest; ///< of the words between two poses, the shortest (all where several are)
    bool keeps_all;     ///< prune nothing
    bool has_shuffles;  ///< turns on the spot, for units with a reverse gear
} motion_choice;

/// Can a unit have motions at all: has it a turning radius, and a body that is not too long?
bool motions_fit(const fw_unit_def *unit, fw_refusal *why);

/// A heading in radians, within (-pi, pi].
double motion_heading(int index);

/// The lattice's heading nearest to one in radians.
int motion_heading_near(double heading, int32_t headings);

/// Builds one set.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result motion_set_build(memory *memory, const fw_unit_def *unit, const motion_choice *choice,
                           motion_set *set);
void motion_set_destroy(memory *memory, motion_set *set);

/// Builds the table of a directional method.
fw_result motion_table_build(memory *memory, const fw_unit_def *unit, fw_method method, motion_table **table);
void motion_table_destroy(memory *memory, motion_table *table);
size_t motion_table_bytes(const motion_table *table);

/// How many segments a motion has.
static inline int32_t motion_segment_count(const motion_set *set, const motion *motion)
{
    return (int32_t)(set->first_segment[motion->curve + 1] - set->first_segment[motion->curve]);
}

/// A motion's segment when it is driven from a lattice point: as it is, or, in reverse, facing the other way with all
/// gears changed.
fw_segment motion_segment(const motion_set *set, const motion *motion, int32_t index, double x, double y,
                          fw_gear gear);

/// The blocked tiles of a fan's window around a tile; true when there are any.
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

/// Does a motion of the fan touch none of the blocked tiles?
static inline bool control_is_free(const control_set *controls, int32_t index, const uint64_t *blocked)
{
    if (control_mask(controls, index, controls->home) & blocked[controls->home])
        return false;
    uint64_t hit = 0;
    for (int32_t word = 0; word < controls->words; word++)
        hit |= control_mask(controls, index, word) & blocked[word];
    return hit == 0;
}

#endif
