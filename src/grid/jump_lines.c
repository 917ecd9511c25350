#include "grid/jump_lines.h"

#include <string.h>

static jump_lines lines_of(int32_t words, jump_ends *room)
{
    return (jump_lines){
        .words = words, .before = room, .here = room + words, .after = room + 2 * words, .across = -2
    };
}

jump_lines jump_lines_of_rows(const layer *rows, jump_ends *room)
{
    jump_lines lines = lines_of(rows->words, room);
    lines.rows = rows;
    return lines;
}

jump_lines jump_lines_of_columns(const paged *columns, int32_t words, jump_ends *room)
{
    jump_lines lines = lines_of(words, room);
    lines.columns = columns;
    return lines;
}

/// The first word of a line of the map.
static const uint64_t *line_at(const jump_lines *lines, int32_t across)
{
    return lines->rows ? layer_row(lines->rows, across) : (const uint64_t *)lines->columns->row[across] + 1;
}

/// The ends of runs in a line, which may lie beside the map.
static void find_ends(const jump_lines *lines, int32_t across, jump_ends *ends)
{
    const int32_t count = lines->rows ? lines->rows->height : (int32_t)lines->columns->row_count;
    if (across < 0 || across >= count) {
        memset(ends, 0, (size_t)lines->words * sizeof *ends);
        return;
    }
    const uint64_t *free = line_at(lines, across);
    for (int32_t i = 0; i < lines->words; i++)
        ends[i] = (jump_ends){ free[i] & ~from_below(&free[i]), free[i] & ~from_above(&free[i]) };
}

/// Reads a line and those beside it, as far as they were not read for the one before.
static void read_line(jump_lines *lines, int32_t across)
{
    if (lines->across == across - 1) {
        jump_ends *left = lines->before;
        lines->before = lines->here;
        lines->here = lines->after;
        lines->after = left;
    } else {
        find_ends(lines, across - 1, lines->before);
        find_ends(lines, across, lines->here);
    }
    find_ends(lines, across + 1, lines->after);
    lines->across = across;
}

/// Bits i such that some `source` bit at or above i is reached over `open` bits only.
/// Source: Kogge & Stone 1973, on bit boards.
static inline uint64_t flood_down(uint64_t source, uint64_t open)
{
    for (int step = 1; step < WORD_BITS; step *= 2) {
        source |= open & source >> step;
        open &= open >> step;
    }
    return source;
}

/// The `open` bits that are reached from above the word.
static inline uint64_t open_from_above(uint64_t open)
{
    return ~open ? UINT64_MAX << bits_highest(~open) << 1 : UINT64_MAX;
}

void jump_lines_build(jump_lines *lines, int32_t across, jump_line *out)
{
    read_line(lines, across);
    const uint64_t *free = line_at(lines, across);
    const jump_ends *before = lines->before, *here = lines->here, *after = lines->after;
    const int32_t words = lines->words;
    // Going up the words, a run down meets a jump when the adder carries: jump points generate, free tiles propagate.
    uint64_t carry = 0;
    for (int32_t i = 0; i < words; i++) {
        const uint64_t open = free[i];
        const uint64_t jump = (open ^ here[i].highest) & (before[i].highest | after[i].highest);
        const uint64_t half = open + jump;
        const uint64_t sum = half + carry;
        out[i].jump_down = jump;
        out[i].has_down = (sum ^ open ^ jump) & open;
        carry = (uint64_t)(half < open) | (uint64_t)(sum < half);
    }
    // Down the words only one bit hangs on the word before, so that the processor may flood several at once.
    carry = 0;
    for (int32_t i = words - 1; i >= 0; i--) {
        const uint64_t jump = (free[i] ^ here[i].lowest) & (before[i].lowest | after[i].lowest);
        out[i].jump_up = jump;
        const uint64_t reached = (jump ? flood_down(jump, free[i]) : 0) | (open_from_above(free[i]) & -carry);
        out[i].has_up = free[i] & (reached >> 1 | carry << 63);
        carry = reached & 1;
    }
}
