#include "common/same_jumps.h"

#include "common/unit.h"

static void assert_rows_equal(const paged *a, const paged *b)
{
    assert_int_equal(a->row_count, b->row_count);
    for (size_t row = 0; row < a->row_count; row++)
        assert_memory_equal(a->row[row], b->row[row], a->row_words * sizeof(uint64_t));
}

void assert_same_jumps(const jump_tables *a, const jump_tables *b)
{
    assert_rows_equal(&a->pages.columns, &b->pages.columns);
    assert_rows_equal(&a->pages.along_x, &b->pages.along_x);
    assert_rows_equal(&a->pages.along_y, &b->pages.along_y);
    assert_rows_equal(&a->pages.aside, &b->pages.aside);
    assert_rows_equal(&a->pages.beyond_aside, &b->pages.beyond_aside);
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        assert_rows_equal(&a->pages.diagonal[direction / 2], &b->pages.diagonal[direction / 2]);
        assert_rows_equal(&a->pages.beyond_x[direction], &b->pages.beyond_x[direction]);
        assert_rows_equal(&a->pages.beyond_y[direction], &b->pages.beyond_y[direction]);
    }
}
