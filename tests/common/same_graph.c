#include "common/same_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void assert_same_graph(const hierarchy *a, const hierarchy *b)
{
    assert_int_equal(a->record_bytes, b->record_bytes);
    assert_int_equal(a->transition_count, b->transition_count);
    assert_int_equal(a->grid.place_bits, b->grid.place_bits);
    for (size_t i = 0; i < (size_t)a->grid.columns * (size_t)a->grid.rows; i++) {
        const cluster_record *one = a->records[i], *other = b->records[i];
        assert_int_equal(one != NULL, other != NULL);
        if (!one)
            continue;
        const int32_t count = cluster_record_count(one);
        assert_memory_equal(one->first, other->first, sizeof one->first);
        assert_memory_equal(one->edges, other->edges, (size_t)(count * (count - 1) / 2) * sizeof *one->edges);
        for (int32_t t = 0; t < count; t++) {
            assert_int_equal(one->transitions[t].tile, other->transitions[t].tile);
            assert_int_equal(one->transitions[t].move, other->transitions[t].move);
        }
    }
}

void assert_same_landmarks(const hierarchy *a, const hierarchy *b)
{
    const landmarks *one = &a->landmarks, *other = &b->landmarks;
    assert_int_equal(one->are_valid, other->are_valid);
    assert_int_equal(one->have_gaps, other->have_gaps);
    assert_int_equal(one->row_count, other->row_count);
    assert_int_equal(one->shift, other->shift);
    assert_int_equal(one->count, other->count);
    if (one->row_count == 0)
        return;
    assert_memory_equal(one->rows, other->rows, hierarchy_cluster_count(a) * sizeof *one->rows);
    assert_memory_equal(one->distance, other->distance,
                        one->row_count * (size_t)one->count * sizeof *one->distance);
}
