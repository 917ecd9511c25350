#include "io/trace.h"

#include <inttypes.h>

#include "fairway/hybrid.h"

/// Larger numbers are not exact in the visualiser's language, so ids beyond this are written as text.
#define EXACT_IDS (UINT64_C(1) << 53)

static const char head[] = "version: 1.4.0\n"
                           "views:\n"
                           "  tile:\n"
                           "    - $: rect\n"
                           "      width: 1\n"
                           "      height: 1\n"
                           "      x: ${{ $.x - 0.5 }}\n"
                           "      y: ${{ $.y - 0.5 }}\n"
                           "      fill: ${{ color[$.type] }}\n"
                           "      clear: ${{ $.clear }}\n"
                           "  main:\n"
                           "    - $: tile\n"
                           "      $if: ${{ ['source', 'destination', 'end'].includes($.type) }}\n"
                           "      clear: false\n"
                           "    - $: tile\n"
                           "      $if: ${{ $.type == 'expand' }}\n"
                           "      clear: close\n"
                           "    - $: tile\n"
                           "      $if: ${{ ['generate', 'update', 'close'].includes($.type) }}\n"
                           "      clear: true\n"
                           "pivot:\n"
                           "  x: ${{ $.x }}\n"
                           "  y: ${{ $.y }}\n"
                           "  scale: 1\n"
                           "events:\n";

static void write_id(FILE *to, const char *key, uint64_t id)
{
    if (id == UINT64_MAX)
        fprintf(to, ", %s: goal", key);
    else if (id < EXACT_IDS)
        fprintf(to, ", %s: %" PRIu64, key, id);
    else
        fprintf(to, ", %s: '%" PRIu64 "'", key, id);
}

static void write_event(FILE *to, const char *type, const fw_trace_event *event)
{
    fprintf(to, "  - { type: %s", type);
    write_id(to, "id", event->id);
    if (event->parent != event->id)
        write_id(to, "pId", event->parent);
    fprintf(to, ", x: %.9g, y: %.9g, g: %.9g, h: %.9g, f: %.9g }\n", event->x, event->y, event->g, event->h,
            event->f);
}

/// True if a node is generated for the first time; always true if there is no memory to remember nodes.
static bool is_new(io_trace *trace, uint64_t id)
{
    const size_t before = trace->seen.count;
    return id == UINT64_MAX || io_id_number(&trace->seen, id) >= before;
}

static void close_expanded(io_trace *trace)
{
    if (trace->has_expanded)
        write_event(trace->to, "close", &trace->expanded);
    trace->has_expanded = false;
}

void io_trace_begin(io_trace *trace, FILE *to, const fw_request *request)
{
    *trace = (io_trace){ .to = to };
    fputs(head, to);
    if (request->goal.kind != FW_GOAL_SET)
        fprintf(to, "  - { type: destination, id: destination, x: %.9g, y: %.9g }\n", request->goal.pose.x,
                request->goal.pose.y);
}

void io_trace_event(const fw_trace_event *event, void *user)
{
    io_trace *trace = user;
    switch (event->kind) {
    case FW_TRACE_SOURCE:
        is_new(trace, event->id);
        write_event(trace->to, "source", event);
        break;
    case FW_TRACE_EXPAND:
        close_expanded(trace);
        write_event(trace->to, "expand", event);
        trace->expanded = *event;
        trace->has_expanded = true;
        break;
    case FW_TRACE_GENERATE:
        write_event(trace->to, is_new(trace, event->id) ? "generate" : "update", event);
        break;
    case FW_TRACE_GOAL:
        close_expanded(trace);
        write_event(trace->to, "end", event);
        break;
    case FW_TRACE_STEP:
        close_expanded(trace);
        fprintf(trace->to, "  - { type: step, id: step-%s, x: %.9g, y: %.9g }\n",
                fw_hybrid_step_name((fw_hybrid_step)event->id), event->x, event->y);
        break;
    }
}

void io_trace_end(io_trace *trace)
{
    close_expanded(trace);
    io_id_table_free(&trace->seen);
}
