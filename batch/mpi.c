#define _POSIX_C_SOURCE 200809L

// The transport of `fairway-mpi`: the only file that knows MPI. Messages of a rank to itself take no detour: MPI
// delivers them as all others. A send is a copy that MPI takes (MPI_Isend of an own buffer), so that two ranks that
// send to each other do not wait for each other.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/message.h"

typedef struct outgoing {
    struct outgoing *next;
    MPI_Request request;
    char bytes[];
} outgoing;

typedef struct mpi_state {
    outgoing *sent; ///< messages that MPI may still read
} mpi_state;

const bool transport_is_mpi = true;

bool transport_has_mpi(void)
{
    return true;
}

bool transport_become(char **words)
{
    (void)words;
    return true;
}

static int32_t number_of(const char *variable, int32_t otherwise)
{
    const char *text = getenv(variable);
    const long number = text ? strtol(text, NULL, 10) : otherwise;
    return number >= 0 && number < INT32_MAX ? (int32_t)number : otherwise;
}

transport_seat transport_seat_of(void)
{
    return (transport_seat){ .rank = number_of("OMPI_COMM_WORLD_RANK", 0),
                             .beside = number_of("OMPI_COMM_WORLD_LOCAL_SIZE", 1),
                             .count = number_of("OMPI_COMM_WORLD_SIZE", 1) };
}

/// Frees the messages that have left.
static void tidy(mpi_state *state)
{
    outgoing **at = &state->sent;
    while (*at) {
        int is_done = 0;
        MPI_Test(&(*at)->request, &is_done, MPI_STATUS_IGNORE);
        if (!is_done) {
            at = &(*at)->next;
            continue;
        }
        outgoing *gone = *at;
        *at = gone->next;
        free(gone);
    }
}

static bool send_message(transport *link, int32_t to, const void *bytes, size_t size)
{
    mpi_state *state = link->state;
    tidy(state);
    outgoing *sent = malloc(sizeof *sent + size);
    if (!sent)
        return false;
    memcpy(sent->bytes, bytes, size);
    sent->next = state->sent;
    state->sent = sent;
    // tidy() waits for it. NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker)
    return MPI_Isend(sent->bytes, (int)size, MPI_BYTE, to, 0, MPI_COMM_WORLD, &sent->request) == MPI_SUCCESS;
}

static size_t receive_message(transport *link, int32_t *from, void *bytes, size_t room)
{
    int is_there = 0, size = 0;
    MPI_Status status;
    tidy(link->state);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
    if (!is_there)
        return 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    if ((size_t)size > room)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(bytes, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *from = status.MPI_SOURCE;
    return (size_t)size;
}

/// Takes a message that nobody needs any more, so that its sender can end.
static void discard(transport *link)
{
    static message unread;
    int32_t from = 0;
    receive_message(link, &from, &unread, sizeof unread);
}

static void close_mpi(transport *link)
{
    mpi_state *state = link->state;
    MPI_Request all = MPI_REQUEST_NULL;
    int is_over = 0;
    while (state->sent)
        discard(link);
    MPI_Ibarrier(MPI_COMM_WORLD, &all);
    for (MPI_Test(&all, &is_over, MPI_STATUS_IGNORE); !is_over; MPI_Test(&all, &is_over, MPI_STATUS_IGNORE))
        discard(link);
    MPI_Finalize();
    free(state);
}

bool transport_open(transport *opened, io_fault *fault)
{
    MPI_Comm machine = MPI_COMM_NULL;
    int rank = 0, count = 0, beside = 1, length = 0;
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    mpi_state *state = calloc(1, sizeof *state);
    if (!state || MPI_Init(NULL, NULL) != MPI_SUCCESS) {
        free(state);
        return io_fail(fault, "MPI cannot be started");
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &beside);
    MPI_Comm_free(&machine);
    MPI_Get_processor_name(name, &length);
    *opened = (transport){ .state = state,
                           .rank = rank,
                           .count = count,
                           .beside = beside,
                           .poll_ms = 1,
                           .send = send_message,
                           .receive = receive_message,
                           .close = close_mpi };
    snprintf(opened->machine, sizeof opened->machine, "%.*s", (int)sizeof opened->machine - 1, name);
    return true;
}
