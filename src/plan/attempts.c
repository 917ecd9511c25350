#include "plan/attempts.h"

#include "curve/path.h"
#include "directional/motions/motion_kinds.h"
#include "map/derived.h"
#include "plan/planner.h"
#include "shape/violations.h"

/// Methods in the order in which they are tried. FW_GRID is not listed, because it stands for one of the others.
static const fw_method order[] = { FW_HYBRID,         FW_DIRECTIONAL,   FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                   FW_DIRECTIONAL_80, FW_DIRECTIONAL_8, FW_JUMP_POINTS,    FW_ASTAR,
                                   FW_ON_DEMAND,      FW_HIERARCHY,     FW_HYBRID_STRICT,  FW_AREAS,
                                   FW_MIDPOINT,       FW_COMPASS,       FW_SIGHT };

enum { ORDER_COUNT = sizeof order / sizeof *order };

/// Methods whose paths, before they are shaped, lead from anchor to anchor.
#define GRID_METHODS                                                                                         \
    (FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_ON_DEMAND) |                 \
     FW_METHOD_BIT(FW_HIERARCHY) | METHODS_IN_LEGS)

/// Methods that may give up: whoever names one of them accepts what it finds.
#define METHODS_THAT_GIVE_UP (METHODS_IN_LEGS | FW_METHOD_BIT(FW_HYBRID_STRICT))

/// True if a request accepts a path with violations.
static bool accepts_violations(const fw_request *request, const map_unit *unit)
{
    const fw_turns turns = request->turns;
    return request->allow_violations || request->smoothing == FW_SMOOTH_SIMPLE_SAMPLED ||
           (FW_METHOD_BIT(request->method) & METHODS_THAT_GIVE_UP) ||
           (unit->def.turn_radius > 0 && (turns == FW_TURNS_IGNORE || turns == FW_TURNS_TIGHTEN));
}

void attempts_begin(fw_search *search, const fw_request *request)
{
    attempts *attempts = &search->attempts;
    attempts_clear(attempts);
    attempts->accepts_violations = accepts_violations(request, search->query->unit);
    if (request->method != FW_AUTO || !query_may_be_violated(search->query))
        return;
    for (int i = 0; i < ORDER_COUNT; i++)
        attempts->left |= FW_METHOD_BIT(order[i]);
    attempts->request = *request;
    if (request->fastest)
        attempts->request.fastest = &search->query->speeds;
}

/// Verdict on an attempt.
typedef enum verdict {
    ANSWERED, ///< the attempt has the answer to the request, or failed
    STOPPED,  ///< a limit ended the attempt
    OPEN      ///< another method may have a better answer
} verdict;

/// True if the path of an attempt need not be judged: it is legal by construction, as paths of directional methods are
/// before they are shaped, or the only attempt may find any path.
static bool is_certainly_accepted(const fw_search *search)
{
    const query *query = search->query;
    const attempts *attempts = &search->attempts;
    const bool is_only = !attempts->left && attempts->first == FW_PENDING;
    return !query_may_be_violated(query) || (query->motions && !query->is_shaped) ||
           (is_only && attempts->accepts_violations);
}

/// Writes the path that an attempt has found.
///
/// @return FW_OK, FW_ILLEGAL or FW_NO_MEMORY
static fw_result write_answer(fw_search *search)
{
    attempts *attempts = &search->attempts;
    if (path_provide(&search->planner->memory, &attempts->answer) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result written = search_write_best(search, attempts->answer);
    attempts->is_written = search_has_path(written);
    return written;
}

/// True if the path that was written breaks no rule.
static bool answer_is_legal(const attempts *attempts)
{
    fw_path_summary summary;
    fw_path_summarise(attempts->answer, &summary);
    return !violations_any(&summary.violations);
}

/// Judges the path of an attempt. A path to a place near the goal is accepted only if other methods do no better.
static verdict judge_path(fw_search *search)
{
    const attempts *attempts = &search->attempts;
    const bool may_settle = search->decisions.reached == FW_OUTCOME_FOUND || search->is_partial ||
                            attempts->first != FW_PENDING || !attempts->left;
    if (may_settle && is_certainly_accepted(search))
        return search->is_partial ? STOPPED : ANSWERED;
    search->ended = write_answer(search);
    if (search->ended == FW_NO_MEMORY)
        return ANSWERED;
    return search->is_partial ? STOPPED : may_settle && answer_is_legal(attempts) ? ANSWERED : OPEN;
}

static verdict judge(fw_search *search)
{
    switch (search->ended) {
    case FW_OK:
        return judge_path(search);
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

static void swap_paths(attempts *attempts)
{
    fw_path *answer = attempts->answer;
    attempts->answer = attempts->fallback;
    attempts->fallback = answer;
}

/// Keeps the answer of the first attempt. If its path leads near the goal, later attempts must reach the goal itself.
static void keep_first(fw_search *search)
{
    attempts *attempts = &search->attempts;
    attempts->first = search->ended;
    attempts->method = search->decisions.method;
    attempts->request.nearest = attempts->request.nearest && !search_has_path(search->ended);
    swap_paths(attempts);
}

/// Makes the answer of the first attempt the answer to the request.
static void fall_back(fw_search *search)
{
    attempts *attempts = &search->attempts;
    search->ended = attempts->first;
    search->decisions.method = attempts->method;
    search->is_partial = false;
    swap_paths(attempts);
    attempts->is_written = search_has_path(attempts->first);
}

/// The methods that find no legal path either if an attempt found no path to the goal. If the body cannot stand at an
/// end, no method helps. Each set of motions has paths of its own; FW_HYBRID and FW_HIERARCHY end with FW_DIRECTIONAL.
/// A grid path of a unit with a turning radius, if it is not shaped, is legal only if it is one straight line, which
/// directional search tries as well. A unit that cuts corners may go on the grid where its body does not fit.
static uint32_t methods_without(const fw_search *search)
{
    const fw_request *request = &search->attempts.request;
    const query *query = search->query;
    const fw_method method = search->decisions.method;
    const fw_result ended = search->ended;
    const bool drives_clusters = method == FW_HIERARCHY && query->motions;
    const derived_kind *kind = motion_kind_of(drives_clusters ? FW_DIRECTIONAL : method);
    const bool cuts_corners = corners_are_cut(query->unit->def.corners);
    const bool is_nowhere = ended == FW_UNREACHABLE || ended == FW_START_BLOCKED || ended == FW_GOAL_BLOCKED;
    if (!kind)
        return GRID_METHODS;
    if (is_nowhere && !cuts_corners && !query->request.fixed_angles)
        return ~UINT32_C(0);
    const uint32_t motions = (kind->methods | kind->helps) & ~FW_METHOD_BIT(FW_HYBRID_STRICT);
    const bool is_bent =
        request->smoothing != FW_SMOOTH_NONE || request->turns != FW_TURNS_NONE || request->fixed_angles;
    return is_bent || cuts_corners ? motions : motions | GRID_METHODS;
}

/// Removes the method of an attempt from those that are left; if it found no path, also all methods that cannot either.
static void strike_out(fw_search *search)
{
    const decisions *decisions = &search->decisions;
    const bool is_found = search_has_path(search->ended) && decisions->reached == FW_OUTCOME_FOUND;
    search->attempts.left &= ~(is_found || search->ended == FW_GAVE_UP ? FW_METHOD_BIT(decisions->method)
                                                                       : methods_without(search));
}

/// Adds the work of an attempt to the request, and clears its forbidden moves.
static void spend(fw_search *search)
{
    fw_statistics spent;
    fw_search_statistics(search, &spent);
    recalculation_clear(&search->recalculation);
    recalculation_spend(&search->recalculation, &spent);
    search->stage_count = 0;
}

/// Chooses a cheap guide: after a search that found nothing, the next one probably finds nothing either.
static void guide_cheaply(const attempts *attempts, query *query)
{
    if (attempts->first == FW_NOT_FOUND && has_one_neighbourhood(query->method) &&
        query->request.heuristic == FW_HEURISTIC_AUTO && !query->request.fastest)
        query->request.heuristic = FW_HEURISTIC_STRAIGHT;
}

/// The request, adapted to a method: only paths of a single search on the grid can be pre-smoothed, or searched again
/// for legal turns.
static fw_request request_for(const attempts *attempts, fw_method method)
{
    fw_request request = attempts->request;
    if (motion_kind_of(method) || walk_chooser_of(method))
        request.pre_smooth = FW_PRE_SMOOTH_NONE;
    if (walk_chooser_of(method))
        request.turns = FW_TURNS_NONE;
    return request;
}

/// Chooses the next of the methods that are left and serve the request.
static bool choose_next(fw_search *search)
{
    attempts *attempts = &search->attempts;
    const map_version *map = search->map;
    attempts->is_written = false;
    for (int i = 0; i < ORDER_COUNT; i++) {
        const uint32_t bit = FW_METHOD_BIT(order[i]);
        if (!(attempts->left & bit))
            continue;
        attempts->left &= ~bit;
        const fw_request request = request_for(attempts, order[i]);
        if (request_judge(map, &request, &search->judged, NULL) == FW_OK &&
            query_choose_by(map, &request, order[i], &search->judged) == FW_OK) {
            guide_cheaply(attempts, &search->judged);
            return true;
        }
    }
    return false;
}

bool attempts_choose_next(fw_search *search)
{
    attempts *attempts = &search->attempts;
    const bool is_first = attempts->first == FW_PENDING;
    const verdict reached = judge(search);
    if (is_first && !attempts->left)
        return false;
    if (reached == OPEN) {
        if (is_first)
            keep_first(search);
        strike_out(search);
        spend(search);
        if (choose_next(search))
            return true;
    }
    if (reached == OPEN || (reached == STOPPED && search_has_path(attempts->first)))
        fall_back(search);
    return false;
}

void attempts_free(attempts *attempts)
{
    fw_path_destroy(attempts->answer);
    fw_path_destroy(attempts->fallback);
}
