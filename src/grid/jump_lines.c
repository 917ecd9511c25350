#include "grid/jump_lines.h"

/// The free tiles at the ends of runs, among 64 tiles of a line.
typedef struct jump_ends {
    uint64_t free;
    uint64_t lowest;  ///< the tile before is blocked
    uint64_t highest; ///< the tile after is blocked
} jump_ends;

static int32_t count_lines(const jump_lines *lines)
{
    return lines->rows ? lines->rows->height : (int32_t)lines->columns->row_count;
}

/// The ends of runs in a word of a line, which may lie beside the map.
static jump_ends ends_at(const jump_lines *lines, int32_t across, int32_t word)
{
    if (across < 0 || across >= count_lines(lines))
        return (jump_ends){ 0 };
    const uint64_t *line =
        lines->rows ? layer_row(lines->rows, across) : (const uint64_t *)lines->columns->row[across] + 1;
    const uint64_t *free = &line[word];
    return (jump_ends){ *free, *free & ~from_below(free), *free & ~from_above(free) };
}

/// The definition of a jump point (jump_tables.h), for 64 tiles of a line: a tile where a search along the line stops,
/// because it is free, is not where its own run begins, and in a line beside it a run begins.
static jump_line jump_points_of(const jump_ends *before, const jump_ends *here, const jump_ends *after)
{
    return (jump_line){ .jump_up = (here->free ^ here->lowest) & (before->lowest | after->lowest),
                        .jump_down = (here->free ^ here->highest) & (before->highest | after->highest) };
}

jump_line jump_lines_points(const jump_lines *lines, int32_t across, int32_t word)
{
    const jump_ends before = ends_at(lines, across - 1, word), here = ends_at(lines, across, word),
                    after = ends_at(lines, across + 1, word);
    return jump_points_of(&before, &here, &after);
}

void jump_lines_fill(const jump_lines *lines, int32_t first, int32_t word, jump_line *out)
{
    jump_ends before = ends_at(lines, first - 1, word), here = ends_at(lines, first, word);
    for (int32_t i = 0; i < JUMP_BLOCK_LINES; i++) {
        const jump_ends after = ends_at(lines, first + i + 1, word);
        out[i] = jump_points_of(&before, &here, &after);
        before = here;
        here = after;
    }
}
