#include "hierarchy/landmarks.h"

#include <string.h>

#include "hierarchy/hierarchy.h"
#include "search/open_stack.h"

enum { TRIES = 4 /**< places to begin at, in search of the largest connected part of the graph */ };

/// Distances from one transition to all others. Both sides of a transition have the same distance.
typedef struct survey {
    const hierarchy *table;
    const uint32_t *rows;
    open_list open;
    uint64_t *distance; ///< [row * row_count] COST_LIMIT: not reached
    uint64_t *least;    ///< [row * row_count] from the nearest landmark so far
    size_t row_count;
} survey;

/// A transition as a record holds it.
typedef struct vertex {
    cluster_at cluster;
    int32_t index;
} vertex;

static const cluster_record *record_at(const hierarchy *table, cluster_at cluster)
{
    return table->records[cluster_index(&table->grid, cluster)];
}

static uint32_t row_of(const survey *survey, vertex at)
{
    return survey->rows[cluster_index(&survey->table->grid, at.cluster)] + (uint32_t)at.index;
}

/// The same transition, seen from its other side.
static vertex partner_of(const hierarchy *table, vertex at)
{
    const cluster_record *record = record_at(table, at.cluster);
    int side = 0;
    while (record->first[side + 1] <= at.index)
        side++;
    const cluster_at beside = cluster_beside(at.cluster, side);
    return (vertex){ beside,
                     record_at(table, beside)->first[move_opposite(side)] + at.index - record->first[side] };
}

static uint32_t cluster_slot(const hierarchy *table, cluster_at cluster)
{
    return (uint32_t)cluster_index(&table->grid, cluster);
}

static vertex vertex_of(const survey *survey, const open_entry *entry)
{
    const uint32_t columns = (uint32_t)survey->table->grid.columns;
    return (vertex){ { (int32_t)(entry->slot % columns), (int32_t)(entry->slot / columns) },
                     (int32_t)(entry->id - survey->rows[entry->slot]) };
}

/// True if an entry is outdated.
static bool is_stale(const void *context, const open_entry *entry)
{
    const survey *survey = context;
    return survey->distance[entry->id] != entry->f;
}

/// Notes a distance, if it is smaller than the one that is known. FW_OK or FW_NO_MEMORY.
static fw_result reach(survey *survey, vertex to, uint64_t distance)
{
    const uint32_t row = row_of(survey, to);
    if (distance >= survey->distance[row])
        return FW_OK;
    survey->distance[row] = distance;
    survey->distance[row_of(survey, partner_of(survey->table, to))] = distance;
    const open_entry entry = { .f = distance, .id = row, .slot = cluster_slot(survey->table, to.cluster) };
    return open_stack_push(&survey->open, &entry);
}

/// Goes from a transition to all others of one of its clusters. FW_OK or FW_NO_MEMORY.
static fw_result follow(survey *survey, vertex from, uint64_t distance)
{
    const cluster_record *record = record_at(survey->table, from.cluster);
    for (int32_t to = 0; to < cluster_record_count(record); to++) {
        const uint32_t edge = to == from.index ? EDGE_NONE : cluster_record_edge(record, from.index, to);
        if (edge != EDGE_NONE && reach(survey, (vertex){ from.cluster, to }, distance + edge) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Finds all distances from a transition. FW_OK or FW_NO_MEMORY.
static fw_result survey_from(survey *survey, vertex start)
{
    open_entry least;
    open_list_reset(&survey->open, open_list_shift(OPEN_STACK_WIDTH * (uint64_t)survey->table->least_step));
    for (size_t i = 0; i < survey->row_count; i++)
        survey->distance[i] = COST_LIMIT;
    fw_result reached = reach(survey, start, 0);
    while (reached == FW_OK && open_stack_pop(&survey->open, COST_LIMIT, is_stale, survey, &least) == FW_OK) {
        const vertex at = vertex_of(survey, &least);
        reached = follow(survey, at, least.f);
        if (reached == FW_OK)
            reached = follow(survey, partner_of(survey->table, at), least.f);
    }
    return reached;
}

/// The transition with a row.
static vertex vertex_with_row(const survey *survey, size_t row)
{
    const cluster_grid *grid = &survey->table->grid;
    vertex at = { { 0, 0 }, 0 };
    for (at.cluster.row = 0; at.cluster.row < grid->rows; at.cluster.row++)
        for (at.cluster.column = 0; at.cluster.column < grid->columns; at.cluster.column++) {
            const cluster_record *record = record_at(survey->table, at.cluster);
            const uint32_t first = survey->rows[cluster_index(grid, at.cluster)];
            if (record && row - first < (size_t)cluster_record_count(record)) {
                at.index = (int32_t)(row - first);
                return at;
            }
        }
    return at;
}

/// The row that is farthest away, as `distance` or `least` tells.
static size_t farthest_row(const survey *survey, const uint64_t *distance)
{
    size_t farthest = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < survey->row_count; i++)
        if (distance[i] != COST_LIMIT && distance[i] > most) {
            most = distance[i];
            farthest = i;
        }
    return farthest;
}

/// Finds the farthest transition from some place in the largest connected part, as far as a few tries tell.
///
/// @param[out] farthest  its row
/// @param[out] most      its distance
static fw_result find_far_end(survey *survey, size_t *farthest, uint64_t *most)
{
    size_t best = 0, start = 0;
    memset(survey->least, 0, survey->row_count * sizeof *survey->least); // 1: reached before
    for (int i = 0; i < TRIES && 2 * best < survey->row_count && start < survey->row_count; i++) {
        size_t reached = 0;
        if (survey_from(survey, vertex_with_row(survey, start)) != FW_OK)
            return FW_NO_MEMORY;
        for (size_t row = 0; row < survey->row_count; row++)
            if (survey->distance[row] != COST_LIMIT) {
                survey->least[row] = 1;
                reached++;
            }
        if (reached > best) {
            best = reached;
            *farthest = farthest_row(survey, survey->distance);
            *most = survey->distance[*farthest];
        }
        while (start < survey->row_count && survey->least[start])
            start++;
    }
    return FW_OK;
}

/// Fills in the distances of all landmarks. FW_OK or FW_NO_MEMORY.
static fw_result choose(survey *survey, landmarks *made)
{
    size_t farthest = 0;
    uint64_t most = 0;
    if (find_far_end(survey, &farthest, &most) != FW_OK)
        return FW_NO_MEMORY;
    while (2 * most >> made->shift >= LANDMARK_FAR) // no two places there are farther apart than twice that
        made->shift++;
    for (size_t i = 0; i < survey->row_count; i++)
        survey->least[i] = COST_LIMIT;
    for (int landmark = 0; landmark < LANDMARK_COUNT; landmark++) {
        if (survey_from(survey, vertex_with_row(survey, farthest)) != FW_OK)
            return FW_NO_MEMORY;
        for (size_t i = 0; i < survey->row_count; i++) {
            const uint64_t distance = survey->distance[i];
            made->distance[i * LANDMARK_COUNT + (size_t)landmark] =
                (uint16_t)(distance == COST_LIMIT ? LANDMARK_FAR : distance >> made->shift);
            survey->least[i] = distance < survey->least[i] ? distance : survey->least[i];
        }
        farthest = farthest_row(survey, survey->least);
    }
    return FW_OK;
}

/// Numbers the transitions, cluster by cluster.
static void number_rows(const hierarchy *table, uint32_t *rows)
{
    uint32_t count = 0;
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++) {
        rows[i] = table->records[i] ? count : LANDMARKS_NONE;
        count += table->records[i] ? (uint32_t)cluster_record_count(table->records[i]) : 0;
    }
}

fw_result landmarks_build(memory *memory, hierarchy *table)
{
    const size_t clusters = hierarchy_cluster_count(table), count = table->transition_count;
    landmarks made = { .row_count = count, .are_valid = true };
    if (count == 0) {
        landmarks_free(memory, &table->landmarks, clusters);
        return FW_OK;
    }
    survey survey = { .table = table, .row_count = count };
    open_list_init(&survey.open, memory);
    made.rows = memory_get(memory, clusters, sizeof *made.rows);
    made.distance = memory_get(memory, count, LANDMARK_COUNT * sizeof *made.distance);
    survey.distance = memory_get(memory, count, sizeof *survey.distance);
    survey.least = memory_get(memory, count, sizeof *survey.least);
    fw_result result = FW_NO_MEMORY;
    if (made.rows && made.distance && survey.distance && survey.least) {
        number_rows(table, made.rows);
        survey.rows = made.rows;
        result = choose(&survey, &made);
    }
    open_list_free(&survey.open);
    memory_give_back(memory, survey.distance, count, sizeof *survey.distance);
    memory_give_back(memory, survey.least, count, sizeof *survey.least);
    landmarks_free(memory, result == FW_OK ? &table->landmarks : &made, clusters);
    if (result == FW_OK)
        table->landmarks = made;
    return result;
}

void landmarks_free(memory *memory, landmarks *doomed, size_t cluster_count)
{
    memory_give_back(memory, doomed->rows, cluster_count, sizeof *doomed->rows);
    memory_give_back(memory, doomed->distance, doomed->row_count, LANDMARK_COUNT * sizeof *doomed->distance);
    *doomed = (landmarks){ 0 };
}

size_t landmarks_bytes(const landmarks *landmarks, size_t cluster_count)
{
    return landmarks->rows ? cluster_count * sizeof *landmarks->rows +
                                 landmarks->row_count * LANDMARK_COUNT * sizeof *landmarks->distance
                           : 0;
}
