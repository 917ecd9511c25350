#include "fairway/rejection.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/def.h"
#include "directional/motions/motion_set.h"
#include "plan/choose.h"
#include "plan/next_attempt.h"
#include "plan/option_scope.h"
#include "plan/planner.h"
#include "plan/request.h"

const char *fw_rejection_reason_name(fw_rejection_reason reason)
{
    static const char *const names[FW_REJECTION_REASONS] = {
        [FW_REJECTED_UNFIT] = "unfit",         [FW_REJECTED_NOT_PREPARED] = "not_prepared",
        [FW_REJECTED_NO_PATH] = "no_path",     [FW_REJECTED_ILLEGAL] = "illegal",
        [FW_REJECTED_EXPENSIVE] = "expensive", [FW_REJECTED_TOO_MUCH_WORK] = "too_much_work",
        [FW_REJECTED_COVERED] = "covered",     [FW_REJECTED_STOPPED] = "stopped",
    };
    return (int)reason >= 0 && reason < FW_REJECTION_REASONS ? names[reason] : "unknown";
}

fw_refusal fw_request_refusal(const fw_map *map, const fw_request *request)
{
    const map_version *version = map_version_of(map);
    fw_refusal why = refusal_none();
    query query = { 0 };
    fw_request room;
    if (version && request)
        query_choose(version, request_whole(request, &room), &query, &why);
    else
        refuse(&why, FW_NULL_ARGUMENT, map ? "request" : "map", "the pointer must not be null");
    return why;
}

int32_t fw_request_ignored(const fw_map *map, const fw_request *request, const char **fields,
                           int32_t capacity)
{
    query query = { 0 };
    fw_request room;
    if (!map || !request ||
        query_choose(map_version_of(map), request_whole(request, &room), &query, NULL) != FW_OK)
        return 0;
    query.request = *request_whole(request, &room);
    int32_t count = 0;
    for (uint32_t idle = options_idle_on_method(&query, query.method) | options_idle_on_request(&query) |
                         options_idle_on_unit(&query);
         idle; idle &= idle - 1, count++)
        if (fields && count < capacity)
            fields[count] = option_field(idle);
    return count;
}

/// The request as FW_AUTO was asked.
static const fw_request *asked(const fw_search *search)
{
    const attempts *attempts = &search->attempts;
    return attempts->phase == ATTEMPT_ONLY ? &search->query->request : &attempts->request;
}

/// Why a method was rejected that serves the request.
static attempt_note reason_of(const fw_search *search, fw_method method)
{
    const attempts *attempts = &search->attempts;
    const uint32_t bit = FW_METHOD_BIT(method);
    if (attempts->noted & bit)
        return attempts->notes[method];
    if (!(attempts->left & bit))
        return (attempt_note){ FW_REJECTED_COVERED, NAN, NAN };
    if (attempts->is_stopped)
        return (attempt_note){ FW_REJECTED_STOPPED, NAN, NAN };
    return (attempt_note){ FW_REJECTED_TOO_MUCH_WORK, NAN, (double)attempts->allowed };
}

/// Writes the reason as a sentence.
///
/// @param refused  why the request refuses the method
static void write_text(fw_rejection *rejection, const char *refused)
{
    char *text = rejection->text;
    const size_t room = sizeof rejection->text;
    switch (rejection->reason) {
    case FW_REJECTED_UNFIT:
    case FW_REJECTED_NOT_PREPARED:
        if (isnan(rejection->limit))
            snprintf(text, room, "%s", refused);
        else
            snprintf(text, room, "%s: it is %.4g tiles long from end to end, and must be shorter than %.4g",
                     refused, rejection->value, rejection->limit);
        break;
    case FW_REJECTED_NO_PATH:
        snprintf(text, room, "it found no path to the goal");
        break;
    case FW_REJECTED_ILLEGAL:
        snprintf(text, room, "its path breaks rules of the unit %.0f times", rejection->value);
        break;
    case FW_REJECTED_EXPENSIVE:
        snprintf(text, room, "its path costs %.6g, and the answer %.6g", rejection->value, rejection->limit);
        break;
    case FW_REJECTED_TOO_MUCH_WORK:
        snprintf(text, room,
                 "it would take more than %.0f units of work, a twentieth of what was done before",
                 rejection->limit);
        break;
    case FW_REJECTED_COVERED:
        snprintf(text, room, "it can do no better than the methods that were tried");
        break;
    case FW_REJECTED_STOPPED:
    case FW_REJECTION_REASONS:
        snprintf(text, room, "a limit ended the search before its turn");
        break;
    }
}

static fw_result explain(const fw_search *search, const map_version *map, fw_method method,
                         fw_rejection *rejection)
{
    query query = { 0 };
    fw_refusal why = { .reason = "" };
    const fw_request request = attempt_request(asked(search), method);
    const fw_result judged = query_choose_by(map, &request, method, &query, &why);
    if (judged == FW_UNKNOWN_UNIT)
        return judged;
    attempt_note note = { judged == FW_NOT_PREPARED ? FW_REJECTED_NOT_PREPARED : FW_REJECTED_UNFIT, NAN,
                          NAN };
    if (judged == FW_OK)
        note = reason_of(search, method);
    else if (strcmp(why.other, "unit.footprint") == 0)
        motions_reach(&query.unit->def, &note.value, &note.limit);
    *rejection = (fw_rejection){ .reason = note.reason, .value = note.value, .limit = note.limit };
    write_text(rejection, why.reason);
    return FW_OK;
}

/// True if a search is one by FW_AUTO that has ended, and a method is one that it might have tried, with another path.
static bool is_rejected(const fw_search *search, fw_method method)
{
    return search->query->unit && search_is_answer(search->ended) && asked(search)->method == FW_AUTO &&
           method > FW_GRID && method < FW_METHOD_COUNT &&
           !(search_has_path(search->ended) && search->decisions.method == method);
}

fw_result fw_search_rejection(const fw_search *search, fw_method method, fw_rejection *rejection,
                              size_t bytes)
{
    if (!search || !rejection)
        return FW_NULL_ARGUMENT;
    if (!is_rejected(search, method))
        return FW_BAD_VALUE;
    fw_rejection whole;
    map_pin *pin = &search->planner->pin;
    const fw_result explained = explain(search, map_pin_hold(pin), method, &whole);
    map_pin_let_go(pin);
    return explained == FW_OK ? struct_give(rejection, bytes, &whole, sizeof whole) : explained;
}

fw_result fw_planner_rejection(const fw_planner *planner, fw_method method, fw_rejection *rejection,
                               size_t bytes)
{
    if (!planner || !rejection)
        return FW_NULL_ARGUMENT;
    return planner->own ? fw_search_rejection(planner->own, method, rejection, bytes) : FW_BAD_VALUE;
}
