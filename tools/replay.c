#define _POSIX_C_SOURCE 200809L // strsignal

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "complain.h"
#include "fairway/record.h"
#include "io/number.h"
#include "io/output.h"
#include "io/text.h"
#include "progress.h"
#include "replayed.h"
#include "stopwatch.h"

/// The recording of the command line, and what became of it.
typedef struct replaying {
    const options *given;
    const char *name;
    char *bytes;
    size_t count;
    replayed outcome;
    double spent_us; ///< by the replay
    FILE *to;        ///< of the shorter recording
} replaying;

static void print_report(const replaying *work)
{
    const fw_replay_report *report = &work->outcome.report;
    if (work->outcome.signal) {
        complain("%s: the replay crashed: signal %d, %s", work->name, work->outcome.signal,
                 strsignal(work->outcome.signal));
        return;
    }
    if (report->differs) {
        complain("%s: call %" PRIu64 " is answered differently", work->name, report->place);
        printf("call      %s\nrecorded  %s\nhere      %s\n", report->call, report->recorded,
               report->answered);
    } else if (!work->given->quiet) {
        printf("%" PRIu64 " calls repeated, %" PRIu64 " answers compared: all are as recorded\n",
               report->calls, report->compared);
    }
    if (work->given->quiet)
        return;
    if (report->left_out > 0)
        printf("%" PRIu64 " calls left out: their memory or time had ended, or their search was stale\n",
               report->left_out);
    if (work->given->verbose)
        printf("%zu bytes, %s for each call; replayed in %s\n", work->count,
               io_size(report->calls > 0 ? work->count / report->calls : 0).text,
               io_duration(work->spent_us).text);
    if (report->marks > 0)
        printf("%" PRIu64 " calls cannot be recorded, such as %s\n", report->marks, report->mark);
    if (report->is_cut_off)
        printf("the recording ends amid a call\n");
}

static bool fails(const void *bytes, size_t count, void *user)
{
    const replaying *work = user;
    replayed outcome;
    if (!replay_apart(bytes, count, &outcome) || outcome.result != FW_OK)
        return false;
    return work->outcome.signal ? outcome.signal == work->outcome.signal : outcome.report.differs;
}

static void write_shorter(const void *bytes, size_t count, void *user)
{
    replaying *work = user;
    fwrite(bytes, 1, count, work->to);
}

/// Writes the shorter recording.
static bool minimise(replaying *work)
{
    io_output output;
    io_fault fault;
    if (!io_output_open(work->given->minimise, &output, &fault))
        return complain("%s", fault.text);
    work->to = output.to;
    const fw_result result = fw_recording_minimise(work->bytes, work->count, fails, work, write_shorter);
    if (result != FW_OK) {
        io_output_abandon(&output);
        return complain("%s: cannot be made shorter: %s", work->name, fw_result_text(result));
    }
    const long count = ftell(output.to);
    if (!io_output_finish(&output, &fault))
        return complain("%s", fault.text);
    if (!work->given->quiet)
        printf("%s: %ld bytes, of %zu\n", work->given->minimise, count, work->count);
    return true;
}

/// @return the exit status
static int replay_file(replaying *work)
{
    io_fault fault;
    if (!io_load(work->name, SIZE_MAX / 2, &work->bytes, &work->count, &fault)) {
        complain("%s", fault.text);
        return EXIT_BAD;
    }
    progress bar;
    const double began = stopwatch_us();
    progress_begin(&bar, work->given->quiet, "replaying", PROGRESS_EXACT);
    const bool is_run = replay_apart(work->bytes, work->count, &work->outcome);
    progress_end(&bar);
    work->spent_us = stopwatch_us() - began;
    if (!is_run) {
        complain("cannot start a process for the replay");
        return EXIT_BAD;
    }
    if (work->outcome.result == FW_BAD_VALUE) {
        const bool begins_well = work->count >= 6 && memcmp(work->bytes, "fw-rec", 6) == 0;
        complain(begins_well ? "%s: this recording is damaged, or written by a newer version"
                             : "%s: this is no recording; fw_record_begin() and --record write recordings",
                 work->name);
        return EXIT_BAD;
    }
    if (work->outcome.result != FW_OK) {
        complain("%s: %s", work->name, fw_result_text(work->outcome.result));
        return EXIT_BAD;
    }
    print_report(work);
    const bool has_failed = work->outcome.signal || work->outcome.report.differs;
    if (work->given->minimise && !has_failed) {
        complain("%s: nothing fails, so there is nothing to make shorter", work->name);
        return EXIT_BAD;
    }
    if (work->given->minimise && !minimise(work))
        return EXIT_BAD;
    return has_failed ? EXIT_NO_PATH : EXIT_DONE;
}

int run_replay(const options *given)
{
    replaying work = { .given = given, .name = given->arguments[0] };
    const int status = replay_file(&work);
    free(work.bytes);
    return status;
}
