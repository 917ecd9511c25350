#include "traced.h"

#include "complain.h"

static void note_step(const fw_trace_event *event, void *user)
{
    traced *traced = user;
    if (traced->given->trace)
        io_trace_event(event, &traced->trace);
    if (traced->given->expanded)
        shown_note(event, traced->shown);
}

bool traced_begin(traced *traced, const options *given, shown *shown, fw_request *request)
{
    io_fault fault;
    *traced = (struct traced){ .given = given, .shown = shown };
    if (given->trace && !io_output_open(given->trace, &traced->output, &fault))
        return complain("%s", fault.text);
    if (given->trace)
        io_trace_begin(&traced->trace, traced->output.to, request);
    if (given->trace || given->expanded) {
        request->trace = note_step;
        request->trace_user = traced;
    }
    return true;
}

bool traced_end(traced *traced, bool keep)
{
    io_fault fault;
    if (!traced->given->trace)
        return true;
    io_trace_end(&traced->trace);
    if (!keep) {
        io_output_abandon(&traced->output);
        return true;
    }
    return io_output_finish(&traced->output, &fault) || complain("%s", fault.text);
}
