#include "plan/next_attempt.h"

#include <math.h>

#include "curve/path.h"
#include "directional/motions/motion_kinds.h"
#include "map/derived.h"
#include "plan/choose.h"
#include "plan/planner.h"
#include "search/limits.h"
#include "shape/speed/speed.h"
#include "shape/violations.h"

/// Methods in the order in which they are tried. FW_GRID is not listed, because it stands for one of the others.
static const fw_method order[] = { FW_HYBRID,         FW_DIRECTIONAL,   FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                   FW_DIRECTIONAL_80, FW_DIRECTIONAL_8, FW_PIVOT,          FW_JUMP_POINTS,
                                   FW_ASTAR,          FW_ON_DEMAND,     FW_HIERARCHY,      FW_HYBRID_STRICT,
                                   FW_AREAS,          FW_MIDPOINT,      FW_COMPASS,        FW_SIGHT };

enum {
    ORDER_COUNT = sizeof order / sizeof *order,
    SHARE = 20, ///< a comparison may take one part in so many of the work that was done before
    /// Shaping a path on the grid mostly takes at least so many times the work of shaping one over poses
    GRID_SHAPING = 2
};

/// Costs that differ by less, as a share, are the same: rounding errors of sums.
#define EQUAL_COST 1e-9

/// Methods whose paths, before they are shaped, lead from anchor to anchor.
#define GRID_METHODS                                                                                         \
    (FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_ON_DEMAND) |                 \
     FW_METHOD_BIT(FW_HIERARCHY) | METHODS_IN_LEGS)

/// Methods that may give up: whoever names one of them accepts what it finds.
#define METHODS_THAT_GIVE_UP (METHODS_IN_LEGS | FW_METHOD_BIT(FW_HYBRID_STRICT))

static bool accepts_violations(const fw_request *request, const map_unit *unit)
{
    const fw_turns turns = request->turns;
    return request->allow_violations || request->smoothing == FW_SMOOTH_SIMPLE_SAMPLED ||
           (FW_METHOD_BIT(request->method) & METHODS_THAT_GIVE_UP) ||
           (unit->def.turn_radius > 0 && (turns == FW_TURNS_IGNORE || turns == FW_TURNS_TIGHTEN));
}

void attempts_begin(attempts *attempts, const query *query, const fw_request *request)
{
    const bool may_be_violated = query_may_be_violated(query);
    attempts_clear(attempts);
    attempts->accepts_violations = !may_be_violated || accepts_violations(request, query->unit);
    if (request->method != FW_AUTO || !(may_be_violated || request->fastest))
        return;
    attempts->phase = ATTEMPT_FIRST;
    for (int i = 0; i < ORDER_COUNT; i++)
        attempts->left |= FW_METHOD_BIT(order[i]);
    attempts->left &= ~FW_METHOD_BIT(query->method);
    attempts->request = *request;
    if (request->fastest)
        attempts->request.fastest = &query->speeds;
}

typedef enum verdict {
    SETTLED, ///< the attempt has a path that the request accepts
    FAILED,  ///< the request fails
    STOPPED, ///< a limit ended the attempt
    OPEN     ///< another method may have a better answer
} verdict;

/// True if the path of an attempt need not be judged: it is legal by construction, as paths of directional methods are
/// before they are shaped, or the only attempt may find any path.
static bool is_certainly_accepted(const fw_search *search)
{
    const query *query = search->query;
    const attempts *attempts = &search->attempts;
    return !query_may_be_violated(query) || (query->motions && query->scope != SCOPE_SHAPED) ||
           attempts_need_no_judge(attempts);
}

fw_result attempts_write(fw_search *search)
{
    attempts *attempts = &search->attempts;
    if (path_provide(&search->kept.memory, &attempts->answer) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result written = search_write_best(search, attempts->answer);
    attempts->is_written = search_has_path(written);
    return written;
}

/// Number of violations of the path that was written.
static int64_t count_violations(const attempts *attempts)
{
    return violations_sum(&path_shown(attempts->answer)->violations);
}

/// Judges the path of an attempt. A path to a place near the goal is accepted only if other methods do no better.
static verdict judge_path(fw_search *search)
{
    const attempts *attempts = &search->attempts;
    const bool may_settle = search->decisions.reached == FW_OUTCOME_FOUND || search->decisions.is_partial ||
                            attempts->phase != ATTEMPT_FIRST;
    if (may_settle && is_certainly_accepted(search))
        return search->decisions.is_partial ? STOPPED : SETTLED;
    search->ended = attempts_write(search);
    if (search->ended == FW_NO_MEMORY)
        return FAILED;
    return search->decisions.is_partial                    ? STOPPED
           : may_settle && count_violations(attempts) == 0 ? SETTLED
                                                           : OPEN;
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
        return FAILED;
    }
}

/// Keeps the answer of an attempt. If there is a path, it must be written.
static void keep(fw_search *search)
{
    attempts *attempts = &search->attempts;
    fw_path *spare = attempts->kept.path;
    attempts->kept.result = search->ended;
    attempts->kept.method = search->decisions.method;
    attempts->kept.path = attempts->answer;
    attempts->answer = spare;
    attempts->is_written = false;
}

/// Keeps the path that an attempt has found. Returns false if there is no memory.
static bool keep_path(fw_search *search)
{
    if (!search->attempts.is_written && attempts_write(search) == FW_NO_MEMORY) {
        search->ended = FW_NO_MEMORY;
        return false;
    }
    keep(search);
    return true;
}

/// Makes the answer that was kept the answer to the request.
static void restore(fw_search *search)
{
    attempts *attempts = &search->attempts;
    fw_path *spare = attempts->answer;
    attempts->answer = attempts->kept.path;
    attempts->kept.path = spare;
    attempts->is_written = search_has_path(attempts->kept.result);
    search->ended = attempts->kept.result;
    search->decisions.method = attempts->kept.method;
    search->decisions.is_partial = false;
}

/// The methods that find no legal path either if an attempt found no path to the goal. If the body cannot stand at an
/// end, no method helps. Each set of motions has paths of its own; FW_HYBRID and FW_HIERARCHY end with FW_DIRECTIONAL.
/// A grid path of a unit with a turning radius, if it is not shaped, is legal only if it is one straight line, which
/// directional search tries as well; if it is shaped, it is legal only where directional search, which ends with all
/// poses within reach, finds a path, unless its angles are fixed or its length is limited. A unit that cuts corners may
/// go on the grid where its body does not fit.
///
/// An attempt that gave up proves nothing, so other sets of motions stay. But where so long a search over poses has
/// found nothing, shaping a path on the grid does not either, and takes ten times as long.
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
    const bool gave_up = ended == FW_GAVE_UP;
    if (!kind)
        return gave_up ? FW_METHOD_BIT(method) : GRID_METHODS;
    if (is_nowhere && !cuts_corners && !query->request.fixed_angles)
        return ~UINT32_C(0);
    const uint32_t motions =
        gave_up ? FW_METHOD_BIT(method) : (kind->methods | kind->helps) & ~FW_METHOD_BIT(FW_HYBRID_STRICT);
    const bool is_denied = (ended == FW_NOT_FOUND || gave_up) && !search->attempts.accepts_violations &&
                           request->max_distance == 0 && (kind->methods & FW_METHOD_BIT(FW_DIRECTIONAL));
    const bool is_bent = request->smoothing != FW_SMOOTH_NONE || request->turns != FW_TURNS_NONE;
    return cuts_corners || request->fixed_angles || (is_bent && !is_denied) ? motions
                                                                            : motions | GRID_METHODS;
}

static void note(attempts *attempts, fw_method method, fw_rejection_reason reason, double value, double limit)
{
    attempts->noted |= FW_METHOD_BIT(method);
    attempts->notes[method] = (attempt_note){ reason, value, limit };
}

/// Removes the method of an attempt from those that are left; if it found no path, also all methods that cannot either.
static void strike_out(fw_search *search)
{
    attempts *attempts = &search->attempts;
    const fw_method method = search->decisions.method;
    const bool is_found = search_has_path(search->ended) && search->decisions.reached == FW_OUTCOME_FOUND;
    attempts->left &= ~(is_found ? FW_METHOD_BIT(method) : methods_without(search));
    if (is_found) {
        note(attempts, method, FW_REJECTED_ILLEGAL, (double)count_violations(attempts), 0);
        if (method == FW_ASTAR) { // its paths are those of FW_ON_DEMAND
            attempts->left &= ~FW_METHOD_BIT(FW_ON_DEMAND);
            note(attempts, FW_ON_DEMAND, FW_REJECTED_ILLEGAL, (double)count_violations(attempts), 0);
        }
    } else
        note(attempts, method, FW_REJECTED_NO_PATH, NAN, NAN);
}

void attempts_spend(fw_search *search)
{
    fw_statistics spent;
    fw_search_statistics(search, &spent);
    recalculation_clear(&search->recalculation);
    tally_clear(&search->tally);
    tally_spend(&search->tally, &spent);
    search->chain.count = 0;
}

/// Chooses a cheap guide: after a search that found nothing, the next one probably finds nothing either.
static void guide_cheaply(const attempts *attempts, query *query)
{
    if (attempts->kept.result == FW_NOT_FOUND && has_one_neighbourhood(query->method) &&
        query->request.heuristic == FW_HEURISTIC_AUTO && !query->request.fastest)
        query->request.heuristic = FW_HEURISTIC_STRAIGHT;
}

fw_request attempt_request(const fw_request *asked, fw_method method)
{
    fw_request request = *asked;
    if (motion_kind_of(method) || goes_in_legs(method) || method == FW_PIVOT)
        request.pre_smooth = FW_PRE_SMOOTH_NONE;
    if (goes_in_legs(method))
        request.turns = FW_TURNS_NONE;
    if (method == FW_PIVOT)
        request.nearest = false;
    return request;
}

/// Makes an attempt by a method the query of the search. Returns false if the method does not serve the request.
static bool prepare_attempt(fw_search *search, fw_method method, const fw_request *request)
{
    return query_choose_by(search->map, request, method, &search->judged, NULL) == FW_OK;
}

/// Chooses the next of the methods that are left and serve the request.
static bool choose_next(fw_search *search)
{
    attempts *attempts = &search->attempts;
    for (int i = 0; i < ORDER_COUNT; i++) {
        const uint32_t bit = FW_METHOD_BIT(order[i]);
        if (!(attempts->left & bit))
            continue;
        attempts->left &= ~bit;
        const fw_request request = attempt_request(&attempts->request, order[i]);
        if (prepare_attempt(search, order[i], &request)) {
            guide_cheaply(attempts, &search->judged);
            return true;
        }
    }
    return false;
}

/// Makes later attempts reach the goal itself. They may still set out from the nearest place where the unit stands.
static void demand_goal(fw_request *request)
{
    if (request->nearest)
        request->start_slack = 2.0 * FW_MAX_SIDE;
    request->nearest = false;
}

/// True if an attempt tells more than the answer that was kept: that the unit's square of tiles does not fit at an end,
/// where FW_PIVOT has looked at the body.
static bool knows_the_ends(const fw_search *search)
{
    const fw_result kept = search->attempts.kept.result;
    return search->decisions.method == FW_PIVOT && (kept == FW_START_BLOCKED || kept == FW_GOAL_BLOCKED);
}

/// Chooses the next rival of a path of least time: what FW_AUTO finds if it need not be quick, with each charge for
/// turns, and at last the path on the grid, within the share of the work that it has in a comparison.
///
/// @return true: an attempt was chosen; false: the quickest path is the answer to the request. If there is none after
///         the first rival, no other one is tried
static bool begin_rival(fw_search *search)
{
    attempts *attempts = &search->attempts;
    const bool is_hopeless = attempts->rival > 0 && !search_has_path(attempts->kept.result);
    while (!is_hopeless && attempts->rival <= RIVALS) {
        const bool is_on_grid = attempts->rival == RIVALS;
        fw_request request = attempts->request;
        request.fastest = NULL;
        request.trace = NULL; // only the search for the least time is traced
        request.partial = request.nearest = false;
        request.turn_charge = is_on_grid ? 0 : rival_charges[attempts->rival];
        attempts->rival++;
        attempts_spend(search);
        attempts->end = UINT64_MAX;
        if (is_on_grid) {
            const uint64_t done = search_work_done(search);
            attempts->end = done + done / SHARE;
            request.max_work = limits_max_work(request.max_work, attempts->end);
        }
        if (prepare_attempt(search, is_on_grid ? FW_GRID : FW_AUTO, &request))
            return true;
    }
    restore(search);
    return false;
}

/// Keeps the path of a rival if it is legal and quicker, or if no path was found before.
static void keep_quicker(fw_search *search)
{
    attempts *attempts = &search->attempts;
    if (!search_has_path(search->ended) || count_violations(attempts) > 0 ||
        speed_profile(search->map, attempts->request.fastest, attempts->answer, NULL) != FW_OK)
        return;
    if (attempts->kept.result != FW_OK ||
        fw_path_duration(attempts->answer) < fw_path_duration(attempts->kept.path))
        keep(search);
}

/// Begins to compare the answer that was kept, a path of least time or none, with its rivals.
static bool begin_race(fw_search *search)
{
    fw_statistics spent;
    fw_search_statistics(search, &spent);
    search->attempts.bound = spent.bound;
    search->attempts.rival = 0;
    search->attempts.phase = ATTEMPT_RIVAL;
    return begin_rival(search);
}

/// Goes on after an attempt that has found no legal path to the goal. The answer of the first one is kept; if it has a
/// path, later attempts must reach the goal itself.
static bool try_another(fw_search *search)
{
    attempts *attempts = &search->attempts;
    const bool has_path = search_has_path(search->ended);
    strike_out(search);
    if (attempts->phase == ATTEMPT_FIRST) {
        attempts->phase = ATTEMPT_RESCUE;
        if (has_path)
            demand_goal(&attempts->request);
        keep(search);
    } else if (knows_the_ends(search)) {
        keep(search);
    }
    attempts->is_written = false;
    attempts_spend(search);
    if (choose_next(search))
        return true;
    if (attempts->request.fastest && attempts->kept.result == FW_NOT_FOUND)
        return begin_race(search);
    restore(search);
    return false;
}

/// True if a path on the grid may be better than the path of an attempt: smoothing makes it drivable, it was not tried,
/// and costs tell which of the two is better.
static bool grid_may_be_better(const fw_search *search)
{
    const fw_request *request = &search->attempts.request;
    const bool is_curved = request->smoothing == FW_SMOOTH_AUTO || request->smoothing == FW_SMOOTH_CURVED;
    return search->query->motions && search->decisions.reached == FW_OUTCOME_FOUND &&
           (search->attempts.left & GRID_METHODS) && is_curved && request->pre_smooth == FW_PRE_SMOOTH_NONE &&
           request->turn_charge == 0 && !request->fastest;
}

/// Begins to search for a cheaper path on the grid, within a share of the work that was done, unless shaping that path
/// is expected to take more. Returns true: an attempt was chosen; false: `search->ended` is the answer to the request.
static bool begin_comparison(fw_search *search)
{
    attempts *attempts = &search->attempts;
    fw_statistics spent;
    fw_search_statistics(search, &spent);
    const uint64_t done = spent.work + spent.shaping;
    attempts->allowed = done / SHARE;
    attempts->end = done + attempts->allowed;
    attempts->bound = spent.bound;
    const bool is_worth_it = grid_may_be_better(search);
    if (is_worth_it && GRID_SHAPING * search->shapers.work.done >= attempts->allowed)
        return false; // the methods on the grid are left because of the work
    attempts->left &= ~GRID_METHODS;
    if (!is_worth_it)
        return false;
    if (!keep_path(search))
        return false;
    fw_request request = attempts->request;
    request.max_work = limits_max_work(request.max_work, spent.work + attempts->allowed);
    request.partial = request.nearest = false;
    attempts_spend(search);
    attempts->phase = ATTEMPT_COMPARISON;
    if (prepare_attempt(search, FW_GRID, &request))
        return true;
    restore(search);
    return false;
}

/// Cost of a path; of null 0.
static double cost_of(const fw_path *path)
{
    return path ? path_shown(path)->cost : 0;
}

/// Notes why the path on the grid was rejected.
static void note_grid(fw_search *search, double cost, double best)
{
    attempts *attempts = &search->attempts;
    const fw_method method = search->decisions.method;
    const bool has_path = search_has_path(search->ended);
    const int64_t violations = has_path ? count_violations(attempts) : 0;
    if (violations > 0)
        note(attempts, method, FW_REJECTED_ILLEGAL, (double)violations, 0);
    else if (has_path)
        note(attempts, method, FW_REJECTED_EXPENSIVE, cost, best);
    else if (search->ended != FW_LIMIT)
        note(attempts, method, FW_REJECTED_NO_PATH, NAN, NAN);
    else if (search_work_done(search) < attempts->end)
        note(attempts, method, FW_REJECTED_STOPPED, NAN, NAN);
    else
        note(attempts, method, FW_REJECTED_TOO_MUCH_WORK, NAN, (double)attempts->allowed);
}

/// Takes the path on the grid if it is legal and cheaper. At equal cost the first method is preferred.
static void compare(fw_search *search)
{
    attempts *attempts = &search->attempts;
    const bool is_legal = search_has_path(search->ended) && count_violations(attempts) == 0;
    const double best = cost_of(attempts->kept.path), cost = cost_of(attempts->answer);
    if (is_legal && cost < best * (1 - EQUAL_COST)) {
        note(attempts, attempts->kept.method, FW_REJECTED_EXPENSIVE, best, cost);
        return;
    }
    note_grid(search, cost, best);
    restore(search);
}

uint64_t attempts_shaping_left(const fw_search *search)
{
    if (!attempts_compare(&search->attempts))
        return UINT64_MAX;
    const uint64_t done = search_work_done(search), end = search->attempts.end;
    return done < end ? end - done : 0;
}

bool attempts_choose_next(fw_search *search)
{
    attempts *attempts = &search->attempts;
    if (attempts_compare(attempts)) {
        if (search->ended == FW_OK)
            search->ended = attempts_write(search);
        if (search->ended == FW_NO_MEMORY)
            return false;
        if (attempts->phase == ATTEMPT_COMPARISON) {
            compare(search);
            return false;
        }
        keep_quicker(search);
        return begin_rival(search);
    }
    const verdict reached = judge(search);
    if (attempts->phase == ATTEMPT_ONLY || reached == FAILED)
        return false;
    if (reached == SETTLED)
        return attempts->request.fastest ? keep_path(search) && begin_race(search) : begin_comparison(search);
    if (reached == OPEN)
        return try_another(search);
    attempts->is_stopped = true;
    if (attempts->phase == ATTEMPT_RESCUE && search_has_path(attempts->kept.result))
        restore(search);
    return false;
}
