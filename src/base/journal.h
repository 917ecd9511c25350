#ifndef BASE_JOURNAL_H
#define BASE_JOURNAL_H

/// @file
/// Where tables of a family have changed lately. The tables of a family were made from each other, and one of them at a
/// time goes on to change: the others can become equal to it by looking at the places that changed since they were
/// equal. A journal has room for a part of all places; a table that was equal too long ago looks at all of them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct journal journal;

/// A journal with one user, for tables of so many places; null without memory.
journal *journal_create(memory *memory, size_t place_count);

/// Lets one more table use a journal, and returns it.
journal *journal_join(journal *journal);

/// Lets a table go. Null does nothing.
void journal_leave(journal *journal);

/// Notes a change of a table, unless it is alone in its family. If memory runs out, older changes are forgotten.
void journal_note(journal *journal, size_t place);

/// The moment after the last change: changes that are noted from now on come later.
uint64_t journal_now(const journal *journal);

/// True if all changes since a moment are known.
bool journal_knows(const journal *journal, uint64_t since);

/// The place of a change since a known moment; a place may come more than once.
///
/// @param change  since .. journal_now() - 1
size_t journal_place(const journal *journal, uint64_t change);

size_t journal_bytes(const journal *journal);

#endif
