#pragma once

/// Ranks in one process, each with a queue of messages. With several ranks, each is a thread. A message can be delayed
/// by what another transport takes.

#include "batch/transport.h"

typedef struct queues queues;

/// @param delay_us  from the sending of a message until it can be received
/// @return null without memory
queues *queues_create(int32_t ranks, double delay_us);

void queues_destroy(queues *all);

/// The end of a rank. Closing it does nothing.
transport queues_end(queues *all, int32_t rank);

/// Sleeps until a message for the rank can be received.
void queues_wait(queues *all, int32_t rank);
