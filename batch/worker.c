#define _POSIX_C_SOURCE 200809L

#include "batch/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "batch/heap.h"
#include "batch/now.h"

static void run_chunk(const workload *work, const chunk *given, int32_t slot, worker_state *state,
                      answer *answers)
{
    for (uint32_t i = 0; i < given->count; i++) {
        const double began = now_us();
        answers[i] = (answer){ .job = given->first + i, .worker = slot };
        atomic_store(&state->began_us, (int64_t)began);
        atomic_store(&state->job, given->first + i);
        work->run(work->user, given->first + i, &answers[i]);
        answers[i].time_us = now_us() - began;
    }
    atomic_store(&state->job, NO_JOB);
}

_Noreturn void worker_run(const workload *work, int socket, int32_t slot, worker_state *state)
{
    static answer answers[MOST_JOBS_OF_CHUNK];
    chunk given;
    if (!work->begin(work->user))
        _exit(EXIT_FAILURE);
    const char hello = 0;
    if (send(socket, &hello, sizeof hello, MSG_NOSIGNAL) < 0)
        _exit(EXIT_FAILURE);
    for (;;) {
        const ssize_t got = recv(socket, &given, sizeof given, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != (ssize_t)sizeof given)
            _exit(EXIT_SUCCESS);
        run_chunk(work, &given, slot, state, answers);
        if (send(socket, answers, given.count * sizeof *answers, MSG_NOSIGNAL) < 0)
            _exit(EXIT_SUCCESS);
        heap_trim();
    }
}
