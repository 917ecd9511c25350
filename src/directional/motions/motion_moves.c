#include "directional/motions/motion_moves.h"

enum { MOST_MOVES = 256, MOVES_OF_QUARTER = 2, ALL_MOVES = 8 };

/// A lattice point is the middle of an anchor tile.
#define MIDDLE 0.5

fw_result moves_add(memory *memory, motion_moves *moves, const fw_segment *segments, int32_t count)
{
    passage_move made[MOST_MOVES];
    int32_t made_count = passage_moves(segments, count, -MIDDLE, made, MOST_MOVES);
    if (made_count < 0) {
        made[0] = (passage_move){ 0 };
        made_count = 1;
    }
    if (MEMORY_RESERVE(memory, moves->items, moves->capacity, moves->count + (size_t)made_count) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < made_count; i++)
        moves->items[moves->count++] = made[i];
    return FW_OK;
}

static uint8_t bits_turned(uint8_t move, int eighths)
{
    return (uint8_t)(move << eighths | move >> (ALL_MOVES - eighths));
}

passage_move move_turned(passage_move move, int quarters)
{
    for (int i = 0; i < quarters; i++)
        move = (passage_move){ (int16_t)-move.y, move.x, bits_turned(move.move, MOVES_OF_QUARTER) };
    return move;
}

passage_move move_back(passage_move move)
{
    const bool east = move.move & (FW_MOVE_NE | FW_MOVE_E | FW_MOVE_SE);
    const bool west = move.move & (FW_MOVE_NW | FW_MOVE_W | FW_MOVE_SW);
    const bool south = move.move & (FW_MOVE_SE | FW_MOVE_S | FW_MOVE_SW);
    const bool north = move.move & (FW_MOVE_NE | FW_MOVE_N | FW_MOVE_NW);
    return (passage_move){ (int16_t)(move.x + east - west), (int16_t)(move.y + south - north),
                           bits_turned(move.move, ALL_MOVES / 2) };
}
