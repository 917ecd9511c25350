#include "io/json_writer.h"
#include "simulation.h"

/// The word for how a unit ended.
static const char *result_of(const fw_agent_state *state)
{
    switch (state->activity) {
    case FW_AGENT_ARRIVED:
    case FW_AGENT_STANDS:
        return "arrived";
    case FW_AGENT_BLOCKED:
        return "blocked";
    case FW_AGENT_INFEASIBLE:
        return "infeasible";
    case FW_AGENT_WAITS:
    case FW_AGENT_YIELDS:
    case FW_AGENT_THINKS:
        return "waiting";
    default:
        return "moving";
    }
}

static void write_reason(json_writer *json, const fw_agent_state *state)
{
    char text[64] = "";
    if (state->activity == FW_AGENT_BLOCKED)
        snprintf(text, sizeof text, "no path leads to its goal");
    else if (state->activity == FW_AGENT_THINKS)
        snprintf(text, sizeof text, "it waits for its path");
    else if (state->activity == FW_AGENT_YIELDS)
        snprintf(text, sizeof text, "it gives way to unit %u", state->other);
    else if (state->activity == FW_AGENT_INFEASIBLE)
        snprintf(text, sizeof text, "there is no room for unit %u and it to pass", state->other);
    else if (state->other)
        snprintf(text, sizeof text, "unit %u is in its way", state->other);
    json_pair_text(json, "reason", text);
}

static void write_unit(json_writer *json, const simulated_unit *unit, const fw_agent_state *state)
{
    json_break(json);
    json_open(json, '{');
    json_pair_whole(json, "id", state->id);
    json_pair_text(json, "result", result_of(state));
    write_reason(json, state);
    json_key(json, "time");
    if (state->activity == FW_AGENT_ARRIVED)
        json_number(json, state->arrived);
    else
        json_nothing(json);
    json_pair_number(json, "driven", state->driven);
    json_pair_whole(json, "reversals", unit->reversals);
    json_pair_number(json, "waited", state->waited);
    json_close(json, '}');
}

void simulation_write(FILE *to, const simulation *run)
{
    json_writer json = json_writer_to(to);
    const fw_agent_state *states = fw_traffic_states(run->traffic, NULL);
    json_open(&json, '{');
    json_pair_whole(&json, "fairway", 1);
    json_pair_text(&json, "result", "done");
    json_pair_number(&json, "time", run->time);
    json_pair_whole(&json, "ticks", run->ticks);
    json_pair_whole(&json, "arrived", run->arrived);
    json_key(&json, "units");
    json_open(&json, '[');
    for (int32_t i = 0; i < run->scenario->unit_count; i++)
        write_unit(&json, &run->units[i], &states[i]);
    json_close(&json, ']');
    json_pair_number(&json, "smallest_gap", run->smallest_gap);
    json_pair_number(&json, "smallest_wall_gap", run->smallest_wall_gap);
    json_key(&json, "tick_us");
    json_open(&json, '{');
    json_pair_number(&json, "mean", run->mean_us);
    json_pair_number(&json, "p99", run->p99_us);
    json_pair_number(&json, "max", run->most_us);
    json_close(&json, '}');
    const double unit_seconds = run->time * run->scenario->unit_count;
    json_pair_number(&json, "unit_seconds_per_second",
                     run->spent_us > 0 ? unit_seconds / run->spent_us * 1e6 : 0);
    json_pair_whole(&json, "allocations", (int64_t)run->allocations);
    json_close(&json, '}');
    putc('\n', to);
}
