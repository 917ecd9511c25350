// The queue of rows against a list that is searched from end to end.
#include "base/random.h"
#include "common/unit.h"
#include "hierarchy/row_queue.h"

enum { ROWS = 300, ROUNDS = 200, STEPS = 2000 };

/// What the test knows of a row.
typedef struct known_row {
    bool waits;
    uint32_t door;
} known_row;

/// The queue and the list.
typedef struct rivals {
    row_queue queue;
    waiting_row rows[ROWS];
    known_row known[ROWS];
    uint64_t distance[ROWS]; ///< UINT64_MAX: not reached
    uint64_t least;          ///< no distance falls below that of the row that was taken last
    int far;                 ///< rows that were put beyond the ring
    int moved;               ///< rows that waited when they were put
} rivals;

static void begin(rivals *both, int shift)
{
    row_queue_begin(&both->queue, shift);
    both->least = 0;
    for (int i = 0; i < ROWS; i++)
        both->distance[i] = UINT64_MAX;
}

/// Reaches a random row at a lower distance than before. Most are near, some lie beyond the ring.
static void put_one(rivals *both, random_source *source)
{
    const uint32_t row = random_below(source, ROWS), door = random_below(source, 1000);
    const uint64_t near = random_below(source, 40u << both->queue.shift);
    const uint64_t distance =
        both->least + (random_below(source, 8) ? near : near * (1 + random_below(source, 100)));
    if (distance >= both->distance[row])
        return;
    both->far += distance >> both->queue.shift >= both->queue.current + ROW_BUCKETS;
    both->moved += both->known[row].waits;
    both->distance[row] = distance;
    both->known[row] = (known_row){ true, door };
    row_queue_put(&both->queue, row, distance, door);
}

/// The first bucket in which a row waits; UINT64_MAX: none waits.
static uint64_t first_bucket(const rivals *both)
{
    uint64_t first = UINT64_MAX;
    for (int i = 0; i < ROWS; i++)
        if (both->known[i].waits && both->distance[i] >> both->queue.shift < first)
            first = both->distance[i] >> both->queue.shift;
    return first;
}

/// Takes a row, which waits in the first bucket.
///
/// @return false: no row waits
static bool take_one(rivals *both)
{
    const uint64_t first = first_bucket(both);
    const uint32_t row = row_queue_take(&both->queue, both->distance);
    if (first == UINT64_MAX) {
        assert_int_equal(row, ROW_NONE);
        return false;
    }
    assert_in_range(row, 0, ROWS - 1);
    assert_true(both->known[row].waits);
    assert_true(both->distance[row] >> both->queue.shift == first);
    assert_int_equal(both->rows[row].door, both->known[row].door);
    both->known[row].waits = false;
    both->least = both->distance[row];
    return true;
}

TEST(rows_are_taken_once_each_in_the_order_of_buckets)
{
    static rivals both;
    random_source source = { 5 };
    both.queue.rows = both.rows;
    for (int i = 0; i < ROWS; i++)
        both.rows[i].before = ROW_IDLE;
    for (int round = 0; round < ROUNDS; round++) {
        begin(&both, round % 20);
        for (int step = 0; step < STEPS; step++)
            if (random_below(&source, 3))
                put_one(&both, &source);
            else if (!take_one(&both))
                begin(&both, round % 20);
        while (take_one(&both))
            continue;
    }
    assert_true(both.far > 1000 && both.moved > 1000);
}
