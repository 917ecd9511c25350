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

static inline jump_ends ends_in(const uint64_t *free)
{
    return (jump_ends){ *free & ~from_below(free), *free & ~from_above(free) };
}

static bool is_beside_map(const jump_lines *lines, int32_t across)
{
    return across < 0 || across >= (lines->rows ? lines->rows->height : (int32_t)lines->columns->row_count);
}

/// The ends of runs in a line, which may lie beside the map.
static void find_ends(const jump_lines *lines, int32_t across, jump_ends *ends)
{
    if (is_beside_map(lines, across)) {
        memset(ends, 0, (size_t)lines->words * sizeof *ends);
        return;
    }
    const uint64_t *free = line_at(lines, across);
    for (int32_t i = 0; i < lines->words; i++)
        ends[i] = ends_in(&free[i]);
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

static inline uint64_t jumps_down(uint64_t free, jump_ends before, jump_ends here, jump_ends after)
{
    return (free ^ here.highest) & (before.highest | after.highest);
}

static inline uint64_t jumps_up(uint64_t free, jump_ends before, jump_ends here, jump_ends after)
{
    return (free ^ here.lowest) & (before.lowest | after.lowest);
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
        const uint64_t jump = jumps_down(open, before[i], here[i], after[i]);
        const uint64_t half = open + jump;
        const uint64_t sum = half + carry;
        out[i].jump_down = jump;
        out[i].has_down = (sum ^ open ^ jump) & open;
        carry = (uint64_t)(half < open) | (uint64_t)(sum < half);
    }
    // Down the words only one bit hangs on the word before, so that the processor may flood several at once.
    carry = 0;
    for (int32_t i = words - 1; i >= 0; i--) {
        const uint64_t jump = jumps_up(free[i], before[i], here[i], after[i]);
        out[i].jump_up = jump;
        out[i].has_up = jump_has_up(free[i], jump, carry);
        carry = (jump | out[i].has_up) & 1;
    }
}

static jump_ends ends_at(const jump_lines *lines, int32_t across, int32_t word)
{
    if (is_beside_map(lines, across))
        return (jump_ends){ 0 };
    return ends_in(&line_at(lines, across)[word]);
}

jump_line jump_lines_points(const jump_lines *lines, int32_t across, int32_t word)
{
    const uint64_t free = line_at(lines, across)[word];
    const jump_ends before = ends_at(lines, across - 1, word), here = ends_at(lines, across, word),
                    after = ends_at(lines, across + 1, word);
    return (jump_line){ .jump_up = jumps_up(free, before, here, after),
                        .jump_down = jumps_down(free, before, here, after) };
}
