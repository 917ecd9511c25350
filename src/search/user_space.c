#include "search/user_space.h"

#include "search/best_first.h"

enum { BUCKETS_TO_GOAL = 256, ESTIMATES_AT_ONCE = 64 };

/// The public handle on the loop's successors.
struct fw_successors {
    successors *successors;
};

struct user_space {
    best_first search;
    memory *memory;
    fw_space described;
};

void fw_successors_push(fw_successors *user, fw_node_id id, uint64_t step, uint16_t via)
{
    successors *successors = user->successors;
    if (step >= COST_LIMIT) {
        successors->failed = FW_TOO_MANY;
        return;
    }
    if (id == FW_GOAL_NODE) {
        successors_push_goal(successors, step);
        return;
    }
    if (best_first_reserve(successors->search, successors->count + 1) != FW_OK) {
        successors->failed = FW_NO_MEMORY;
        return;
    }
    successors->improved = successors->search->improved;
    successors_push(successors, id, step, via);
}

/// The result of a user's function for the loop: all errors become FW_SPACE_FAILED.
static fw_result checked_answer(fw_result answer)
{
    return answer == FW_OK || answer == FW_PENDING ? answer : FW_SPACE_FAILED;
}

static void user_space_estimate(void *context, successor *improved, size_t count)
{
    const fw_space *described = &((user_space *)context)->described;
    if (!described->estimate) {
        for (size_t i = 0; i < count; i++)
            improved[i].h = 0;
        return;
    }
    fw_estimate estimates[ESTIMATES_AT_ONCE];
    for (size_t done = 0; done < count; done += ESTIMATES_AT_ONCE) {
        const size_t batch = count - done < ESTIMATES_AT_ONCE ? count - done : ESTIMATES_AT_ONCE;
        for (size_t i = 0; i < batch; i++)
            estimates[i] = (fw_estimate){ .id = improved[done + i].id, .via = improved[done + i].via };
        described->estimate(described->space, estimates, (int32_t)batch);
        for (size_t i = 0; i < batch; i++)
            improved[done + i].h = estimates[i].h < COST_LIMIT ? estimates[i].h : COST_LIMIT;
    }
}

/// Chooses the width of buckets by the h of the first nodes, so that f grows by about BUCKETS_TO_GOAL buckets along a
/// path to the goal. The open list must be empty.
static void choose_buckets(user_space *space, const successors *successors)
{
    best_first *search = &space->search;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < successors->count; i++) {
        successor *first = &successors->improved[i];
        user_space_estimate(space, first, 1);
        if (first->g < COST_LIMIT && first->h < COST_LIMIT) {
            const uint64_t f = best_first_f(search, first->g, first->h);
            least = f < least ? f : least;
        }
    }
    if (least == UINT64_MAX)
        return;
    open_list_reset(&search->open, open_list_shift(least / (BUCKETS_TO_GOAL / OPEN_STEP_PARTS)));
}

static fw_result user_space_begin(void *context, successors *successors)
{
    user_space *space = context;
    const fw_space *described = &space->described;
    const fw_result begun =
        checked_answer(described->begin(described->space, &(fw_successors){ successors }));
    if (begun != FW_SPACE_FAILED && open_list_count(&space->search.open) == 0)
        choose_buckets(space, successors);
    return begun;
}

static fw_result user_space_expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    const fw_space *described = &((user_space *)context)->described;
    const fw_node expanded = { .id = id, .cost = node->g, .via = node->via };
    const fw_result answer =
        checked_answer(described->expand(described->space, &expanded, &(fw_successors){ successors }));
    const bool has_pushed = successors->generated > 0 || successors->failed != FW_OK;
    return answer == FW_PENDING && has_pushed ? FW_SPACE_FAILED : answer;
}

static fw_pose user_space_place(const void *context, fw_node_id id, uint16_t via)
{
    const fw_space *described = &((const user_space *)context)->described;
    return described->place ? described->place(described->space, id, via) : (fw_pose){ 0 };
}

static const space_kind consistent_kind = { .begin = user_space_begin,
                                            .expand = user_space_expand,
                                            .estimate = user_space_estimate,
                                            .place = user_space_place };
static const space_kind reopening_kind = { .begin = user_space_begin,
                                           .expand = user_space_expand,
                                           .estimate = user_space_estimate,
                                           .place = user_space_place,
                                           .reopens = true };

fw_result user_space_create(memory *memory, page_pool *pool, user_space **created)
{
    user_space *space = memory_get_zeroed(memory, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, memory, pool);
    space->memory = memory;
    *created = space;
    return FW_OK;
}

void user_space_reset(user_space *space, const fw_space *described, const search_limits *limits)
{
    space->described = *described;
    best_first_reset(&space->search, &consistent_kind, limits, 0);
}

fw_result user_space_run(user_space *space, uint64_t work)
{
    if (space->described.consistent)
        return best_first_run(&space->search, &consistent_kind, space, work);
    return best_first_run(&space->search, &reopening_kind, space, work);
}

fw_result user_space_nodes(const user_space *space, fw_node *nodes, int32_t capacity, int32_t *count,
                           uint64_t *total)
{
    const best_first *search = &space->search;
    const bool reached = search->goal_g < COST_LIMIT;
    const uint32_t end = reached ? search->goal_parent : best_first_best(search);
    if (end == NO_SLOT && !reached)
        return FW_NOT_FOUND;
    int32_t length = 0;
    for (uint32_t slot = end; slot != NO_SLOT; slot = node_of(&search->nodes, slot)->parent)
        length++;
    int32_t index = length;
    for (uint32_t slot = end; slot != NO_SLOT; slot = node_of(&search->nodes, slot)->parent) {
        const node *node = node_of(&search->nodes, slot);
        if (--index < capacity)
            nodes[index] =
                (fw_node){ .id = node_id_of(&search->nodes, slot), .cost = node->g, .via = node->via };
    }
    *count = length;
    if (total)
        *total = reached ? search->goal_g : node_of(&search->nodes, end)->g;
    return length > capacity ? FW_BUFFER_TOO_SMALL : FW_OK;
}

void user_space_statistics(const user_space *space, fw_statistics *statistics)
{
    *statistics = space->search.count;
    statistics->pages = space->search.nodes.page_count;
    statistics->bound = space->search.limits.weight;
}

double user_space_progress(const user_space *space)
{
    return best_first_progress(&space->search);
}
