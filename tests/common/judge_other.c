// What holds between the answers to different questions.
#include <math.h>

#include "common/judge.h"

bool judge_limits_save_expansions(hearing *hearing)
{
    if (judge_is_unlimited(&hearing->at.ask) || (!judge_has_path(hearing) && hearing->result != FW_LIMIT))
        return true;
    const fw_request whole = judge_unlimited(hearing->at.ask);
    fw_statistics spent;
    fw_path *path;
    if (fw_path_create(&hearing->at.hooks, &path) != FW_OK)
        return false;
    const fw_result result = fw_find_path(hearing->at.planner, &whole, path);
    fw_planner_statistics(hearing->at.planner, &spent);
    fw_path_destroy(path);
    if (hearing->spent.expanded > spent.expanded)
        return judge_deny(hearing, "%llu expansions instead of %llu (%s)",
                          (unsigned long long)hearing->spent.expanded, (unsigned long long)spent.expanded,
                          fw_result_text(result));
    return true;
}

/// True if a method, asked without limits, finds a path to the goal that breaks no rule.
static fw_result ask_by(hearing *hearing, fw_method method, bool *finds)
{
    fw_request ask = judge_unlimited(hearing->at.ask);
    fw_path_summary summary;
    ask.method = method;
    const fw_result result = fw_find_path(hearing->at.planner, &ask, hearing->at.path);
    fw_path_summarise(hearing->at.path, &summary);
    *finds = result == FW_OK && summary.outcome == FW_OUTCOME_FOUND && !judge_has_violations(&summary);
    return result;
}

bool judge_auto_finds_what_any_method_finds(hearing *hearing)
{
    bool auto_finds, finds;
    const fw_result automatic = ask_by(hearing, FW_AUTO, &auto_finds);
    for (fw_method method = FW_GRID; method < FW_METHOD_COUNT && !auto_finds; method++) {
        ask_by(hearing, method, &finds);
        if (finds)
            return judge_deny(hearing, "%s finds a path without violations, auto: %s", fw_method_name(method),
                              fw_result_text(automatic));
    }
    return true;
}

/// True if it depends on the choice among equally good grid paths whether a path is legal: at fixed angles, a vehicle
/// may turn between two lines by any angle, but must face the requested headings at both ends. The choice differs in a
/// turned world, and `auto` takes legal paths only.
static bool choice_decides(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    return ask->fixed_angles && ask->method == FW_AUTO && hearing->at.def.turn_radius > 0;
}

/// True if a start that was moved was not moved to the same place in the turned world: of places equally near, the
/// first one clockwise from east is taken, and east is not turned.
static bool tie_decides(const hearing *heard, const hearing *turned, int symmetry)
{
    const bool is_moved = heard->summary.start_shift > 0 || turned->summary.start_shift > 0;
    trial moved = *heard->drawn;
    fw_pose begin;
    if (!is_moved || fw_path_pose_at(heard->at.path, 0, &moved.ask.start) != FW_OK ||
        fw_path_pose_at(turned->at.path, 0, &begin) != FW_OK)
        return is_moved;
    const fw_pose expected = trial_turned(&moved, symmetry).ask.start;
    return hypot(begin.x - expected.x, begin.y - expected.y) > 1e-6;
}

/// The same case in a world that was mirrored or turned.
static bool compare_turned(hearing *heard, hearing *turned, int symmetry)
{
    const fw_result result = fw_find_path(turned->at.planner, &turned->at.ask, turned->at.path);
    turned->result = result;
    fw_path_summarise(turned->at.path, &turned->summary);
    if (!judge_asking_for_any_path_gives_the_illegal_one(turned))
        return false;
    if (result == FW_OUT_OF_BOUNDS || heard->result == FW_OUT_OF_BOUNDS)
        return true; // on the map is where the north-west tile of the body's square is
    const bool both_have_paths = judge_has_path(heard) && judge_has_path(turned);
    const bool is_tie = tie_decides(heard, turned, symmetry);
    if (result != heard->result && !is_tie && !both_have_paths && !judge_may_give_up(heard) &&
        !choice_decides(heard))
        return judge_deny(heard, "%s, and turned %s", fw_result_text(heard->result), fw_result_text(result));
    if (!judge_path_without_violations_is_legal(turned) || !judge_path_counts_what_the_checker_finds(turned))
        return false;
    if (is_tie && both_have_paths && heard->at.ask.method != FW_AUTO &&
        fabs(heard->summary.start_shift - turned->summary.start_shift) > 1e-6)
        return judge_deny(heard, "the start is moved by %.9g, and turned by %.9g", heard->summary.start_shift,
                          turned->summary.start_shift);
    const bool is_exact = !is_tie && judge_is_plain_grid(heard) && heard->at.ask.weight == 1 &&
                          both_have_paths && heard->reached == FW_OUTCOME_FOUND;
    const double cost = heard->summary.cost, again = turned->summary.cost;
    return !is_exact || fabs(cost - again) <= 1e-7 * (1 + cost) ||
           judge_deny(heard, "cost %.12g, and turned %.12g", cost, again);
}

bool judge_turned_world_has_the_same_answer(hearing *heard)
{
    if (!judge_is_unlimited(&heard->at.ask))
        return true;
    const int symmetry = 1 + (int)(heard->drawn->slice % (TRIAL_SYMMETRIES - 1));
    const trial drawn = trial_turned(heard->drawn, symmetry);
    hearing turned = { .drawn = &drawn, .found = heard->found };
    const fw_result opened = site_open(&drawn, UNIT_FIRST, &turned.at);
    const bool holds = opened == FW_OK ? compare_turned(heard, &turned, symmetry)
                                       : judge_deny(heard, "%s", fw_result_text(opened));
    site_close(&turned.at);
    return holds;
}
