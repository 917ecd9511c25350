#pragma once

/// What a rank does between the master and its workers: it keeps a few chunks ahead, gives them to idle workers of the
/// right stage, sends answers on, and notices workers that die or hang.

#include <stdbool.h>

#include "batch/message.h"
#include "batch/site.h"

typedef enum bay_state { BAY_EMPTY, BAY_OPENING, BAY_READY, BAY_CLOSING } bay_state;

typedef struct site_bay {
    bay_state state;
    int32_t stage;
} site_bay;

typedef enum post_state { POST_EMPTY, POST_STARTING, POST_IDLE, POST_BUSY } post_state;

/// The place of a worker. The posts of one number in both bays share a core: only one of them is busy.
typedef struct worker_post {
    post_state state;
    bool is_hung; ///< killed because it took too long
    chunk jobs;
} worker_post;

typedef struct agent {
    workforce *force;
    transport *link;
    double patience_us; ///< a job that takes longer hangs
    site_bay bays[BAYS];
    worker_post posts[BAYS][MOST_WORKERS];
    chunk queue[2 * MOST_WORKERS]; ///< [queued] not yet with a worker
    int32_t queued, asked;         ///< chunks
    int32_t next;                  ///< stage to prepare meanwhile; -1: none
    int32_t failed_starts;
    int32_t lost_sites;     ///< that have ended while their workers were at work
    bool has_lost_launcher; ///< it was said
    message said;           ///< being written
} agent;

void agent_begin(workforce *force, transport *link, double patience_us, agent *led);

/// Takes a message of the master.
void agent_take(agent *led, const message *from_master);

/// Does what can be done, and sleeps until something happens; at most as long as the transport allows.
void agent_work(agent *led);
