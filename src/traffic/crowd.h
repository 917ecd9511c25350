#ifndef TRAFFIC_CROWD_H
#define TRAFFIC_CROWD_H

/// @file
/// Where units are: a search for those near a place looks at few others.

#include "curve/sweep_rows.h"
#include "traffic/reservation.h"

/// Side of the cells in which units are found, in tiles.
#define CELL_SIDE 4.0

/// What a search for units reads of each of them. All marks lie side by side, so that the search reads little memory.
typedef struct crowd_mark {
    fw_box box; ///< holds the body's centre in the interval under way and along the unit's reservation
    int16_t cell_x, cell_y; ///< of the middle of the box
    bool is_parked;         ///< the unit stands at its goal
    uint32_t layers;        ///< of the unit
    double radius;          ///< tiles
    double stop_x, stop_y;  ///< where its reservation ends
} crowd_mark;

/// All units by rows of cells, in a row by columns, and in a cell by ids. A strip is 2^strip_bits cells of a row.
typedef struct crowd_cells {
    uint32_t *slots; ///< [slot * units]
    size_t slot_room;
    uint32_t *starts; ///< [index * (strips + 2)] into `slots`: the first unit of each strip
    int32_t strips;   ///< one more, behind them, holds a unit that enters or leaves
    int32_t strip_bits, strips_in_row;
} crowd_cells;

/// Distance of two boxes along the axis on which they are farther apart; negative: they overlap.
static inline double gap_between(const fw_box *a, const fw_box *b)
{
    const double x = larger(a->min_x - b->max_x, b->min_x - a->max_x);
    const double y = larger(a->min_y - b->max_y, b->min_y - a->max_y);
    return larger(x, y);
}

/// Gives a unit a reservation, and enters it in its cell.
void crowd_place(fw_traffic *traffic, uint32_t slot, const reservation *plan);

/// Enters a unit, which has its reservation already, in the cell of its box.
void crowd_take(fw_traffic *traffic, uint32_t slot, const fw_box *box);

/// The reservation of a unit, with its knots. Valid until the next call, and until the unit gets another reservation.
const reservation *crowd_reservation(fw_traffic *traffic, uint32_t slot);

/// Measures the largest box and the largest body of all units: those of units that are gone count no longer.
void crowd_measure(fw_traffic *traffic);

/// Enters a unit in the cell of its mark's box, or moves it there.
void crowd_enter(fw_traffic *traffic, uint32_t slot);

/// Takes a unit out of its cell.
void crowd_leave(fw_traffic *traffic, uint32_t slot);

/// Enters all units in the cells of their marks anew.
void crowd_enter_all(fw_traffic *traffic);

/// Makes room in the cells for a number of units.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result crowd_reserve(fw_traffic *traffic, int32_t count);

/// Frees the cells.
void crowd_free(fw_traffic *traffic);

/// Lists the units that may touch a box in `found`. Their order depends on their places and ids only.
///
/// @return number of them
int32_t crowd_near(const fw_traffic *traffic, const fw_box *box);

/// The same for those that have one of these layers.
int32_t crowd_on_layers(const fw_traffic *traffic, const fw_box *box, uint32_t layers);

#endif
