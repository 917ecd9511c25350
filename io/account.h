#pragma once

/// The memory that a reader takes beside the map, so that a small file cannot take much: a reader has 64 MB, and for
/// each byte of JSON, which becomes a tree, 32 bytes more. The reader allocates by these functions, and has the
/// libraries that parse for it do so; of a library that cannot, it states beforehand what it will take at most.
///
/// An account belongs to the thread that has opened it, because some libraries hand nothing on to their allocator.
/// Without an account, nothing is counted and everything is granted.

#include <stdbool.h>
#include <stddef.h>

#define IO_ACCOUNT_BYTES      ((size_t)64 << 20)
#define IO_ACCOUNT_JSON_BYTES ((size_t)32)

typedef struct io_account {
    size_t used, most;         ///< bytes
    bool is_exceeded;          ///< something was refused
    struct io_account *before; ///< that of a reader which waits for this one; null = none
} io_account;

/// Opens an account for what this thread reads from now on.
void io_account_open(io_account *account);

/// Closes the account that was opened last.
void io_account_close(void);

/// States what a library is going to take. Returns false if it is too much.
bool io_account_charge(size_t bytes);

/// Takes back what was charged, unless the account was closed before.
void io_account_credit(size_t bytes);

/// Allows more.
void io_account_raise(size_t bytes);

/// As malloc(), realloc() and free(). Null if it is too much.
void *io_take(size_t bytes);
void *io_grow(void *block, size_t bytes);
void io_give(void *block);

/// Room for one more item of a list, which was made by this function only: it doubles when it is full.
///
/// @param count  items that it has
/// @param bytes  of an item
void *io_grow_list(void *list, size_t count, size_t bytes);

/// As calloc().
void *io_take_zeros(size_t count, size_t bytes);
