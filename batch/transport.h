#pragma once

/// Messages between the ranks of a study: over MPI, or through queues in one process.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"

enum { MACHINE_NAME_BYTES = 40 };

typedef struct transport {
    void *state;
    int32_t rank, count; ///< of this end; rank 0 hands the jobs out
    int32_t beside;      ///< ranks on this machine
    int poll_ms;         ///< how long a rank may sleep before it looks for messages
    char machine[MACHINE_NAME_BYTES];
    /// Sends a message; the bytes may be reused at once.
    bool (*send)(struct transport *link, int32_t to, const void *bytes, size_t size);
    /// Takes the next message that has arrived; 0: none has.
    size_t (*receive)(struct transport *link, int32_t *from, void *bytes, size_t room);
    /// Waits until all ranks are done, and gives everything back.
    void (*close)(struct transport *link);
} transport;

/// True if this program knows MPI.
extern const bool transport_is_mpi;

/// True if this program knows MPI, or one that does lies beside it.
bool transport_has_mpi(void);

/// Under mpirun, the command goes on as the program `fairway-mpi`, which lies beside it.
///
/// @param words  of main()
/// @return true if this process is the right one; false if there is no such program
bool transport_become(char **words);

/// What mpirun tells before MPI has begun: the rank, and the number of ranks on this machine and in all.
typedef struct transport_seat {
    int32_t rank, beside, count;
} transport_seat;

transport_seat transport_seat_of(void);

/// Opens the transport of this program: MPI in `fairway-mpi`, else a queue to itself.
bool transport_open(transport *opened, io_fault *fault);
