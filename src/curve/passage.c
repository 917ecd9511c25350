#include "curve/passage.h"

#include <math.h>

#include "base/box.h"
#include "base/vector.h"
#include "curve/arc_walk.h"
#include "curve/segment.h"
#include "curve/tile_walk.h"
#include "map/overlay.h"

/// A piece of the way this near to a side of a tile, in tiles, may count as in the tile on either side.
#define NEAR_SIDE (FW_TOUCH / 2)

/// A way that comes this near to a corner of tiles, in x and in y, makes one move there. The rule is 2 FW_TOUCH; a way
/// must be legal for a longer reach and for a shorter one, so that rounding errors do not matter.
#define LONG_REACH  (3 * FW_TOUCH)
#define SHORT_REACH FW_TOUCH

/// Pieces of this length or more leave the reach of a corner.
#define LONGEST_AT_CORNER (8 * LONG_REACH)

typedef struct anchor_tile {
    int32_t x, y;
} anchor_tile;

/// The tiles in which the anchor point may count as being.
typedef struct tile_choice {
    anchor_tile items[4];
    int32_t count;
} tile_choice;

/// A list of moves with room for `most` of them.
typedef struct move_list {
    passage_move *items;
    int32_t count, most;
} move_list;

/// The progress of judging consecutive segments, or of listing their moves.
typedef struct passing {
    const fw_overlay *overlay;
    int32_t size;     ///< of the unit
    double reach;     ///< distance from a corner within which a way makes one move
    tile_choice from; ///< tiles in which the anchor point may be at the start
    bool joins; ///< another part of the path comes before: moves from all tiles of `from` must be allowed
    bool moved; ///< a piece has left the point where the segments begin
    bool met_corner;    ///< a piece has come within reach of a corner
    tile_choice choice; ///< tiles in which the anchor point may be now
    move_list *noted;   ///< null = moves are judged; else moves are listed here, and none is forbidden
} passing;

passage_rules passage_rules_of(const map_unit *unit, const fw_overlay *overlay)
{
    return (passage_rules){ .overlay = overlay_has_moves(overlay) ? overlay : NULL,
                            .size = unit->def.size,
                            .lift = unit->centre_offset };
}

/// Finds the columns (or rows) in which two coordinates may count as being: both columns beside a grid line that is
/// near to both coordinates, or else the column that holds the middle between them. Returns the number of columns.
static int32_t tiles_along(double from, double to, double reach, int32_t tiles[2])
{
    const double middle = (from + to) / 2, line = floor(middle + 0.5);
    const bool is_on_line = fabs(from - line) <= reach && fabs(to - line) <= reach;
    tiles[0] = (int32_t)(is_on_line ? line - 1 : floor(middle));
    tiles[1] = (int32_t)line;
    return is_on_line ? 2 : 1;
}

/// The tiles in which a piece of the way may count as being.
static tile_choice tiles_under(vector from, vector to, double reach)
{
    int32_t columns[2], rows[2];
    const int32_t column_count = tiles_along(from.x, to.x, reach, columns);
    const int32_t row_count = tiles_along(from.y, to.y, reach, rows);
    tile_choice choice = { .count = column_count * row_count };
    for (int32_t i = 0; i < choice.count; i++)
        choice.items[i] = (anchor_tile){ columns[i % column_count], rows[i / column_count] };
    return choice;
}

static bool is_at_corner(vector from, vector to, double reach)
{
    return tiles_under(from, to, reach).count == 4;
}

enum { MOVE_NONE = -1 };

/// The move (FW_MOVE_ bit) from one tile to another: 0 if both are the same, MOVE_NONE if no single move leads there.
static int move_between(anchor_tile from, anchor_tile to, bool at_corner)
{
    static const uint8_t moves[3][3] = { { FW_MOVE_NW, FW_MOVE_N, FW_MOVE_NE },
                                         { FW_MOVE_W, 0, FW_MOVE_E },
                                         { FW_MOVE_SW, FW_MOVE_S, FW_MOVE_SE } };
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx && dy && !at_corner))
        return MOVE_NONE;
    return moves[dy + 1][dx + 1];
}

/// True if the tiles are the same, or one allowed move leads from one to the other.
static bool may_move(const passing *passing, anchor_tile from, anchor_tile to, bool at_corner)
{
    const int move = move_between(from, to, at_corner);
    return move != MOVE_NONE && !(overlay_forbidden(passing->overlay, passing->size, from.x, from.y) & move);
}

/// True if may_move() holds from one of several tiles, or, with `from_all`, from all of them.
static bool may_come_from(const passing *passing, const tile_choice *from, bool from_all, anchor_tile to,
                          bool at_corner)
{
    int32_t ways = 0;
    for (int32_t i = 0; i < from->count; i++)
        ways += may_move(passing, from->items[i], to, at_corner);
    return from_all ? ways == from->count : ways > 0;
}

/// If one of two tiles was reached, adds the other one if the move across the side between them is allowed.
static void add_other_side(const passing *passing, const tile_choice *choice, tile_choice *reached)
{
    if (choice->count != 2 || reached->count != 1)
        return;
    const bool is_first =
        reached->items[0].x == choice->items[0].x && reached->items[0].y == choice->items[0].y;
    const anchor_tile other = choice->items[is_first ? 1 : 0];
    if (may_move(passing, reached->items[0], other, false))
        reached->items[reached->count++] = other;
}

/// Lists the move to a piece of the way; false if the tile of the piece is in doubt, or the list is full.
static bool note_move(passing *passing, const tile_choice *next, bool at_corner)
{
    move_list *noted = passing->noted;
    const anchor_tile from = passing->moved ? passing->choice.items[0] : next->items[0];
    const int move = move_between(from, next->items[0], at_corner);
    if (next->count > 1 || move == MOVE_NONE || (move && noted->count == noted->most))
        return false;
    if (move)
        noted->items[noted->count++] = (passage_move){ (int16_t)from.x, (int16_t)from.y, (uint8_t)move };
    passing->choice = *next;
    passing->moved = true;
    return true;
}

/// Moves to the next piece of the way; false if no allowed move leads there.
static bool enter_piece(passing *passing, vector from, vector to)
{
    const tile_choice next = tiles_under(from, to, NEAR_SIDE);
    const bool at_corner = is_at_corner(from, from, passing->reach);
    passing->met_corner |= at_corner;
    if (passing->noted)
        return note_move(passing, &next, at_corner);
    tile_choice reached = { 0 };
    for (int32_t i = 0; i < next.count; i++)
        if (passing->moved
                ? may_come_from(passing, &passing->choice, false, next.items[i], at_corner)
                : !passing->joins || may_come_from(passing, &passing->from, true, next.items[i], at_corner))
            reached.items[reached.count++] = next.items[i];
    add_other_side(passing, &next, &reached);
    passing->choice = reached;
    passing->moved = true;
    return reached.count > 0;
}

/// Passes a piece of the way. A piece within reach of a corner is part of the one move that is made there.
static bool pass_piece(passing *passing, vector from, vector to, double length)
{
    if (length == 0 || (length < LONGEST_AT_CORNER && is_at_corner(from, to, passing->reach)))
        return true;
    return enter_piece(passing, from, to);
}

static bool pass_line(passing *passing, vector from, vector to, double length)
{
    tile_walk walk = tile_walk_along(from.x, from.y, to.x, to.y);
    vector at = from;
    while (tile_walk_next(&walk)) {
        const vector next = { from.x + walk.done * (to.x - from.x), from.y + walk.done * (to.y - from.y) };
        if (!pass_piece(passing, at, next, walk.share * length))
            return false;
        at = next;
    }
    return true;
}

static bool pass_arc(passing *passing, const fw_segment *arc)
{
    vector at = { arc->start.x, arc->start.y };
    arc_walk walk = arc_walk_along(arc);
    while (arc_walk_next(&walk)) {
        const fw_pose end = segment_pose_at(arc, walk.to);
        const vector next = { end.x, end.y };
        if (!pass_piece(passing, at, next, walk.to - walk.from))
            return false;
        at = next;
    }
    return true;
}

static bool pass_segment(passing *passing, const fw_segment *segment)
{
    const fw_pose start = segment->start, end = segment_end(segment);
    return segment->curvature == 0
               ? pass_line(passing, (vector){ start.x, start.y }, (vector){ end.x, end.y }, segment->length)
               : pass_arc(passing, segment);
}

/// The segment that is driven as number `index`, as the anchor point moves along it.
static fw_segment driven_segment(const passage_rules *rules, const fw_segment *segments, int32_t count,
                                 int32_t index)
{
    fw_segment driven = segments[rules->is_backward ? count - 1 - index : index];
    if (rules->is_backward) {
        driven.start = segment_end(&driven);
        driven.gear = driven.gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD;
    }
    driven.start.x -= rules->lift;
    driven.start.y -= rules->lift;
    return driven;
}

/// True if allowed moves lead from the end of the segments to all tiles in which the path may continue.
static bool may_continue(const passing *passing, vector end)
{
    const tile_choice onward = tiles_under(end, end, passing->reach);
    const tile_choice *last = passing->moved ? &passing->choice : &passing->from;
    const bool from_all = !passing->moved; // all segments lie at one corner
    for (int32_t i = 0; i < last->count; i++) {
        int32_t ways = 0;
        for (int32_t k = 0; k < onward.count; k++)
            ways += may_move(passing, last->items[i], onward.items[k], onward.count == 4);
        if (ways == onward.count && !from_all)
            return true;
        if (ways < onward.count && from_all)
            return false;
    }
    return from_all;
}

/// Judges consecutive segments with one reach of corners.
///
/// @param[out] depends_on_reach  if the result is true: another reach may give another result
static bool is_free_with_reach(const passage_rules *rules, const fw_segment *segments, int32_t count,
                               unsigned ends, double reach, bool *depends_on_reach)
{
    const fw_segment first = driven_segment(rules, segments, count, 0);
    const fw_segment last = driven_segment(rules, segments, count, count - 1);
    const vector start = { first.start.x, first.start.y };
    const fw_pose last_end = segment_end(&last);
    const vector end = { last_end.x, last_end.y };
    passing passing = { .overlay = rules->overlay,
                        .size = rules->size,
                        .reach = reach,
                        .from = tiles_under(start, start, reach),
                        .joins = !(ends & PASSAGE_BEGINS) };
    for (int32_t i = 0; i < count; i++) {
        const fw_segment next = driven_segment(rules, segments, count, i);
        if (!pass_segment(&passing, &next))
            return false;
    }
    *depends_on_reach =
        passing.met_corner || passing.from.count > 1 || tiles_under(end, end, reach).count > 1;
    if (ends & PASSAGE_ENDS || (!passing.moved && !passing.joins))
        return true;
    return may_continue(&passing, end);
}

/// True if no move is forbidden in the tiles under segments and around them.
static bool is_far_from_forbidden_moves(const passage_rules *rules, const fw_segment *segments, int32_t count)
{
    fw_box box = EMPTY_BOX;
    for (int32_t i = 0; i < count; i++)
        segment_widen_box(&segments[i], &box);
    return !overlay_has_moves_in(rules->overlay, rules->size,
                                 (tile_box){ (int32_t)floor(box.min_x - rules->lift) - 1,
                                             (int32_t)floor(box.min_y - rules->lift) - 1,
                                             (int32_t)floor(box.max_x - rules->lift) + 1,
                                             (int32_t)floor(box.max_y - rules->lift) + 1 });
}

bool passage_is_free(const passage_rules *rules, const fw_segment *segments, int32_t count, unsigned ends)
{
    if (!rules->overlay || count == 0 || is_far_from_forbidden_moves(rules, segments, count))
        return true;
    bool depends_on_reach = false;
    if (!is_free_with_reach(rules, segments, count, ends, LONG_REACH, &depends_on_reach))
        return false;
    return !depends_on_reach ||
           is_free_with_reach(rules, segments, count, ends, SHORT_REACH, &depends_on_reach);
}

/// Lists the moves along consecutive segments with one reach of corners; -1 as for passage_moves().
static int32_t note_moves(const fw_segment *segments, int32_t count, double lift, double reach,
                          move_list *noted)
{
    const passage_rules rules = { .lift = lift };
    passing passing = { .reach = reach, .noted = noted };
    noted->count = 0;
    for (int32_t i = 0; i < count; i++) {
        const fw_segment next = driven_segment(&rules, segments, count, i);
        if (!pass_segment(&passing, &next))
            return -1;
    }
    return noted->count;
}

int32_t passage_moves(const fw_segment *segments, int32_t count, double lift, passage_move *moves,
                      int32_t most)
{
    move_list longer = { moves, 0, most / 2 }, shorter = { moves + most / 2, 0, most / 2 };
    const int32_t found = note_moves(segments, count, lift, LONG_REACH, &longer);
    if (note_moves(segments, count, lift, SHORT_REACH, &shorter) != found)
        return -1;
    for (int32_t i = 0; i < found; i++)
        if (longer.items[i].x != shorter.items[i].x || longer.items[i].y != shorter.items[i].y ||
            longer.items[i].move != shorter.items[i].move)
            return -1;
    return found;
}
