// How long a message of `fairway batch` takes under MPI, from one rank to another that looks for messages as an agent
// does: once a millisecond. Run it as `mpirun -n RANKS bench_batch_delay`. Rank 0 sends a chunk to one rank after the
// other, which answers it; a message takes half of the round. bench_batch_handout takes the result as its delay.
#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "batch/message.h"
#include "batch/now.h"

enum { ROUNDS = 400, JOBS = 20 };

/// Waits for the next message; returns its sender.
static int32_t await(transport *link, message *heard)
{
    int32_t from = 0;
    while (link->receive(link, &from, heard, sizeof *heard) == 0)
        poll(NULL, 0, link->poll_ms);
    return from;
}

/// Answers chunks until the end.
static void follow(transport *link, message *said)
{
    message *heard = said + 1;
    for (await(link, heard); heard->kind != MESSAGE_END; await(link, heard)) {
        said->kind = MESSAGE_ANSWERS;
        said->jobs = heard->jobs;
        message_send(link, 0, said);
    }
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void lead(transport *link, message *said)
{
    static double delays[ROUNDS];
    double sum = 0;
    said->kind = MESSAGE_GIVE;
    said->jobs = (chunk){ .count = JOBS };
    for (int i = 0; i < ROUNDS; i++) {
        const double began = now_us();
        message_send(link, 1 + i % (link->count - 1), said);
        await(link, said + 1);
        delays[i] = 0.5 * (now_us() - began);
        sum += delays[i];
    }
    said->kind = MESSAGE_END;
    for (int32_t rank = 1; rank < link->count; rank++)
        message_send(link, rank, said);
    qsort(delays, ROUNDS, sizeof *delays, compare);
    printf("%2d ranks: a message takes %4.0f us, half of them at most %4.0f, 95 %% at most %4.0f\n",
           link->count, sum / ROUNDS, delays[ROUNDS / 2], delays[ROUNDS * 95 / 100]);
}

int main(void)
{
    transport link;
    io_fault fault;
    message *memory = calloc(2, sizeof *memory);
    if (!memory || !transport_open(&link, &fault))
        return EXIT_FAILURE;
    if (link.count < 2)
        puts("run it under mpirun, with 2 ranks or more");
    else if (link.rank == 0)
        lead(&link, memory);
    else
        follow(&link, memory);
    link.close(&link);
    free(memory);
    return EXIT_SUCCESS;
}
