// Whether a path is legal, and whether success says so.
#include <string.h>

#include "common/judge.h"

bool judge_has_path(const hearing *hearing)
{
    return hearing->result == FW_OK || hearing->result == FW_ILLEGAL;
}

bool judge_has_violations(const fw_path_summary *summary)
{
    const fw_violations *broken = &summary->violations;
    return broken->blocked || broken->too_tight || broken->heading_jumps || broken->impossible;
}

bool judge_accepts_violations(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const bool drives = hearing->at.def.turn_radius > 0;
    return ask->allow_violations || ask->smoothing == FW_SMOOTH_SIMPLE_SAMPLED ||
           ask->method == FW_HYBRID_STRICT || judge_is_walk(ask->method) ||
           (drives && (ask->turns == FW_TURNS_IGNORE || ask->turns == FW_TURNS_TIGHTEN));
}

/// Asks again, and accepts violations. The path is the same, and its outcome tells where it ends.
static bool ask_for_any_path(hearing *hearing, fw_path *path)
{
    fw_request ask = hearing->at.ask;
    fw_path_summary summary;
    ask.allow_violations = true;
    const fw_result result = fw_find_path(hearing->at.planner, &ask, path);
    if (result != FW_OK || fw_path_summarise(path, &summary) != FW_OK)
        return judge_deny(hearing, "illegal, and with violations allowed: %s", fw_result_text(result));
    hearing->reached = summary.outcome;
    return judge_paths_have_equal_segments(hearing->at.path, path) ||
           judge_deny(hearing, "with violations allowed the path is another one");
}

bool judge_asking_for_any_path_gives_the_illegal_one(hearing *hearing)
{
    fw_path *path;
    hearing->reached = hearing->summary.outcome;
    if (hearing->result != FW_ILLEGAL)
        return true;
    if (fw_path_create(&hearing->at.hooks, &path) != FW_OK)
        return false;
    const bool holds = ask_for_any_path(hearing, path);
    fw_path_destroy(path);
    return holds;
}

static bool check(hearing *hearing, fw_check_report *report)
{
    fw_check_def def = fw_default_check_def();
    def.overlay = hearing->at.ask.overlay;
    def.has_start = true;
    def.start = hearing->at.ask.start;
    def.start_slack = hearing->summary.start_shift;
    def.has_goal = hearing->reached == FW_OUTCOME_FOUND;
    def.goal = hearing->at.ask.goal;
    def.check_cost = true;
    return fw_path_check(hearing->at.map, hearing->at.unit, hearing->at.path, &def, report) == FW_OK;
}

/// How often the heading jumps, to the asked start's and the goal's included.
static int32_t count_jumps(const fw_check_report *report)
{
    return report->faults[FW_FAULT_HEADING] + report->faults[FW_FAULT_START] + report->faults[FW_FAULT_GOAL];
}

/// Fails the trial with the first fault that the checker finds and the violations that the path counts.
static bool deny_fault(hearing *hearing, const fw_check_report *report)
{
    const fw_path_summary *summary = &hearing->summary;
    const fw_violations *broken = &summary->violations;
    return judge_deny(
        hearing,
        "%s, %s: %s in segment %d at %.9g, %.9g; blocked %d of %d, tight %d of %d, jumps %d of %d, "
        "impossible %d; length %.9g of %.9g, cost %.9g of %.9g",
        fw_method_name(summary->method), fw_outcome_name(hearing->reached), fw_fault_text(report->first),
        (int)report->first_segment, report->first_x, report->first_y, (int)broken->blocked,
        (int)report->faults[FW_FAULT_BLOCKED], (int)broken->too_tight,
        (int)report->faults[FW_FAULT_TOO_TIGHT], (int)broken->heading_jumps, (int)count_jumps(report),
        (int)broken->impossible, summary->length, report->length, summary->cost, report->cost);
}

bool judge_success_is_legal(hearing *hearing)
{
    fw_check_report report;
    if (hearing->result != FW_OK || judge_accepts_violations(hearing))
        return true;
    if (!check(hearing, &report))
        return judge_deny(hearing, "the path cannot be checked");
    return (report.legal && !judge_has_violations(&hearing->summary)) || deny_fault(hearing, &report);
}

bool judge_path_without_violations_is_legal(hearing *hearing)
{
    fw_check_report report;
    if (!judge_has_path(hearing))
        return true;
    if (!check(hearing, &report))
        return judge_deny(hearing, "the path cannot be checked");
    return report.legal || judge_has_violations(&hearing->summary) || deny_fault(hearing, &report);
}

bool judge_path_counts_what_the_checker_finds(hearing *hearing)
{
    fw_check_report report;
    const fw_violations *broken = &hearing->summary.violations;
    if (!judge_has_path(hearing) || !check(hearing, &report))
        return true;
    int32_t stretches;
    fw_path_impossible(hearing->at.path, &stretches);
    const int32_t *faults = report.faults;
    int32_t others = 0;
    for (int fault = FW_FAULT_NONE; fault < FW_FAULT_COUNT; fault++)
        if (fault != FW_FAULT_BLOCKED && fault != FW_FAULT_TOO_TIGHT && fault != FW_FAULT_HEADING &&
            fault != FW_FAULT_START && fault != FW_FAULT_GOAL && fault != FW_FAULT_ANGLE)
            others += faults[fault];
    const bool agree = faults[FW_FAULT_BLOCKED] == broken->blocked &&
                       faults[FW_FAULT_TOO_TIGHT] == broken->too_tight &&
                       count_jumps(&report) == broken->heading_jumps && stretches == broken->impossible &&
                       (!faults[FW_FAULT_ANGLE] || stretches) && !others;
    return agree || deny_fault(hearing, &report);
}
