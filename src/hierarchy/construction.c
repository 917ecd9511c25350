#include "hierarchy/construction.h"

#include <string.h>

#include "base/bits.h"
#include "hierarchy/landmark_survey.h"
#include "hierarchy/twins.h"
#include "search/limits.h"

enum {
    TILES_OF_WORK = 8, ///< tiles that are loaded for a unit of work
    DOUBTFUL_LEAST = 6 ///< edges for which a wave from what has changed is run
};

/// Of all work for a table, the part for the graph, by measurement: 22 of 24, 89 of 101, 358 of 409 steps.
#define GRAPH_PART 0.875

struct construction {
    hierarchy *table;      ///< null: for landmarks
    size_t next;           ///< all clusters before this one have been built
    uint64_t *is_outdated; ///< [cluster / 64] bits of those that commits have changed since
    size_t first_outdated; ///< none comes before
    record_draft draft;
    bool has_draft;
    landmark_survey *survey; ///< null for a graph; else null until the first slice
};

fw_result record_draft_begin(memory *memory, hierarchy *table, const ground_rules *rules, size_t index,
                             record_draft *draft)
{
    const cluster_at cluster = cluster_with_index(&table->grid, index);
    ground_load(&table->ground, rules, cluster_box_of(&table->grid, cluster));
    entrances_find(&table->ground, rules, table->longest, table->most_clearance, &table->found);
    return record_draft_of_found(memory, table, rules, index, draft);
}

fw_result record_draft_of_found(memory *memory, hierarchy *table, const ground_rules *rules, size_t index,
                                record_draft *draft)
{
    const int32_t count = table->found.first[MOVE_COUNT];
    *draft =
        (record_draft){ .index = index, .next = 1, .ways = direct_ways_of(&table->ground, rules->cheapest) };
    if (count == 0)
        return FW_OK;
    cluster_record *record = record_create(memory, count);
    if (!record)
        return FW_NO_MEMORY;
    memcpy(record->first, table->found.first, sizeof record->first);
    memcpy(record->transitions, table->found.items, (size_t)count * sizeof(transition));
    memset(table->missing, 0, (size_t)count * sizeof *table->missing);
    draft->record = record;
    return FW_OK;
}

/// The edge from the middle of a transition to that of another.
static cluster_edge edge_of(const ground *ground, const transition *from, const transition *to,
                            uint64_t within)
{
    if (within == WAVE_UNKNOWN)
        return cluster_edge_none();
    return cluster_edge_of(within + transition_half(ground, from) + transition_half(ground, to));
}

/// Fills in the costs from a transition to those before it in the list, as far as no wave is needed, and counts the
/// others. Returns the work.
static uint64_t find_easy_edges(hierarchy *table, record_draft *draft, int32_t from)
{
    const ground *ground = &table->ground;
    const transition *transitions = draft->record->transitions;
    for (int32_t to = 0; to < from; to++) {
        cluster_edge *edge = &draft->record->edges[cluster_record_place(from, to)];
        const uint64_t within = direct_way_cost(&draft->ways, transitions[from].tile, transitions[to].tile);
        if (within != WAVE_UNKNOWN) {
            *edge = edge_of(ground, &transitions[from], &transitions[to], within);
            continue;
        }
        if (draft->kept && kept_edges_hold(draft->kept, from, to, edge))
            continue;
        *edge = cluster_edge_missing();
        table->missing[from]++;
        table->missing[to]++;
        draft->missing++;
    }
    return (uint64_t)from;
}

/// The transition that lacks the most edges.
static int32_t neediest(const hierarchy *table, int32_t count)
{
    int32_t best = 0;
    for (int32_t i = 1; i < count; i++)
        if (table->missing[i] > table->missing[best])
            best = i;
    return best;
}

/// Fills in all edges that a transition lacks, by a wave. Returns the work.
static uint64_t find_other_edges(hierarchy *table, record_draft *draft)
{
    const int32_t count = cluster_record_count(draft->record), from = neediest(table, count);
    const transition *transitions = draft->record->transitions;
    cluster_edge *edges = draft->record->edges;
    wave *wave = &table->wave;
    wave_begin(wave, &table->ground);
    wave_add_seed(wave, (wave_seed){ .tile = transitions[from].tile, .move = NO_MOVE });
    for (int32_t to = 0; to < count; to++)
        if (to != from && cluster_edge_is_missing(edges[cluster_record_place(from, to)]))
            wave_want(wave, transitions[to].tile);
    const uint64_t closed = wave_run(wave);
    for (int32_t to = 0; to < count; to++) {
        if (to == from || !cluster_edge_is_missing(edges[cluster_record_place(from, to)]))
            continue;
        edges[cluster_record_place(from, to)] = edge_of(&table->ground, &transitions[from], &transitions[to],
                                                        wave_distance(wave, transitions[to].tile));
        table->missing[to]--;
    }
    draft->missing -= table->missing[from];
    table->missing[from] = 0;
    return closed;
}

/// Number of edges that are missing and were there before the commit.
static int32_t count_doubtful(const record_draft *draft)
{
    const int32_t count = cluster_record_count(draft->record);
    int32_t doubtful = 0;
    for (int32_t from = 1; from < count; from++)
        for (int32_t to = 0; to < from; to++)
            doubtful += cluster_edge_is_missing(cluster_record_edge(draft->record, from, to)) &&
                        kept_edges_may_hold(draft->kept, from, to);
    return doubtful;
}

/// Fills in the edges that a commit leaves as they were, by a wave from what the commit has changed. Few edges need no
/// such wave: theirs are as fast. Returns the work.
static uint64_t find_kept_edges(hierarchy *table, record_draft *draft)
{
    const int32_t count = cluster_record_count(draft->record);
    if (count_doubtful(draft) < DOUBTFUL_LEAST)
        return 0;
    const uint64_t closed = kept_edges_run(draft->kept, &table->wave, &table->ground);
    for (int32_t from = 1; from < count; from++)
        for (int32_t to = 0; to < from; to++) {
            cluster_edge *edge = &draft->record->edges[cluster_record_place(from, to)], known;
            if (!cluster_edge_is_missing(*edge) ||
                !kept_edges_hold_by_wave(draft->kept, &table->wave, from, to, &known))
                continue;
            *edge = known;
            table->missing[from]--;
            table->missing[to]--;
            draft->missing--;
        }
    return closed;
}

bool record_draft_continue(hierarchy *table, record_draft *draft, uint64_t *work)
{
    if (!draft->record)
        return true;
    const int32_t count = cluster_record_count(draft->record);
    while (*work > 0 && draft->next < count)
        work_spend(work, find_easy_edges(table, draft, draft->next++));
    if (draft->kept && draft->missing > 0)
        work_spend(work, find_kept_edges(table, draft));
    while (*work > 0 && draft->missing > 0)
        work_spend(work, find_other_edges(table, draft));
    return draft->next >= count && draft->missing == 0;
}

static size_t bit_words(const hierarchy *table)
{
    return (hierarchy_cluster_count(table) + WORD_BITS - 1) / WORD_BITS;
}

fw_result construction_begin(memory *memory, const derived_source *source, const void *existing, void **begun)
{
    *begun = NULL;
    if (existing && !landmarks_are_due(existing))
        return FW_OK;
    construction *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->first_outdated = SIZE_MAX;
    if (!existing && hierarchy_create(memory, source, &made->table) == FW_OK)
        made->is_outdated = memory_get_zeroed(memory, bit_words(made->table), sizeof *made->is_outdated);
    if (!existing && !made->is_outdated) {
        construction_end(memory, made);
        return FW_NO_MEMORY;
    }
    *begun = made;
    return FW_OK;
}

static void close_draft(memory *memory, construction *made)
{
    const size_t index = made->draft.index;
    record_leave(memory, hierarchy_exchange(made->table, index, made->draft.record));
    made->has_draft = false;
}

/// What a slice builds clusters from.
typedef struct slice {
    memory *memory;
    const derived_source *source;
    ground_rules rules;
    twins twins;
} slice;

/// Begins the record of a cluster, or shares the record that another class has of the cluster. FW_OK or FW_NO_MEMORY.
static fw_result begin_draft(const slice *slice, construction *made, size_t index, uint64_t *work)
{
    hierarchy *table = made->table;
    const cluster_box box = cluster_box_of(&table->grid, cluster_with_index(&table->grid, index));
    const hierarchy *twin =
        twins_find(&slice->twins, slice->source->map, &box, hierarchy_reach(table, slice->source->unit));
    made->draft = (record_draft){ .index = index, .next = MOST_TRANSITIONS };
    if (twin)
        made->draft.record = record_join(twin->records[index]);
    else if (record_draft_begin(slice->memory, table, &slice->rules, index, &made->draft) != FW_OK)
        return FW_NO_MEMORY;
    made->has_draft = true;
    work_spend(work, 1 + (uint64_t)(box.width * box.height) / TILES_OF_WORK);
    return FW_OK;
}

/// Builds the clusters again that commits have changed, whatever work that takes: commits would have done it if the
/// graph had been ready. So every slice makes progress.
static fw_result build_outdated(const slice *slice, construction *made)
{
    uint64_t work = UINT64_MAX;
    if (made->first_outdated < made->next &&
        made->has_draft) { // the ground that is loaded is that of the draft
        record_draft_continue(made->table, &made->draft, &work);
        close_draft(slice->memory, made);
        made->next++;
    }
    for (size_t index = made->first_outdated; index < made->next; index++) {
        if (!bits_is_set(made->is_outdated, index))
            continue;
        if (begin_draft(slice, made, index, &work) != FW_OK)
            return FW_NO_MEMORY;
        record_draft_continue(made->table, &made->draft, &work);
        close_draft(slice->memory, made);
        bits_clear(made->is_outdated, index);
    }
    made->first_outdated = hierarchy_cluster_count(made->table);
    return FW_OK;
}

static fw_result build_clusters(memory *memory, const derived_source *source, construction *made,
                                uint64_t *work)
{
    const slice slice = { .memory = memory,
                          .source = source,
                          .rules = ground_rules_of(source->map, source->layer, source->unit),
                          .twins = twins_of(source, made->table) };
    if (build_outdated(&slice, made) != FW_OK)
        return FW_NO_MEMORY;
    while (made->has_draft || (*work > 0 && made->next < hierarchy_cluster_count(made->table))) {
        if (!made->has_draft && begin_draft(&slice, made, made->next, work) != FW_OK)
            return FW_NO_MEMORY;
        if (!record_draft_continue(made->table, &made->draft, work))
            return FW_PENDING;
        close_draft(memory, made);
        made->next++;
    }
    return made->next == hierarchy_cluster_count(made->table) ? FW_OK : FW_PENDING;
}

static void drop_survey(memory *memory, construction *made)
{
    if (made->survey)
        landmarks_end(memory, made->survey);
    made->survey = NULL;
}

static fw_result find_landmarks(memory *memory, const hierarchy *table, construction *made, uint64_t *work)
{
    if (!landmarks_are_due(table)) { // they were found at once meanwhile
        drop_survey(memory, made);
        return FW_OK;
    }
    if (!made->survey)
        made->survey = landmarks_begin(memory, table);
    return made->survey ? landmarks_step(made->survey, work) : FW_NO_MEMORY;
}

fw_result construction_step(memory *memory, const derived_source *source, const void *existing, void *begun,
                            uint64_t *work)
{
    construction *made = begun;
    return made->table ? build_clusters(memory, source, made, work)
                       : find_landmarks(memory, existing, made, work);
}

static int32_t at_least_zero(int32_t value)
{
    return value > 0 ? value : 0;
}

/// The clusters of all anchors that look at the tiles, and of the anchors beside these.
///
/// @param reach  how far anchors look
static void outdate_clusters(memory *memory, construction *made, int32_t reach, tile_box tiles)
{
    const cluster_grid *grid = &made->table->grid;
    const int32_t left = at_least_zero(tiles.left - reach) / grid->side;
    const int32_t top = at_least_zero(tiles.top - reach) / grid->side;
    for (int32_t row = top; row < grid->rows && row * grid->side <= tiles.bottom + 1; row++)
        for (int32_t column = left; column < grid->columns && column * grid->side <= tiles.right + 1;
             column++) {
            const size_t index = cluster_index(grid, (cluster_at){ column, row });
            if (made->has_draft && made->draft.index == index) {
                record_leave(memory, made->draft.record);
                made->has_draft = false;
                made->next++;
            }
            if (index >= made->next)
                continue;
            bits_set(made->is_outdated, index);
            made->first_outdated = index < made->first_outdated ? index : made->first_outdated;
        }
}

double construction_done(const void *existing, const void *begun)
{
    const hierarchy *table = existing;
    const construction *made = begun;
    if (made && made->table)
        return GRAPH_PART * (double)made->next / (double)hierarchy_cluster_count(made->table);
    if (made)
        return GRAPH_PART + (made->survey ? (1 - GRAPH_PART) * landmarks_done(made->survey) : 0);
    return !table ? 0 : landmarks_are_due(table) && !table->landmarks.known ? GRAPH_PART : 1;
}

void construction_outdate(memory *memory, void *begun, const fw_unit_def *unit, tile_box tiles)
{
    construction *made = begun;
    if (made->table)
        outdate_clusters(memory, made, hierarchy_reach(made->table, unit), tiles);
}

void construction_finish(memory *memory, void *begun, void **table)
{
    construction *made = begun;
    if (made->survey)
        landmarks_install(memory, made->survey, *table);
    if (!made->table)
        return;
    memory_give_back(memory, made->is_outdated, bit_words(made->table), sizeof *made->is_outdated);
    made->is_outdated = NULL;
    *table = made->table;
    made->table = NULL;
}

void construction_end(memory *memory, void *begun)
{
    construction *made = begun;
    drop_survey(memory, made);
    if (made->has_draft)
        record_leave(memory, made->draft.record);
    if (made->table) {
        memory_give_back(memory, made->is_outdated, bit_words(made->table), sizeof *made->is_outdated);
        hierarchy_destroy(memory, made->table);
    }
    memory_give_back(memory, made, 1, sizeof *made);
}
