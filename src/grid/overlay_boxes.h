#pragma once

/// Boxes around the anchors whose moves an overlay changes. Outside of the boxes, the tables of jump points hold;
/// inside, a search goes tile by tile.
///
/// A box reaches two tiles beyond the anchors that the overlay changes. So the overlay changes no move of an anchor on
/// the border of a box, and no move of an anchor beside an anchor outside of the boxes. So the neighbours that jump
/// point search prunes around an anchor outside of the boxes are reached by another path of equal cost, as without the
/// overlay.

#include <stdbool.h>
#include <stdint.h>

#include "curve/path.h"
#include "grid/grid_moves.h"
#include "grid/jump_find.h"
#include "map/overlay.h"

typedef struct overlay_boxes {
    overlay_spans each;
    tile_box hull; ///< the smallest box around all boxes
} overlay_boxes;

/// The boxes of an overlay without corridor and costs, for units of a size.
overlay_boxes overlay_boxes_of(const fw_overlay *overlay, int32_t size);

/// Number of tiles in the boxes; a tile in several boxes is counted several times.
int64_t overlay_boxes_area(const overlay_boxes *boxes);

/// The shorter side of the smallest rectangle around all anchors that the overlay changes.
int32_t overlay_boxes_breadth(const overlay_boxes *boxes);

bool overlay_boxes_hold(const overlay_boxes *boxes, int32_t x, int32_t y);

/// The part of overlay_boxes_spare() that is not inlined.
bool overlay_boxes_spare_runs(const overlay_boxes *boxes, int32_t x, int32_t y, path_run first,
                              path_run second);

/// True if a rectangle around two tiles has nothing in common with any box.
static inline bool overlay_boxes_are_apart(const overlay_boxes *boxes, int32_t x, int32_t y, int32_t to_x,
                                           int32_t to_y)
{
    const tile_box *hull = &boxes->hull;
    return (x < to_x ? to_x : x) < hull->left || (x < to_x ? x : to_x) > hull->right ||
           (y < to_y ? to_y : y) < hull->top || (y < to_y ? y : to_y) > hull->bottom;
}

/// True if a box may lie in the half of the map toward which a straight move leads, including the row or column of the
/// tile. With eight neighbours, moves that may follow that move stay in this half.
static inline bool overlay_boxes_are_beyond(const overlay_boxes *boxes, int32_t x, int32_t y, int move)
{
    const tile_box *hull = &boxes->hull;
    return (move_dx[move] <= 0 || hull->right >= x) && (move_dx[move] >= 0 || hull->left <= x) &&
           (move_dy[move] <= 0 || hull->bottom >= y) && (move_dy[move] >= 0 || hull->top <= y);
}

/// True if neither of two consecutive runs from a tile enters a box.
static inline bool overlay_boxes_spare(const overlay_boxes *boxes, int32_t x, int32_t y, path_run first,
                                       path_run second)
{
    const int32_t to_x =
        x + first.steps * move_dx[first.direction] + second.steps * move_dx[second.direction];
    const int32_t to_y =
        y + first.steps * move_dy[first.direction] + second.steps * move_dy[second.direction];
    return overlay_boxes_are_apart(boxes, x, y, to_x, to_y) ||
           overlay_boxes_spare_runs(boxes, x, y, first, second);
}

/// As jump_look(), by runs that enter no box.
int32_t overlay_boxes_look(const overlay_boxes *boxes, const jump_tables *tables, int32_t x, int32_t y,
                           int32_t dx, int32_t dy, path_run runs[2]);

/// Finds the tiles at which searches that leave a tile outside of the boxes first enter a box: by a straight run, or by
/// a leading run (diagonal, or vertical with four neighbours) and a straight one.
///
/// @param moves       first moves
/// @param[out] found  appended to; `move` is that of the last run
/// @return FW_OK or FW_NO_MEMORY
fw_result overlay_boxes_enter(memory *memory, const overlay_boxes *boxes, const jump_tables *tables,
                              int32_t x, int32_t y, uint32_t moves, jump_found_list *found);
