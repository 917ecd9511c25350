#include "areas/area_pieces.h"

#include "base/union_find.h"

static uint32_t cell_at(const area_cells *cells, const map_unit *unit, int32_t x, int32_t y)
{
    const size_t tile = (size_t)y * (size_t)unit->layer->width + (size_t)x;
    if (cells->labels && cells->labels[tile])
        return cells->labels[tile];
    const int32_t square = y / cells->side * cells->columns + x / cells->side;
    return cells->first_square + (cells->leaves ? cells->leaves[square] : (uint32_t)square);
}

static fw_result add_run(area_pieces *pieces, int32_t left, int32_t right, uint32_t cell)
{
    const size_t index = pieces->run_count;
    if (MEMORY_RESERVE(pieces->memory, pieces->runs, pieces->run_capacity, index + 1) != FW_OK ||
        MEMORY_RESERVE(pieces->memory, pieces->parents, pieces->parent_capacity, index + 1) != FW_OK)
        return FW_NO_MEMORY;
    pieces->runs[index] = (area_run){ .left = left, .right = right, .cell = cell };
    pieces->parents[index] = (uint32_t)index;
    pieces->run_count++;
    return FW_OK;
}

static fw_result cut_row(area_pieces *pieces, const map_unit *unit, const area_cells *cells, int32_t y)
{
    const int32_t width = unit->layer->width;
    for (int32_t x = 0; x < width;) {
        if (!layer_fits(unit->layer, x, y)) {
            x++;
            continue;
        }
        const uint32_t cell = cell_at(cells, unit, x, y);
        const int32_t left = x;
        while (x < width && layer_fits(unit->layer, x, y) && cell_at(cells, unit, x, y) == cell)
            x++;
        if (add_run(pieces, left, x, cell) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

uint32_t area_pieces_root(const area_pieces *pieces, size_t run)
{
    return union_find_root(pieces->parents, (uint32_t)run);
}

/// Calls a function for each run of row `y` and each run of the row above that it touches.
static fw_result visit_above(const area_pieces *pieces, int32_t y, area_contact visit, void *user)
{
    const int32_t more = pieces->is_diagonal;
    size_t above = pieces->rows[y - 1];
    for (size_t run = pieces->rows[y]; run < pieces->rows[y + 1]; run++) {
        const area_run *lower = &pieces->runs[run];
        while (above < pieces->rows[y] && pieces->runs[above].right + more <= lower->left)
            above++;
        for (size_t upper = above; upper < pieces->rows[y] && pieces->runs[upper].left < lower->right + more;
             upper++) {
            const fw_result visited = visit(user, run, y, upper, y - 1);
            if (visited != FW_OK)
                return visited;
        }
    }
    return FW_OK;
}

static fw_result join_equal_cells(void *user, size_t run, int32_t y, size_t other, int32_t other_y)
{
    area_pieces *pieces = user;
    (void)y;
    (void)other_y;
    if (pieces->runs[run].cell == pieces->runs[other].cell)
        union_find_join(pieces->parents, (uint32_t)run, (uint32_t)other);
    return FW_OK;
}

fw_result area_pieces_cut(area_pieces *pieces, const map_unit *unit, const area_cells *cells)
{
    pieces->height = unit->layer->height;
    pieces->is_diagonal = unit->def.corners == FW_CORNERS_ALWAYS;
    pieces->rows = memory_get(pieces->memory, (size_t)pieces->height + 1, sizeof *pieces->rows);
    if (!pieces->rows)
        return FW_NO_MEMORY;
    for (int32_t y = 0; y < pieces->height; y++) {
        pieces->rows[y] = pieces->run_count;
        if (cut_row(pieces, unit, cells, y) != FW_OK)
            return FW_NO_MEMORY;
        pieces->rows[y + 1] = pieces->run_count;
        if (y > 0)
            visit_above(pieces, y, join_equal_cells, pieces);
    }
    return FW_OK;
}

void area_pieces_free(area_pieces *pieces)
{
    memory_give_back(pieces->memory, pieces->runs, pieces->run_capacity, sizeof *pieces->runs);
    memory_give_back(pieces->memory, pieces->parents, pieces->parent_capacity, sizeof *pieces->parents);
    memory_give_back(pieces->memory, pieces->rows, (size_t)pieces->height + 1, sizeof *pieces->rows);
}

/// The arguments of area_pieces_contacts().
typedef struct contact_call {
    const area_pieces *pieces;
    area_contact visit;
    void *user;
} contact_call;

static fw_result visit_if_cells_differ(void *user, size_t run, int32_t y, size_t other, int32_t other_y)
{
    const contact_call *call = user;
    const area_run *runs = call->pieces->runs;
    return runs[run].cell == runs[other].cell ? FW_OK : call->visit(call->user, run, y, other, other_y);
}

fw_result area_pieces_contacts(const area_pieces *pieces, area_contact visit, void *user)
{
    contact_call call = { pieces, visit, user };
    fw_result visited = FW_OK;
    for (int32_t y = 0; y < pieces->height && visited == FW_OK; y++) {
        for (size_t run = pieces->rows[y] + 1; run < pieces->rows[y + 1] && visited == FW_OK; run++)
            if (pieces->runs[run - 1].right == pieces->runs[run].left)
                visited = visit(user, run, y, run - 1, y);
        if (y > 0 && visited == FW_OK)
            visited = visit_above(pieces, y, visit_if_cells_differ, &call);
    }
    return visited;
}
