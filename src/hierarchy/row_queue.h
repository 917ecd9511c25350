#ifndef HIERARCHY_ROW_QUEUE_H
#define HIERARCHY_ROW_QUEUE_H

/// @file
/// Rows of a survey that wait, in the order of buckets by distance; within a bucket there is no order. A row waits at
/// most once: if its distance falls, it moves to another bucket. So nothing is allocated, and no entry is outdated.
///
/// Source: Dial 1969. Buckets are a ring; rows beyond the ring wait in its last bucket, and move on when that bucket is
/// reached.

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/compiler.h"

enum { ROW_BUCKETS = 1024, ROW_BUCKET_WORDS = ROW_BUCKETS / WORD_BITS };

/// Ends a list of rows.
#define ROW_NONE UINT32_MAX

/// In `before`: the row does not wait.
#define ROW_IDLE UINT32_MAX

/// In `before`: the row is the first one of the bucket in the lower bits.
#define ROW_LEADS (UINT32_C(1) << 31)

/// A row's place in the list of its bucket.
typedef struct waiting_row {
    uint32_t next;
    uint32_t before; ///< a row, or ROW_LEADS with a bucket, or ROW_IDLE
    uint32_t door;   ///< through which the way goes on
} waiting_row;

typedef struct row_queue {
    waiting_row *rows;               ///< [row] the caller's; each is idle at first
    int shift;                       ///< a bucket is 2^shift wide
    uint64_t current;                ///< distance >> shift; no row waits before this bucket
    uint64_t used[ROW_BUCKET_WORDS]; ///< bit by bucket of the ring: its list may hold rows
    uint32_t first[ROW_BUCKETS];     ///< rows, by bucket of the ring
} row_queue;

/// Prepares a queue in which no row waits. Buckets will be 2^shift wide.
static inline void row_queue_begin(row_queue *queue, int shift)
{
    queue->shift = shift;
    queue->current = 0;
    for (int i = 0; i < ROW_BUCKET_WORDS; i++)
        queue->used[i] = 0;
    for (int i = 0; i < ROW_BUCKETS; i++)
        queue->first[i] = ROW_NONE;
}

/// The bucket of the ring for a distance.
static ALWAYS_INLINE uint32_t row_queue_bucket(const row_queue *queue, uint64_t distance)
{
    const uint64_t bucket = distance >> queue->shift, last = queue->current + ROW_BUCKETS - 1;
    return (uint32_t)(bucket < last ? bucket : last) % ROW_BUCKETS;
}

/// Puts a row at the head of a bucket's list.
static ALWAYS_INLINE void row_queue_link(row_queue *queue, uint32_t row, uint32_t at)
{
    const uint32_t next = queue->first[at];
    waiting_row *added = &queue->rows[row];
    added->next = next;
    added->before = ROW_LEADS | at;
    queue->first[at] = row;
    if (next == ROW_NONE)
        bits_set(queue->used, at);
    else
        queue->rows[next].before = row;
}

/// Takes a row out of its list.
static ALWAYS_INLINE void row_queue_unlink(row_queue *queue, const waiting_row *row)
{
    if (row->before & ROW_LEADS)
        queue->first[row->before & ~ROW_LEADS] = row->next;
    else
        queue->rows[row->before].next = row->next;
    if (row->next != ROW_NONE)
        queue->rows[row->next].before = row->before;
}

/// Adds a row, or moves it if it waits already: its distance is less than before.
///
/// @param distance  not less than that of the row that was taken last
static ALWAYS_INLINE void row_queue_put(row_queue *queue, uint32_t row, uint64_t distance, uint32_t door)
{
    const uint32_t at = row_queue_bucket(queue, distance);
    waiting_row *put = &queue->rows[row];
    put->door = door;
    if (put->before != ROW_IDLE)
        row_queue_unlink(queue, put);
    row_queue_link(queue, row, at);
}

/// Goes to the next bucket that holds rows.
///
/// @return false: no row waits
static NEVER_INLINE bool row_queue_go_on(row_queue *queue)
{
    const uint32_t at = (uint32_t)queue->current % ROW_BUCKETS;
    bits_clear(queue->used, at);
    const uint32_t steps = bits_next_in_ring(queue->used, ROW_BUCKET_WORDS, at);
    if (steps == UINT32_MAX)
        return false;
    queue->current += steps;
    return true;
}

/// Takes a row of the first bucket that holds rows.
///
/// @param distance  [row]
/// @return ROW_NONE: no row waits, and the queue is to begin again before rows are added
static ALWAYS_INLINE uint32_t row_queue_take(row_queue *queue, const uint64_t *distance)
{
    for (;;) {
        const uint32_t row = queue->first[queue->current % ROW_BUCKETS];
        if (row == ROW_NONE) {
            if (!row_queue_go_on(queue))
                return ROW_NONE;
            continue;
        }
        row_queue_unlink(queue, &queue->rows[row]);
        if (distance[row] >> queue->shift <= queue->current) {
            queue->rows[row].before = ROW_IDLE;
            return row;
        }
        row_queue_link(queue, row, row_queue_bucket(queue, distance[row]));
    }
}

#endif
