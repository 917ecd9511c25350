#include "hierarchy/landmark_survey.h"

#include "base/compiler.h"
#include "base/must_hold.h"
#include "search/cost.h"
#include "search/limits.h"
#include "search/open_stack.h"

enum {
    TRIES = 4,         ///< places to begin at, in search of the largest connected part of the graph
    ROWS_OF_WORK = 16, ///< rows of an array that are read or written for a unit of work
    EDGES_OF_WORK = 4, ///< edges that are followed for a unit of work
    STEP_PARTS = 4,    ///< buckets of the queue in an edge on the cheapest ground
    LARGE_CLUSTER = 32 ///< tiles along a side, from which on a cluster is large
};

typedef enum survey_phase {
    NUMBER_ROWS, ///< number the transitions, cluster by cluster
    JOIN_DOORS,  ///< join both sides of each transition
    CLEAR,       ///< forget the distances from the place before
    SPREAD,      ///< find the distances from `start`
    TRY,         ///< learn from them how large a part of the graph the place is connected with
    TAKE,        ///< note them as the distances from a landmark
    READY
} survey_phase;

/// A transition, seen from the cluster that it leads into.
typedef struct door {
    uint32_t row;     ///< the transition
    uint32_t cluster; ///< that it leads into
    uint32_t out;     ///< the same transition in the other direction
} door;

/// A try of places for the first landmark, or the search for the next one.
typedef struct survey_try {
    size_t start;      ///< row of the place
    int round;         ///< number of the try, or of the landmark
    bool has_tried;    ///< rounds are landmarks
    size_t reached;    ///< rows that the try has reached
    size_t best;       ///< rows that the best try has reached
    size_t unreached;  ///< the first row that no try has reached
    size_t farthest;   ///< row
    uint64_t most;     ///< its distance
    size_t first;      ///< row of the first landmark
    uint64_t first_at; ///< its distance from where the best try began
} survey_try;

/// The distances from some places to all transitions, found one place after the other, in slices. First a few tries
/// find the largest connected part of the graph; the transition that is farthest away there becomes the first landmark.
struct landmark_survey {
    landmark_distances *made;
    cluster_record **records; ///< [cluster] of the graph as it was at the beginning
    cluster_grid grid;
    uint64_t least_step;  ///< of the graph
    uint64_t cheapened;   ///< of the graph's landmarks, at the beginning
    open_list queue;      ///< of rows whose distances have not been followed
    bool lacks_memory;    ///< a row did not get into the queue
    uint32_t *first_door; ///< [cluster] doors of a cluster are in the order of its record
    door *doors;          ///< [door * 2 * row_count]
    uint64_t *distance;   ///< [row * row_count] COST_LIMIT: not reached
    uint64_t *least; ///< [row * row_count] from the nearest landmark so far; while trying, 1: reached before
    size_t cluster_count;
    size_t row_count;  ///< transitions
    size_t door_count; ///< of the clusters that are numbered
    survey_phase phase;
    size_t next; ///< the cluster or the row with which the phase goes on
    survey_try trial;
};

typedef struct landmark_survey survey;

/// Notes the distance of a transition by way of an edge if it is less than what is known; then a way goes on behind the
/// door.
static ALWAYS_INLINE void relax(survey *survey, uint64_t *known, const door *to, uint64_t from,
                                cluster_edge edge)
{
    const uint64_t distance = from + cluster_edge_cost_or(edge, COST_LIMIT);
    if (distance >= known[to->row])
        return;
    known[to->row] = distance;
    const open_entry waiting = { .f = distance, .id = to->out, .slot = to->row };
    survey->lacks_memory |= open_stack_push(&survey->queue, &waiting) != FW_OK;
}

/// Goes from a transition to all others of the cluster that it leads into.
static ALWAYS_INLINE void follow(survey *survey, const cluster_record *record, uint32_t cluster,
                                 uint32_t entered, uint64_t distance)
{
    uint64_t *known = survey->distance;
    const door *to = survey->doors + survey->first_door[cluster];
    const door *middle = survey->doors + entered, *end = to + cluster_record_count(record);
    ptrdiff_t row = middle - to; // of the triangle of edges
    const cluster_edge *edge = record->edges + row * (row - 1) / 2;
    for (; to < middle; to++)
        relax(survey, known, to, distance, *edge++);
    edge += row;
    for (to++; to < end; to++) {
        relax(survey, known, to, distance, *edge);
        edge += ++row;
    }
}

/// The door of a row in the cluster that keeps it.
static uint32_t door_of_row(const survey *survey, size_t row)
{
    size_t low = 0, high = survey->cluster_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (survey->made->rows[middle].first <= row)
            low = middle;
        else
            high = middle;
    }
    return survey->first_door[low] + (uint32_t)row - survey->made->rows[low].first;
}

static void enter(survey *survey, survey_phase phase)
{
    survey->phase = phase;
    survey->next = 0;
}

/// Spends work on the items from `next` on.
///
/// @param each   items for a unit of work
/// @return the item behind the last one to do now
static size_t take_items(const survey *survey, size_t count, size_t each, uint64_t *work)
{
    const size_t left = count - survey->next;
    const uint64_t needed = left / each + 1;
    if (needed <= *work) {
        *work -= needed;
        return count;
    }
    const size_t taken = (size_t)*work * each;
    *work = 0;
    return survey->next + (taken < left ? taken : left);
}

/// Numbers the transitions, cluster by cluster.
static void number_rows(survey *survey, uint64_t *work)
{
    const size_t end = take_items(survey, survey->cluster_count, ROWS_OF_WORK, work);
    for (; survey->next < end; survey->next++) {
        const cluster_record *record = survey->records[survey->next];
        landmark_rows *rows = &survey->made->rows[survey->next];
        *rows = (landmark_rows){ .first = (uint32_t)survey->trial.reached };
        survey->first_door[survey->next] = (uint32_t)survey->door_count;
        for (int side = 0; side < LANDMARK_SIDES && record; side++)
            rows->offset[side] = (uint8_t)record->first[side];
        survey->trial.reached += record ? record->first[LANDMARK_SIDES] : 0;
        survey->door_count += record ? (size_t)cluster_record_count(record) : 0;
    }
    if (survey->next < survey->cluster_count)
        return;
    survey->made->rows[survey->cluster_count] = (landmark_rows){ .first = (uint32_t)survey->trial.reached };
    enter(survey, JOIN_DOORS);
}

/// Joins the transitions across a side to those of the neighbour, which are the same in the same order.
static void join_side(survey *survey, size_t cluster, int side)
{
    const cluster_record *const *records = (const cluster_record *const *)survey->records;
    const ptrdiff_t step = move_dx[side] + (ptrdiff_t)move_dy[side] * survey->grid.columns;
    const size_t beside = cluster + (size_t)step;
    uint32_t row = survey->made->rows[cluster].first + records[cluster]->first[side];
    uint32_t here = survey->first_door[cluster] + records[cluster]->first[side];
    uint32_t there = survey->first_door[beside] + records[beside]->first[move_opposite(side)];
    for (int32_t i = records[cluster]->first[side]; i < records[cluster]->first[side + 1]; i++) {
        survey->made->steps[row] = transition_packed(&records[cluster]->transitions[i]);
        survey->doors[here] = (door){ row, (uint32_t)cluster, there };
        survey->doors[there++] = (door){ row++, (uint32_t)beside, here++ };
    }
}

static void join_doors(survey *survey, uint64_t *work)
{
    const size_t end = take_items(survey, survey->cluster_count, 1, work);
    for (; survey->next < end; survey->next++) {
        const cluster_record *record = survey->records[survey->next];
        for (int side = 0; side < LANDMARK_SIDES && record; side++)
            if (record->first[side] < record->first[side + 1])
                join_side(survey, survey->next, side);
    }
    if (survey->next == survey->cluster_count)
        enter(survey, CLEAR);
}

/// Follows the ways from the place where a round begins into the cluster that keeps it. Those into the other cluster
/// begin when the place is taken from the queue.
static void begin_round(survey *survey)
{
    const uint32_t entered = door_of_row(survey, survey->trial.start);
    const uint32_t cluster = survey->doors[entered].cluster;
    open_list_reset(&survey->queue, bits_highest(survey->least_step / STEP_PARTS + 1));
    survey->distance[survey->trial.start] = 0;
    follow(survey, survey->records[cluster], cluster, entered, 0);
    const open_entry start = { .id = survey->doors[entered].out, .slot = (uint32_t)survey->trial.start };
    survey->lacks_memory |= open_stack_push(&survey->queue, &start) != FW_OK;
}

/// Forgets all distances, then begins a round.
static void clear(survey *survey, uint64_t *work)
{
    const size_t end = take_items(survey, survey->row_count, ROWS_OF_WORK, work);
    const bool is_first = !survey->trial.has_tried && survey->trial.round == 0;
    for (; survey->next < end; survey->next++) {
        survey->distance[survey->next] = COST_LIMIT;
        if (is_first)
            survey->least[survey->next] = 0;
    }
    if (survey->next < survey->row_count)
        return;
    enter(survey, SPREAD);
    begin_round(survey);
}

/// True if a shorter way to the row was found since it began to wait.
static bool is_outdated(const void *distance, const open_entry *waiting)
{
    return waiting->f != ((const uint64_t *)distance)[waiting->slot];
}

/// Finds the distances from the place. In the cluster that a way comes from, nothing is nearer by way of the transition
/// that it has reached: edges are the least costs within a cluster, so that the edge from where that cluster was
/// entered costs no more. Not so if units share the graph: one kind may pay the edge to the transition, another one the
/// edge from there, and no kind both.
static void spread(survey *survey, uint64_t *work)
{
    while (*work > 0) {
        open_entry taken;
        if (open_stack_pop(&survey->queue, COST_LIMIT, is_outdated, survey->distance, &taken) != FW_OK) {
            survey->trial.reached = 0;
            survey->trial.farthest = survey->trial.start; // unless there is another place
            survey->trial.most = 0;
            enter(survey, survey->trial.has_tried ? TAKE : TRY);
            return;
        }
        bool goes_back = false; // into the cluster that the way comes from
        uint32_t entered = taken.id;
        do {
            const uint32_t cluster = survey->doors[entered].cluster;
            const cluster_record *record = survey->records[cluster];
            work_spend(work, 1 + (uint64_t)cluster_record_count(record) / EDGES_OF_WORK);
            follow(survey, record, cluster, entered, taken.f);
            goes_back = record->is_shared && !goes_back;
            entered = survey->doors[entered].out;
        } while (goes_back);
    }
}

/// Remembers the row if it is the farthest one so far.
static void note_far(survey *survey, size_t row, uint64_t distance)
{
    if (distance != COST_LIMIT && distance > survey->trial.most) {
        survey->trial.most = distance;
        survey->trial.farthest = row;
    }
}

/// Ends the tries: the farthest transition of the largest part becomes the first landmark.
static void begin_landmarks(survey *survey)
{
    // No two places of this part are farther apart than twice `first_at`.
    while (2 * survey->trial.first_at >> survey->made->shift >= LANDMARK_FAR)
        survey->made->shift++;
    survey->trial.has_tried = true;
    survey->trial.round = 0;
    survey->trial.start = survey->trial.first;
}

/// Counts the transitions that a try has reached. The next try begins at a transition that no try has reached; there is
/// no next try if the best one has reached half of all transitions.
static void learn_from_try(survey *survey, uint64_t *work)
{
    const size_t end = take_items(survey, survey->row_count, ROWS_OF_WORK, work);
    for (; survey->next < end; survey->next++) {
        const uint64_t distance = survey->distance[survey->next];
        if (distance != COST_LIMIT) {
            survey->least[survey->next] = 1;
            survey->trial.reached++;
        }
        note_far(survey, survey->next, distance);
        survey->trial.unreached += survey->trial.unreached == survey->next && survey->least[survey->next];
    }
    if (survey->next < survey->row_count)
        return;
    if (survey->trial.reached > survey->trial.best) {
        survey->trial.best = survey->trial.reached;
        survey->trial.first = survey->trial.farthest;
        survey->trial.first_at = survey->trial.most;
    }
    survey->trial.start = survey->trial.unreached;
    if (++survey->trial.round == TRIES || 2 * survey->trial.best >= survey->row_count ||
        survey->trial.start == survey->row_count)
        begin_landmarks(survey);
    enter(survey, CLEAR);
}

/// Notes the distances from a landmark; the transition that is farthest from all landmarks so far becomes the next one.
static void take_landmark(survey *survey, uint64_t *work)
{
    const size_t end = take_items(survey, survey->row_count, ROWS_OF_WORK, work);
    for (; survey->next < end; survey->next++) {
        const size_t row = survey->next;
        const uint64_t distance = survey->distance[row];
        must_hold(distance == COST_LIMIT || distance >> survey->made->shift < LANDMARK_FAR);
        survey->made->distance[row * (size_t)survey->made->count + (size_t)survey->trial.round] =
            (uint16_t)(distance == COST_LIMIT ? LANDMARK_FAR : distance >> survey->made->shift);
        if (survey->trial.round == 0 || distance < survey->least[row])
            survey->least[row] = distance;
        note_far(survey, row, survey->least[row]);
    }
    if (survey->next < survey->row_count)
        return;
    survey->trial.start = survey->trial.farthest;
    enter(survey, ++survey->trial.round == survey->made->count ? READY : CLEAR);
}

fw_result landmarks_step(survey *survey, uint64_t *work)
{
    while (survey->phase != READY && *work > 0) {
        switch (survey->phase) {
        case NUMBER_ROWS:
            number_rows(survey, work);
            break;
        case JOIN_DOORS:
            join_doors(survey, work);
            break;
        case CLEAR:
            clear(survey, work);
            break;
        case SPREAD:
            spread(survey, work);
            break;
        case TRY:
            learn_from_try(survey, work);
            break;
        case TAKE:
            take_landmark(survey, work);
            break;
        case READY:
            break;
        }
        if (survey->lacks_memory) {
            survey->lacks_memory = false;
            enter(survey, CLEAR); // the round begins again
            return FW_NO_MEMORY;
        }
    }
    return survey->phase == READY ? FW_OK : FW_PENDING;
}

double landmarks_done(const survey *survey)
{
    const int done = survey->trial.has_tried ? TRIES + survey->trial.round : survey->trial.round;
    return (double)done / (TRIES + survey->made->count);
}

/// How many landmarks a graph has. Large clusters have so few transitions that twice as many take little memory.
static int count_for(const cluster_grid *grid)
{
    return grid->side < LARGE_CLUSTER ? LANDMARK_GROUP : LANDMARKS_MOST;
}

/// Distances that are still to be found, of no graph. Null without memory.
static landmark_distances *new_distances(memory *memory, const hierarchy *table)
{
    const size_t cluster_count = hierarchy_cluster_count(table);
    landmark_distances *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return NULL;
    made->count = count_for(&table->grid);
    made->row_count = table->transition_count / 2;
    made->rows = memory_get(memory, cluster_count + 1, sizeof *made->rows);
    made->steps = memory_get(memory, made->row_count, sizeof *made->steps);
    made->distance = memory_get(memory, made->row_count, landmarks_row_bytes(made));
    if (made->rows && made->steps && made->distance)
        return made;
    landmark_distances_free(memory, made, cluster_count);
    return NULL;
}

/// Keeps the records of a graph as they are.
static bool keep_records(memory *memory, survey *survey, const hierarchy *table)
{
    survey->records = memory_get(memory, survey->cluster_count, sizeof *survey->records);
    for (size_t i = 0; survey->records && i < survey->cluster_count; i++)
        survey->records[i] = record_join(table->records[i]);
    return survey->records;
}

bool landmarks_are_due(const hierarchy *table)
{
    return table->transition_count > 0 && (!table->landmarks.are_valid || table->landmarks.moved_count > 0);
}

landmark_survey *landmarks_begin(memory *memory, const hierarchy *table)
{
    survey *survey = memory_get_zeroed(memory, 1, sizeof *survey);
    if (!survey)
        return NULL;
    const size_t count = table->transition_count / 2;
    survey->row_count = count;
    survey->cluster_count = hierarchy_cluster_count(table);
    survey->grid = table->grid;
    survey->least_step = table->least_step;
    survey->cheapened = table->landmarks.cheapened;
    survey->made = new_distances(memory, table);
    survey->first_door = memory_get(memory, survey->cluster_count, sizeof *survey->first_door);
    survey->doors = memory_get(memory, 2 * count, sizeof *survey->doors);
    survey->distance = memory_get(memory, count, sizeof *survey->distance);
    survey->least = memory_get(memory, count, sizeof *survey->least);
    open_list_init(&survey->queue, memory);
    if (keep_records(memory, survey, table) && survey->made && survey->first_door && survey->doors &&
        survey->distance && survey->least)
        return survey;
    landmarks_end(memory, survey);
    return NULL;
}

void landmarks_install(memory *memory, survey *survey, hierarchy *table)
{
    landmarks *landmarks = &table->landmarks;
    landmarks_drop(memory, survey->cluster_count, landmarks);
    landmarks->known = survey->made;
    landmarks->known->users = 1;
    landmarks->are_valid = landmarks->cheapened == survey->cheapened;
    survey->made = NULL;
    for (size_t i = 0; i < survey->cluster_count; i++)
        if (table->records[i] != survey->records[i])
            landmarks_note_moved(landmarks, i, table->records[i]);
}

void landmarks_end(memory *memory, survey *survey)
{
    for (size_t i = 0; survey->records && i < survey->cluster_count; i++)
        record_leave(memory, survey->records[i]);
    memory_give_back(memory, (void *)survey->records, survey->cluster_count, sizeof *survey->records);
    landmark_distances_free(memory, survey->made, survey->cluster_count);
    open_list_free(&survey->queue);
    memory_give_back(memory, survey->first_door, survey->cluster_count, sizeof *survey->first_door);
    memory_give_back(memory, survey->doors, 2 * survey->row_count, sizeof *survey->doors);
    memory_give_back(memory, survey->distance, survey->row_count, sizeof *survey->distance);
    memory_give_back(memory, survey->least, survey->row_count, sizeof *survey->least);
    memory_give_back(memory, survey, 1, sizeof *survey);
}
