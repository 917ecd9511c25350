#pragma once

/// A worker: a process that takes chunks from a socket, does their jobs, and sends the answers back.

#include "batch/site.h"

/// Says that it is there (by an empty chunk's answer), then works until the socket is closed.
_Noreturn void worker_run(const workload *work, int socket, int32_t slot, worker_state *state);
