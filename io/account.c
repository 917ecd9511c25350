#include "io/account.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// What lies before each block.
typedef union block_head {
    size_t bytes;
    max_align_t aligned;
} block_head;

/// What a block costs: its bytes, its head, and what malloc() needs itself.
static size_t cost_of(size_t bytes)
{
    return bytes + 2 * sizeof(block_head);
}

static _Thread_local io_account *current;

void io_account_open(io_account *account)
{
    *account = (io_account){ .most = IO_ACCOUNT_BYTES, .before = current };
    current = account;
}

void io_account_close(void)
{
    current = current->before;
}

bool io_account_charge(size_t bytes)
{
    if (!current)
        return true;
    if (bytes > current->most - current->used) {
        current->is_exceeded = true;
        return false;
    }
    current->used += bytes;
    return true;
}

void io_account_raise(size_t bytes)
{
    if (current)
        current->most += bytes < SIZE_MAX - current->most ? bytes : SIZE_MAX - current->most;
}

void io_account_credit(size_t bytes)
{
    if (current)
        current->used -= bytes < current->used ? bytes : current->used;
}

static block_head *head_of(void *block)
{
    return block ? (block_head *)block - 1 : NULL;
}

void *io_grow(void *block, size_t bytes)
{
    block_head *head = head_of(block);
    const size_t before = head ? cost_of(head->bytes) : 0;
    if (bytes > SIZE_MAX / 2 || !io_account_charge(cost_of(bytes))) // both are there while one is copied
        return NULL;
    head = realloc(head, sizeof *head + bytes);
    io_account_credit(head ? before : cost_of(bytes));
    if (!head)
        return NULL;
    head->bytes = bytes;
    return head + 1;
}

void *io_grow_list(void *list, size_t count, size_t bytes)
{
    const bool is_full = (count & (count - 1)) == 0; // at powers of two
    return is_full ? io_grow(list, 2 * (count + 1) * bytes) : list;
}

void *io_take(size_t bytes)
{
    return io_grow(NULL, bytes);
}

void *io_take_zeros(size_t count, size_t bytes)
{
    const bool fits = bytes == 0 || count <= SIZE_MAX / bytes;
    void *block = fits ? io_take(count * bytes) : NULL;
    return block ? memset(block, 0, count * bytes) : NULL;
}

void io_give(void *block)
{
    block_head *head = head_of(block);
    if (head)
        io_account_credit(cost_of(head->bytes));
    free(head);
}
