#include "open_lists/measure.h"

#include <math.h>

#include "open_lists/replay.h"
#include "open_lists/seen.h"
#include "open_lists/stopwatch.h"

enum { RUNS = 5, CHUNK = 256, MOST_CHUNKS = 4096 };

static const double warm_up_seconds = 1e-3; ///< most, for a stretch
static const double timed_seconds = 3e-3;   ///< most, for a recording

/// A structure and what is replayed on it.
typedef struct trial {
    const open_list_kind *kind;
    const recording *recording;
    bool asks_membership;
    void *list;
    seen nodes; ///< of the search
} trial;

/// A recording is timed in chunks, and of each chunk the least time of several runs counts: what else the
/// machine does then disturbs single chunks of single runs only.
typedef struct timing {
    size_t chunks;             ///< that are run
    size_t warm;               ///< of them, the first so many are not counted
    double least[MOST_CHUNKS]; ///< seconds
    double least_clear;        ///< seconds to clear the list behind them
} timing;

static size_t chunk_begin(const recording *recording, size_t chunk)
{
    const size_t begin = recording->stage + chunk * CHUNK;
    return begin < recording->count ? begin : recording->count;
}

static double replay_timed(trial *trial, size_t from, size_t to)
{
    const replay_part part = { .recording = trial->recording,
                               .from = from,
                               .to = to,
                               .asks_membership = trial->asks_membership,
                               .nodes = &trial->nodes };
    const double begun = stopwatch_seconds();
    trial->kind->replay(trial->list, &part);
    return stopwatch_seconds() - begun;
}

static double time_chunk(trial *trial, size_t chunk)
{
    return replay_timed(trial, chunk_begin(trial->recording, chunk),
                        chunk_begin(trial->recording, chunk + 1));
}

static void clear_timed(trial *trial, timing *into)
{
    const double begun = stopwatch_seconds();
    trial->kind->clear(trial->list);
    seen_clear(&trial->nodes);
    into->least_clear = fmin(into->least_clear, stopwatch_seconds() - begun);
}

/// How many chunks warm the list up: a third of a stretch, as far as there is time.
static size_t warm_up(trial *trial)
{
    const size_t third =
        trial->recording->stage > 0 ? (trial->recording->count - trial->recording->stage) / CHUNK / 3 : 0;
    double seconds = 0;
    size_t chunk = 0;
    while (chunk < third && chunk < MOST_CHUNKS / 2 && seconds < warm_up_seconds)
        seconds += time_chunk(trial, chunk++);
    return chunk;
}

/// The first run finds how many chunks there is time for.
static void run_first(trial *trial, timing *into)
{
    *into = (timing){ .least_clear = INFINITY };
    replay_timed(trial, 0, trial->recording->stage);
    into->chunks = into->warm = warm_up(trial);
    double seconds = 0;
    while (chunk_begin(trial->recording, into->chunks) < trial->recording->count &&
           into->chunks < MOST_CHUNKS && seconds < timed_seconds) {
        const double now = time_chunk(trial, into->chunks);
        into->least[into->chunks++] = now;
        seconds += now;
    }
    clear_timed(trial, into);
}

static void run_again(trial *trial, timing *into)
{
    replay_timed(trial, 0, trial->recording->stage);
    for (size_t i = 0; i < into->chunks; i++) {
        const double now = time_chunk(trial, i);
        into->least[i] = i < into->warm ? 0 : fmin(into->least[i], now);
    }
    clear_timed(trial, into);
}

static timing time_recording(const open_list_kind *kind, const recording *recording, bool asks_membership)
{
    timing times;
    trial now = { .kind = kind, .recording = recording, .asks_membership = asks_membership };
    now.nodes = seen_create(recording->bounds.ids);
    now.list = kind->create(&recording->bounds, &now.nodes);
    kind->clear(now.list);
    run_first(&now, &times);
    for (int run = 1; run < RUNS; run++)
        run_again(&now, &times);
    kind->destroy(now.list);
    seen_free(&now.nodes);
    return times;
}

static size_t operations_asked(const recording *recording, size_t from, size_t to, bool asks_membership)
{
    if (asks_membership)
        return to - from;
    size_t count = 0;
    for (size_t i = from; i < to; i++)
        count += recording->operations[i] != OPERATION_CONTAINS;
    return count;
}

double measure_operations(const open_list_kind *kind, const sequences *sequences, bool asks_membership)
{
    double seconds = 0;
    size_t operations = 0;
    for (size_t i = 0; i < sequences->count; i++) {
        const recording *each = &sequences->recordings[i];
        if (!open_list_fits(kind, &each->bounds))
            return NAN;
        const timing times = time_recording(kind, each, asks_membership);
        for (size_t chunk = times.warm; chunk < times.chunks; chunk++)
            seconds += times.least[chunk];
        if (each->stage == 0)
            seconds += times.least_clear;
        operations += operations_asked(each, chunk_begin(each, times.warm), chunk_begin(each, times.chunks),
                                       asks_membership);
    }
    return operations > 0 ? 1e9 * seconds / (double)operations : NAN;
}
