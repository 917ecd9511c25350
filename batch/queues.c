#define _XOPEN_SOURCE 700

#include "batch/queues.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "batch/now.h"

typedef struct message {
    struct message *next;
    double ready_us;
    int32_t from;
    size_t size;
    char bytes[];
} message;

typedef struct queue {
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    message *first, *last;
} queue;

/// What an end of a transport points to.
typedef struct queue_end {
    queues *all;
    int32_t rank;
} queue_end;

struct queues {
    int32_t count;
    double delay_us;
    queue *queues;   ///< [count]
    queue_end *ends; ///< [count]
};

queues *queues_create(int32_t ranks, double delay_us)
{
    queues *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->delay_us = delay_us;
    all->queues = calloc((size_t)ranks, sizeof *all->queues);
    all->ends = calloc((size_t)ranks, sizeof *all->ends);
    all->count = all->queues && all->ends ? ranks : 0;
    for (int32_t i = 0; i < all->count; i++) {
        pthread_mutex_init(&all->queues[i].lock, NULL);
        pthread_cond_init(&all->queues[i].arrived, NULL);
        all->ends[i] = (queue_end){ all, i };
    }
    if (all->count == 0) {
        queues_destroy(all);
        return NULL;
    }
    return all;
}

void queues_destroy(queues *all)
{
    if (!all)
        return;
    for (int32_t i = 0; i < all->count; i++) {
        while (all->queues[i].first) {
            message *next = all->queues[i].first->next;
            free(all->queues[i].first);
            all->queues[i].first = next;
        }
        pthread_cond_destroy(&all->queues[i].arrived);
        pthread_mutex_destroy(&all->queues[i].lock);
    }
    free(all->queues);
    free(all->ends);
    free(all);
}

static bool send_message(transport *link, int32_t to, const void *bytes, size_t size)
{
    const queue_end *end = link->state;
    queue *into = &end->all->queues[to];
    message *sent = malloc(sizeof *sent + size);
    if (!sent)
        return false;
    *sent = (message){ .ready_us = now_us() + end->all->delay_us, .from = end->rank, .size = size };
    memcpy(sent->bytes, bytes, size);
    pthread_mutex_lock(&into->lock);
    if (into->last)
        into->last->next = sent;
    else
        into->first = sent;
    into->last = sent;
    pthread_cond_signal(&into->arrived);
    pthread_mutex_unlock(&into->lock);
    return true;
}

static size_t receive_message(transport *link, int32_t *from, void *bytes, size_t room)
{
    const queue_end *end = link->state;
    queue *own = &end->all->queues[end->rank];
    pthread_mutex_lock(&own->lock);
    message *got = own->first;
    if (got && (got->size > room || got->ready_us > now_us()))
        got = NULL;
    if (got) {
        own->first = got->next;
        if (!own->first)
            own->last = NULL;
    }
    pthread_mutex_unlock(&own->lock);
    if (!got)
        return 0;
    const size_t size = got->size;
    memcpy(bytes, got->bytes, size);
    *from = got->from;
    free(got);
    return size;
}

static void close_nothing(transport *link)
{
    (void)link;
}

transport queues_end(queues *all, int32_t rank)
{
    enum { OWN_QUEUE_MS = 50 };
    transport end = { .state = &all->ends[rank],
                      .rank = rank,
                      .count = all->count,
                      .beside = all->count,
                      .poll_ms = OWN_QUEUE_MS,
                      .send = send_message,
                      .receive = receive_message,
                      .close = close_nothing };
    if (gethostname(end.machine, sizeof end.machine - 1) != 0)
        snprintf(end.machine, sizeof end.machine, "here");
    return end;
}

void queues_wait(queues *all, int32_t rank)
{
    queue *own = &all->queues[rank];
    pthread_mutex_lock(&own->lock);
    while (!own->first)
        pthread_cond_wait(&own->arrived, &own->lock);
    const double wait_us = own->first->ready_us - now_us();
    pthread_mutex_unlock(&own->lock);
    if (wait_us > 0) {
        const struct timespec rest = { (time_t)(wait_us / 1e6),
                                       (long)(1e3 * (wait_us - 1e6 * (double)(long)(wait_us / 1e6))) };
        nanosleep(&rest, NULL);
    }
}
