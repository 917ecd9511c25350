#pragma once

/// The processes of a rank that do its work. The launcher is forked before MPI begins, and forks a process for each
/// stage, its site; the site prepares the stage, and forks workers, which share by copy on write what it prepared.
/// While the workers of one site work, another one can prepare the next stage: there are two bays for sites.
///
/// They talk over sockets that keep messages apart (SOCK_SEQPACKET), and that are made before the first fork.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "batch/workload.h"

enum { BAYS = 2, MOST_WORKERS = 256 };

#define NO_JOB UINT64_MAX

/// What a worker does at the moment, in memory that it shares with its rank.
typedef struct worker_state {
    _Atomic pid_t process;
    _Atomic uint64_t job;     ///< or NO_JOB
    _Atomic int64_t began_us; ///< when it began the job
} worker_state;

typedef struct workforce {
    const workload *work;
    int32_t workers;
    const char *last_words;           ///< what the launcher says if its rank dies; null = nothing
    worker_state *states;             ///< [worker * workers * BAYS] shared
    int launcher[2];                  ///< ends of the rank and of the launcher
    int sites[BAYS][2];               ///< ends of the rank and of the site
    int slots[BAYS][MOST_WORKERS][2]; ///< ends of the rank and of the worker
    pid_t launcher_process;
} workforce;

/// What the rank asks of the launcher and of a site.
typedef struct site_order {
    enum { SITE_OPEN, SITE_FORK, SITE_CLOSE, SITE_GOODBYE } what;
    int32_t bay, stage, slot;
} site_order;

/// What the launcher and a site tell.
typedef struct site_news {
    enum { SITE_READY, SITE_REFUSED, SITE_WORKER_DIED, SITE_GONE } what;
    int32_t bay, slot;
    int status; ///< of the process that has ended
    char text[512];
} site_news;

/// Starts the launcher. Must come before MPI_Init(): a fork after it is not safe.
bool workforce_start(const workload *work, int32_t workers, const char *last_words, workforce *force);

/// From now on, this process says its last words itself if it is asked to end (SIGTERM, SIGINT): mpirun asks all ranks
/// when one has died, and does not wait for what launchers say afterwards.
void workforce_mind_signals(const workforce *force);

/// Ends the launcher, and with it all sites and workers.
void workforce_end(workforce *force);

static inline worker_state *worker_state_of(const workforce *force, int32_t bay, int32_t slot)
{
    return &force->states[bay * force->workers + slot];
}
