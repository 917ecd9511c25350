#include "map/overlay_tape.h"

#include "base/bits.h"
#include "map/overlay_parts.h"

static void write_part(tape *tape, overlay_part kind, int32_t x, int32_t y)
{
    tape_integer(tape, kind);
    tape_integer(tape, x);
    tape_integer(tape, y);
}

/// Runs of bits that are set.
static void write_bits(tape *tape, overlay_part kind, const overlay_block *block, const uint64_t *rows)
{
    for (int32_t row = 0; row < BLOCK_SIDE; row++)
        for (uint64_t left = rows[row]; left;) {
            const int first = bits_lowest(left);
            const uint64_t after = ~left & ~bits_below(first);
            const int end = after ? bits_lowest(after) : BLOCK_SIDE;
            write_part(tape, kind, block->block.column * BLOCK_SIDE + first,
                       block->block.row * BLOCK_SIDE + row);
            tape_integer(tape, end - first);
            left &= ~bits_below(end);
        }
}

static void write_moves(tape *tape, const overlay_block *block)
{
    for (int32_t i = 0; i < BLOCK_TILES; i++)
        if (block->moves[i]) {
            write_part(tape, OVERLAY_FORBIDS, block->block.column * BLOCK_SIDE + (i & BLOCK_MASK),
                       block->block.row * BLOCK_SIDE + (i >> BLOCK_SHIFT));
            tape_integer(tape, block->moves[i]);
        }
}

/// Runs of equal costs.
static void write_costs(tape *tape, const overlay_block *block)
{
    for (int32_t row = 0; row < BLOCK_SIDE; row++) {
        const uint16_t *costs = &block->costs[row * BLOCK_SIDE];
        for (int32_t x = 0, end; x < BLOCK_SIDE; x = end) {
            for (end = x + 1; end < BLOCK_SIDE && costs[end] == costs[x];)
                end++;
            if (!costs[x])
                continue;
            write_part(tape, OVERLAY_COSTS, block->block.column * BLOCK_SIDE + x,
                       block->block.row * BLOCK_SIDE + row);
            tape_integer(tape, end - x);
            tape_integer(tape, costs[x]);
        }
    }
}

static void write_cost_bytes(tape *tape, const overlay_block *block)
{
    tape_runs runs = { .tape = tape };
    write_part(tape, OVERLAY_HAS_COST_BYTES, block->block.column * BLOCK_SIDE, block->block.row * BLOCK_SIDE);
    tape_add_bytes(&runs, block->bytes->tiles, BLOCK_TILES);
    tape_end_runs(&runs);
}

void overlay_write(const fw_overlay *overlay, tape *tape)
{
    if (overlay->has_corridor) {
        write_part(tape, OVERLAY_HAS_CORRIDOR, 0, 0);
        tape_integer(tape, 0);
    }
    for (const sheet_block *used = overlay->blocks.used; used; used = used->next) {
        const overlay_block *block = (const overlay_block *)used;
        write_bits(tape, OVERLAY_BLOCKS, block, block->blocked);
        write_bits(tape, OVERLAY_HAS_CORRIDOR, block, block->corridor);
        if (block->has_moves)
            write_moves(tape, block);
        if (block->has_costs)
            write_costs(tape, block);
        if (block->has_bytes)
            write_cost_bytes(tape, block);
    }
    tape_integer(tape, OVERLAY_ENDS);
}
