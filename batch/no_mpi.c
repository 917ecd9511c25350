#define _POSIX_C_SOURCE 200809L

// The transport of the command itself, which knows no MPI: see mpi.c.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch/queues.h"

const bool transport_is_mpi = false;

/// The name of the program that knows MPI.
static bool name_other(char program[4096])
{
    const ssize_t length = readlink("/proc/self/exe", program, 4096 - sizeof "-mpi");
    if (length > 0)
        strcpy(program + length, "-mpi");
    return length > 0;
}

bool transport_has_mpi(void)
{
    char program[4096];
    return name_other(program) && access(program, X_OK) == 0;
}

bool transport_become(char **words)
{
    char program[4096];
    if (!getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMI_SIZE"))
        return true;
    if (name_other(program))
        execv(program, words);
    return false;
}

transport_seat transport_seat_of(void)
{
    return (transport_seat){ 0, 1, 1 };
}

static void close_queue(transport *link)
{
    queues_destroy(*(queues **)link->state); // an end begins with the queues that it belongs to
}

bool transport_open(transport *opened, io_fault *fault)
{
    queues *own = queues_create(1, 0);
    if (!own)
        return io_fail_without_memory(fault, "the queue of a study");
    *opened = queues_end(own, 0);
    opened->close = close_queue;
    return true;
}
