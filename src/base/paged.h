#pragma once

/// Rows of words in pages that tables share. Equal pages are stored once if they are neighbours in one table, or lie at
/// the same place in tables that were made from each other. A shared page is copied when a row of it is written. To
/// read a row takes one pointer.
///
/// Tables that are made from each other are a family. While one of its tables changes, the others stay as they were,
/// and may become equal to it later, by looking at the pages that were replaced since (base/journal.h).
///
/// Only one thread at a time may share pages and write rows. Other threads may read rows of tables that no thread
/// writes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/journal.h"
#include "base/memory.h"

typedef struct paged {
    memory *memory;
    void **row; ///< [row] words of each row, to be written by paged_write() only; null where there are none
    size_t row_count; ///< 0: no table
    size_t row_words;
    size_t twin_distance; ///< rows back to a page's twin, which is likely to be equal; 0 = no twins
    int shift;            ///< a page has 2^shift rows, at most 64
    journal *journal;     ///< of the family: pages that were replaced
    uint64_t since; ///< a moment after which all pages are noted that differ from the table that changes
} paged;

/// A table without pages.
///
/// @param twin_distance  0 if rows have less than 1 KiB, so that a page has several rows
/// @return FW_OK or FW_NO_MEMORY
fw_result paged_create(memory *memory, size_t row_count, size_t row_words, size_t twin_distance, paged *made);

/// Releases the table's share of all pages.
void paged_destroy(paged *table);

/// A table with the rows of another one, which shares all pages with it. Both are of one family.
///
/// @param from  the table of its family that changes
/// @return FW_OK or FW_NO_MEMORY: then no table was made
fw_result paged_copy(const paged *from, paged *made);

/// Makes a table equal to the one of its family that changes, with which it shares all pages then.
void paged_catch_up(paged *table, paged *newest);

/// Lets a table that was built anew, with pages of the same size, be the one of another's family that changes.
void paged_succeed(paged *built, const paged *former);

/// Rows of a page.
static inline size_t paged_page_rows(const paged *table)
{
    return (size_t)1 << table->shift;
}

/// Adds the page that begins with a row: its rows may be written until it is settled. Pages are added in any order;
/// those that are never added cannot be written. Returns false without memory.
bool paged_add(paged *table, size_t first_row);

/// Settles the page of a row that was added or written. If the page equals the page of `old` at the same place, the
/// previous page or its twin, the table shares that page instead. These pages must be settled.
///
/// @param word  of the row: compared first, because pages most likely differ there
/// @param old   a table of the same size, or null
void paged_settle(paged *table, size_t row, size_t word, const paged *old);

/// The head of a page, which is stored before its words.
typedef struct paged_head {
    uint64_t users; ///< number of places in tables that share the page
} paged_head;

/// Gives a row, whose page is shared, a page of its own. Null without memory.
void *paged_copy_page(paged *table, size_t row);

/// A row to be written, in a page that is copied first if it is shared. Null without memory.
static inline void *paged_write(paged *table, size_t row)
{
    const paged_head *head = (const paged_head *)table->row[row >> table->shift << table->shift] - 1;
    return head->users == 1 ? table->row[row] : paged_copy_page(table, row);
}

/// Bytes held; the bytes of a shared page are divided among its users.
size_t paged_bytes(const paged *table);
