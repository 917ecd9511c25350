#include "plan/attempts.h"

#include "curve/path.h"
#include "directional/motions/motion_kinds.h"
#include "map/derived.h"
#include "plan/planner.h"
#include "shape/violations.h"

/// Methods in the order in which they are tried. FW_GRID is missing: it stands for another one of them.
static const fw_method order[] = { FW_HYBRID,         FW_DIRECTIONAL,   FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                   FW_DIRECTIONAL_80, FW_DIRECTIONAL_8, FW_JUMP_POINTS,    FW_ASTAR,
                                   FW_ON_DEMAND,      FW_HIERARCHY,     FW_HYBRID_STRICT,  FW_AREAS,
                                   FW_MIDPOINT,       FW_COMPASS,       FW_SIGHT };

enum { ORDER_COUNT = sizeof order / sizeof *order };

/// Methods whose paths, before they are shaped, lead from anchor to anchor.
#define GRID_METHODS                                                                                         \
    (FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_ON_DEMAND) |                 \
     FW_METHOD_BIT(FW_HIERARCHY) | METHODS_IN_LEGS)

void attempts_begin(fw_search *search, const fw_request *request)
{
    attempts *tried = &search->tried;
    attempts_clear(tried);
    if (request->method != FW_AUTO || !query_may_be_violated(search->asked))
        return;
    for (int i = 0; i < ORDER_COUNT; i++)
        tried->left |= FW_METHOD_BIT(order[i]);
    tried->wish = *request;
    if (request->fastest)
        tried->wish.fastest = &search->asked->speeds;
}

/// How an attempt ended.
typedef enum verdict {
    ANSWERED, ///< it has the answer to the request, or failed
    STOPPED,  ///< a limit ended it
    OPEN      ///< another method may have a better answer
} verdict;

/// True if the path is legal by construction: paths of directional methods are, unless they are shaped.
static bool is_legal_by_construction(const query *asked)
{
    return asked->motions && !asked->is_shaped;
}

/// Writes the path that an attempt has found, and tells whether it breaks no rule.
static fw_result write_answer(fw_search *search, bool *is_legal)
{
    attempts *tried = &search->tried;
    if (path_provide(&search->planner->memory, &tried->answer) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result written = search_write_best(search, tried->answer);
    fw_path_summary summary;
    fw_path_summarise(tried->answer, &summary);
    *is_legal = !violations_any(&summary.violations);
    tried->is_written = written == FW_OK;
    return written;
}

/// Judges the path of an attempt. One that leads near the goal is kept until other methods do not reach it either.
static verdict judge_path(fw_search *search)
{
    const bool may_settle =
        search->decisions.reached == FW_OUTCOME_FOUND || search->tried.first != FW_PENDING;
    if (may_settle && is_legal_by_construction(search->asked))
        return ANSWERED;
    bool is_legal;
    search->ended = write_answer(search, &is_legal);
    return search->ended != FW_OK || (may_settle && is_legal) ? ANSWERED : OPEN;
}

static verdict judge(fw_search *search)
{
    switch (search->ended) {
    case FW_OK:
        return search->is_partial ? STOPPED : judge_path(search);
    case FW_LIMIT:
        return STOPPED;
    case FW_UNREACHABLE:
    case FW_NOT_FOUND:
    case FW_GAVE_UP:
    case FW_START_BLOCKED:
    case FW_GOAL_BLOCKED:
        return OPEN;
    default:
        return ANSWERED;
    }
}

static void swap_paths(attempts *tried)
{
    fw_path *answer = tried->answer;
    tried->answer = tried->fallback;
    tried->fallback = answer;
}

/// Keeps the answer of the first attempt. If it leads near the goal, later attempts need not.
static void keep_first(fw_search *search)
{
    attempts *tried = &search->tried;
    tried->first = search->ended;
    tried->method = search->decisions.method;
    tried->wish.nearest = tried->wish.nearest && search->ended != FW_OK;
    swap_paths(tried);
}

/// Gives the answer of the first attempt.
static void fall_back(fw_search *search)
{
    attempts *tried = &search->tried;
    search->ended = tried->first;
    search->decisions.method = tried->method;
    search->is_partial = false;
    swap_paths(tried);
    tried->is_written = tried->first == FW_OK;
}

/// The methods that have no legal path either if an attempt found no way to the goal. Where a body cannot stand, no
/// method helps. Each set of motions has paths of its own; FW_HYBRID and FW_HIERARCHY end with FW_DIRECTIONAL. Unless
/// it is bent, a grid path of a unit with a turning radius is legal only if it is one straight line, which directional
/// search tries. Who cuts corners may go on the grid where its body does not fit.
static uint32_t methods_without(const fw_search *search)
{
    const fw_request *wish = &search->tried.wish;
    const query *asked = search->asked;
    const fw_method method = search->decisions.method;
    const fw_result ended = search->ended;
    const bool drives_clusters = method == FW_HIERARCHY && asked->motions;
    const derived_kind *kind = motion_kind_of(drives_clusters ? FW_DIRECTIONAL : method);
    const bool cuts_corners = corners_are_cut(asked->unit->def.corners);
    const bool is_nowhere = ended == FW_UNREACHABLE || ended == FW_START_BLOCKED || ended == FW_GOAL_BLOCKED;
    if (!kind)
        return GRID_METHODS;
    if (is_nowhere && !cuts_corners && !asked->ask.fixed_angles)
        return ~UINT32_C(0);
    const uint32_t motions = (kind->methods | kind->helps) & ~FW_METHOD_BIT(FW_HYBRID_STRICT);
    const bool is_bent =
        wish->smoothing != FW_SMOOTH_NONE || wish->turns != FW_TURNS_NONE || wish->fixed_angles;
    return is_bent || cuts_corners ? motions : motions | GRID_METHODS;
}

/// Strikes out the method of an attempt. If it found no way to the goal, strikes out all methods that cannot either.
static void strike_out(fw_search *search)
{
    const decisions *decisions = &search->decisions;
    const bool is_found = search->ended == FW_OK && decisions->reached == FW_OUTCOME_FOUND;
    search->tried.left &= ~(is_found || search->ended == FW_GAVE_UP ? FW_METHOD_BIT(decisions->method)
                                                                    : methods_without(search));
}

/// Adds the work of an attempt to the request, and clears its forbidden moves.
static void spend(fw_search *search)
{
    fw_statistics spent;
    fw_search_statistics(search, &spent);
    recalculation_clear(&search->turning);
    recalculation_spend(&search->turning, &spent);
    search->stage_count = 0;
}

/// After a search that found nothing, the next one probably finds nothing either: the guide without waves costs least.
static void guide_cheaply(const attempts *tried, query *asked)
{
    if (tried->first == FW_NOT_FOUND && has_one_neighbourhood(asked->method) &&
        asked->ask.heuristic == FW_HEURISTIC_AUTO && !asked->ask.fastest)
        asked->ask.heuristic = FW_HEURISTIC_STRAIGHT;
}

/// The request as a method serves it: only paths of a single search on the grid can be pre-smoothed or change course
/// for legal turns.
static fw_request wish_of(const attempts *tried, fw_method method)
{
    fw_request wish = tried->wish;
    if (motion_kind_of(method) || walk_chooser_of(method))
        wish.pre_smooth = FW_PRE_SMOOTH_NONE;
    if (walk_chooser_of(method))
        wish.turns = FW_TURNS_NONE;
    return wish;
}

/// Chooses the next of the methods that are left and serve the request.
static bool choose_next(fw_search *search)
{
    attempts *tried = &search->tried;
    const fw_map *map = search->map;
    tried->is_written = false;
    for (int i = 0; i < ORDER_COUNT; i++) {
        const uint32_t bit = FW_METHOD_BIT(order[i]);
        if (!(tried->left & bit))
            continue;
        tried->left &= ~bit;
        const fw_request wish = wish_of(tried, order[i]);
        if (request_judge(map, &wish, &search->judged, NULL) == FW_OK &&
            query_choose_by(map, &wish, order[i], &search->judged) == FW_OK) {
            guide_cheaply(tried, &search->judged);
            return true;
        }
    }
    return false;
}

bool attempts_choose_next(fw_search *search)
{
    attempts *tried = &search->tried;
    const bool is_first = tried->first == FW_PENDING;
    if (is_first && !tried->left)
        return false;
    const verdict reached = judge(search);
    if (reached == OPEN) {
        if (is_first)
            keep_first(search);
        strike_out(search);
        spend(search);
        if (choose_next(search))
            return true;
    }
    if (reached == OPEN || (reached == STOPPED && tried->first == FW_OK))
        fall_back(search);
    return false;
}

void attempts_free(attempts *tried)
{
    fw_path_destroy(tried->answer);
    fw_path_destroy(tried->fallback);
}
