#include "base/paged.h"

#include <string.h>

#include "base/must_hold.h"

/// Least bytes of a page of several rows, and most rows as a power of 2. To write one row, its whole page is copied;
/// but each page costs a head and an allocation.
enum { PAGE_BYTES = 1024, MOST_SHIFT = 6 };

static paged_head *head_of(void *words)
{
    return (paged_head *)words - 1;
}

static size_t page_count(const paged *table)
{
    return (table->row_count + paged_page_rows(table) - 1) >> table->shift;
}

static size_t page_words(const paged *table)
{
    return table->row_words << table->shift;
}

static size_t page_bytes(const paged *table)
{
    return sizeof(paged_head) + page_words(table) * sizeof(uint64_t);
}

/// Makes the rows of a page point into its words, or nowhere.
static void set_page(paged *table, size_t first_row, uint64_t *words)
{
    const size_t end = first_row + paged_page_rows(table);
    for (size_t row = first_row; row < end && row < table->row_count; row++)
        table->row[row] = words ? words + (row - first_row) * table->row_words : NULL;
}

/// The words of a new page; null without memory.
static uint64_t *new_page(paged *table)
{
    paged_head *head = memory_get(table->memory, 1, page_bytes(table));
    if (!head)
        return NULL;
    head->users = 1;
    return (uint64_t *)(head + 1);
}

/// Notes that a page is replaced.
static void note_page(paged *table, size_t first_row)
{
    journal_note(table->journal, first_row >> table->shift);
}

/// Counts one more user of a page, if there is one.
static void join_page(void *words)
{
    if (words)
        head_of(words)->users++;
}

static void leave_page(paged *table, void *words)
{
    if (words && --head_of(words)->users == 0)
        memory_give_back(table->memory, head_of(words), 1, page_bytes(table));
}

fw_result paged_create(memory *memory, size_t row_count, size_t row_words, size_t twin_distance, paged *made)
{
    *made = (paged){
        .memory = memory, .row_count = row_count, .row_words = row_words, .twin_distance = twin_distance
    };
    while (made->shift < MOST_SHIFT && page_words(made) * sizeof(uint64_t) < PAGE_BYTES)
        made->shift++;
    made->row = memory_get_zeroed(memory, row_count, sizeof *made->row);
    made->journal = journal_create(memory, page_count(made));
    if (made->row && made->journal)
        return FW_OK;
    paged_destroy(made);
    return FW_NO_MEMORY;
}

void paged_destroy(paged *table)
{
    for (size_t row = 0; table->row && row < table->row_count; row += paged_page_rows(table))
        leave_page(table, table->row[row]);
    journal_leave(table->journal);
    memory_give_back(table->memory, (void *)table->row, table->row_count, sizeof *table->row);
    *table = (paged){ 0 };
}

fw_result paged_copy(const paged *from, paged *made)
{
    void **rows = memory_get(from->memory, from->row_count, sizeof *rows);
    *made = rows ? *from : (paged){ 0 };
    if (!rows)
        return FW_NO_MEMORY;
    made->row = rows;
    from->memory->visited += from->row_count + page_count(from);
    memcpy((void *)rows, (const void *)from->row, from->row_count * sizeof *rows);
    for (size_t row = 0; row < made->row_count; row += paged_page_rows(made))
        join_page(rows[row]);
    made->journal = journal_join(from->journal);
    made->since = journal_now(made->journal);
    return FW_OK;
}

/// Replaces a page by what another table has: a page, or none.
static void take_page(paged *table, size_t first_row, void *words)
{
    void *former = table->row[first_row];
    join_page(words);
    set_page(table, first_row, words);
    leave_page(table, former);
    table->memory->visited += paged_page_rows(table);
}

static void catch_up_page(paged *table, size_t first_row, const paged *newest)
{
    table->memory->visited++;
    if (table->row[first_row] != newest->row[first_row])
        take_page(table, first_row, newest->row[first_row]);
}

void paged_catch_up(paged *table, paged *newest)
{
    must_hold(newest->journal == table->journal);
    journal_places places = journal_since(table->journal, table->since, page_count(table));
    for (size_t page; journal_next(&places, &page);)
        catch_up_page(table, page << table->shift, newest);
    table->since = newest->since = journal_now(table->journal);
}

void paged_succeed(paged *built, const paged *former)
{
    must_hold(built->row_count == former->row_count && built->shift == former->shift);
    journal_leave(built->journal);
    built->journal = journal_join(former->journal);
    built->since = former->since;
    for (size_t row = 0; row < built->row_count; row += paged_page_rows(built))
        if (built->row[row] != former->row[row])
            note_page(built, row);
}

bool paged_add(paged *table, size_t first_row)
{
    uint64_t *words = new_page(table);
    if (!words)
        return false;
    set_page(table, first_row, words);
    note_page(table, first_row);
    table->memory->visited += page_words(table);
    return true;
}

/// Replaces a page by an equal one.
static void share(paged *table, size_t first_row, void *words)
{
    take_page(table, first_row, words);
    note_page(table, first_row);
}

/// Lets the pages from a row on, which still have the words that another page had, have its new ones.
///
/// @param step  rows to the next of them
static void share_along(paged *table, size_t row, size_t step, const void *former, void *words)
{
    for (; row < table->row_count && table->row[row] == former; row += step)
        share(table, row, words);
}

/// Replaces the page of a row, and of those beside it that have the same words, by an equal one.
static void share_together(paged *table, size_t first_row, void *words)
{
    const void *former = table->row[first_row];
    const bool is_shared = head_of(table->row[first_row])->users > 1;
    share(table, first_row, words);
    const size_t steps[] = { paged_page_rows(table), table->twin_distance };
    for (int i = 0; i < 2 && is_shared && steps[i] > 0; i++) {
        share_along(table, first_row + steps[i], steps[i], former, words);
        share_along(table, first_row - steps[i], 0 - steps[i], former,
                    words); // rows below 0 are beyond the last one
    }
}

/// Replaces the page of a row by the page of `from` that holds the row `like` if both are equal.
///
/// @param word  of both rows, which is compared first
static bool share_if_equal(paged *table, size_t row, const paged *from, size_t like, size_t word)
{
    const size_t first_row = row >> table->shift << table->shift;
    uint64_t *other = from->row[like - (row - first_row)];
    if (((const uint64_t *)table->row[row])[word] != ((const uint64_t *)from->row[like])[word])
        return false;
    const size_t left = table->row_count - first_row, rows = paged_page_rows(table);
    void *words = table->row[first_row];
    if (words == other)
        return true;
    table->memory->visited += page_words(table);
    if (memcmp(words, other, (rows < left ? rows : left) * table->row_words * sizeof(uint64_t)) != 0)
        return false;
    share_together(table, first_row, other);
    return true;
}

void paged_settle(paged *table, size_t row, size_t word, const paged *old)
{
    const size_t rows = paged_page_rows(table);
    if (old && share_if_equal(table, row, old, row, word))
        return;
    if (row >= rows && share_if_equal(table, row, table, row - rows, word))
        return;
    if (table->twin_distance && row >= table->twin_distance)
        share_if_equal(table, row, table, row - table->twin_distance, word);
}

void *paged_copy_page(paged *table, size_t row)
{
    const size_t first_row = row >> table->shift << table->shift;
    uint64_t *shared = table->row[first_row], *words = new_page(table);
    if (!words)
        return NULL;
    table->memory->visited += page_words(table);
    memcpy(words, shared, page_words(table) * sizeof *words);
    leave_page(table, shared);
    set_page(table, first_row, words);
    note_page(table, first_row);
    return table->row[row];
}

size_t paged_bytes(const paged *table)
{
    double bytes = (double)(table->row_count * sizeof *table->row + journal_bytes(table->journal));
    for (size_t row = 0; row < table->row_count; row += paged_page_rows(table))
        if (table->row[row])
            bytes += (double)page_bytes(table) / (double)head_of(table->row[row])->users;
    return (size_t)bytes;
}
