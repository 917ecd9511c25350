#include "common/same_graph.h"

#include "common/unit.h"
#include "hierarchy/shared_record.h"

/// Fails unless the kinds of units are the same that may use the transitions and edges.
static void assert_same_notes(const cluster_record *one, const cluster_record *other)
{
    const shared_notes notes = shared_notes_of(one), others = shared_notes_of(other);
    assert_int_equal(*notes.costlier_count, *others.costlier_count);
    assert_memory_equal(notes.costlier_count, others.costlier_count,
                        shared_notes_bytes(cluster_record_count(one), *notes.costlier_count));
}

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
        assert_int_equal(one->is_shared, other->is_shared);
        if (one->is_shared)
            assert_same_notes(one, other);
        for (int32_t t = 0; t < count; t++) {
            assert_int_equal(one->transitions[t].tile, other->transitions[t].tile);
            assert_int_equal(one->transitions[t].move, other->transitions[t].move);
        }
    }
}

void assert_same_landmarks(const hierarchy *a, const hierarchy *b)
{
    const size_t clusters = hierarchy_cluster_count(a);
    assert_int_equal(a->landmarks.are_valid, b->landmarks.are_valid);
    assert_int_equal(a->landmarks.moved_count, b->landmarks.moved_count);
    assert_memory_equal(a->landmarks.moved, b->landmarks.moved, clusters);
    const landmark_distances *one = a->landmarks.known, *other = b->landmarks.known;
    assert_int_equal(one != NULL, other != NULL);
    if (!one)
        return;
    assert_int_equal(one->row_count, other->row_count);
    assert_int_equal(one->shift, other->shift);
    assert_int_equal(one->count, other->count);
    assert_memory_equal(one->rows, other->rows, (clusters + 1) * sizeof *one->rows);
    assert_memory_equal(one->steps, other->steps, one->row_count * sizeof *one->steps);
    assert_memory_equal(one->distance, other->distance,
                        one->row_count * (size_t)one->count * sizeof *one->distance);
}
