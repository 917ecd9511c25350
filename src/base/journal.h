#pragma once

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

/// The places that may have changed since a moment, one after the other; a place may come more than once.
typedef struct journal_places {
    const journal *journal; ///< null: all places, because too much has changed
    uint64_t next, end;     ///< changes, or places
} journal_places;

/// The places that may have changed since a moment, of a table with so many.
journal_places journal_since(const journal *journal, uint64_t since, size_t place_count);

/// Goes to the next place; false if there is none.
bool journal_next(journal_places *places, size_t *place);

/// Bytes held, divided among the users.
size_t journal_bytes(const journal *journal);
