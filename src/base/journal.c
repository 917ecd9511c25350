#include "base/journal.h"

enum {
    FEWEST = 64,     ///< changes that a journal has room for at first
    KNOWN_PART = 16, ///< of all places, this part may have changed; or as few as at first
};

struct journal {
    memory *memory;
    uint32_t *places; ///< [change % capacity]; the capacity is 0 or a power of two
    size_t capacity, most;
    uint64_t now;
    uint64_t known; ///< the oldest moment since which all changes are known
    int32_t users;
};

journal *journal_create(memory *memory, size_t place_count)
{
    journal *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return NULL;
    made->memory = memory;
    made->users = 1;
    made->most = FEWEST;
    while (made->most < place_count / KNOWN_PART)
        made->most *= 2;
    return made;
}

journal *journal_join(journal *journal)
{
    journal->users++;
    return journal;
}

void journal_leave(journal *journal)
{
    if (!journal || --journal->users > 0)
        return;
    memory *memory = journal->memory;
    memory_give_back(memory, journal->places, journal->capacity, sizeof *journal->places);
    memory_give_back(memory, journal, 1, sizeof *journal);
}

/// Makes room for twice as many changes, if there is memory.
static void grow(journal *journal)
{
    const size_t longer = journal->capacity ? 2 * journal->capacity : FEWEST;
    uint32_t *places = memory_get(journal->memory, longer, sizeof *places);
    if (!places)
        return;
    for (uint64_t change = journal->known; journal->capacity && change < journal->now; change++)
        places[change % longer] = journal->places[change % journal->capacity];
    memory_give_back(journal->memory, journal->places, journal->capacity, sizeof *journal->places);
    journal->places = places;
    journal->capacity = longer;
}

void journal_note(journal *journal, size_t place)
{
    if (journal->users == 1)
        return;
    if (journal->now - journal->known == journal->capacity && journal->capacity < journal->most)
        grow(journal);
    if (journal->capacity > 0)
        journal->places[journal->now % journal->capacity] = (uint32_t)place;
    journal->now++;
    if (journal->now - journal->known > journal->capacity)
        journal->known = journal->now - journal->capacity;
}

uint64_t journal_now(const journal *journal)
{
    return journal->now;
}

journal_places journal_since(const journal *journal, uint64_t since, size_t place_count)
{
    if (since < journal->known || journal->now - since > place_count)
        return (journal_places){ .end = place_count };
    return (journal_places){ .journal = journal, .next = since, .end = journal->now };
}

bool journal_next(journal_places *places, size_t *place)
{
    if (places->next == places->end)
        return false;
    const uint64_t next = places->next++;
    *place = places->journal ? places->journal->places[next % places->journal->capacity] : (size_t)next;
    return true;
}

size_t journal_bytes(const journal *journal)
{
    return (sizeof *journal + journal->capacity * sizeof *journal->places) / (size_t)journal->users;
}
