#include "batch/engine.h"

#include <stdlib.h>

#include "batch/agent.h"
#include "batch/master.h"

/// What a rank holds; too large for a stack.
typedef struct rank_memory {
    agent led;
    master office; ///< of rank 0
    message heard;
} rank_memory;

/// Hears all messages that have arrived; false at the end.
static bool hear(rank_memory *own, transport *link)
{
    int32_t from = 0;
    while (link->receive(link, &from, &own->heard, sizeof own->heard) > 0) {
        if (own->heard.kind == MESSAGE_END)
            return false;
        if (own->heard.kind == MESSAGE_GIVE)
            agent_take(&own->led, &own->heard);
        else
            master_take(&own->office, from, &own->heard);
    }
    return true;
}

static void run_rank(rank_memory *own, transport *link, bool leads)
{
    bool is_ending = false;
    while (hear(own, link)) {
        if (leads && !is_ending && master_is_done(&own->office)) {
            is_ending = true;
            master_end(&own->office);
            continue;
        }
        agent_work(&own->led);
    }
}

bool engine_run(workforce *force, transport *link, const engine_settings *settings, chunk_log *log,
                io_fault *fault)
{
    rank_memory *own = calloc(1, sizeof *own);
    if (!own)
        return io_fail_without_memory(fault, "a rank of the study");
    agent_begin(force, link, settings->patience_us, &own->led);
    bool done = !log || master_open(force->work, link, settings, log, fault, &own->office);
    if (done)
        run_rank(own, link, log);
    done = done && !own->office.has_failed;
    if (log)
        master_close(&own->office);
    free(own);
    return done;
}
