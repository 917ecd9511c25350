#include <string.h>

#include "base/journal.h"
#include "base/paged.h"
#include "base/random.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"

enum { ROWS = 230, WORDS = 40, RELATIVES = 4 };

/// Tables of a family, and what each should hold.
typedef struct family {
    paged tables[RELATIVES];
    uint64_t words[RELATIVES][ROWS][WORDS];
    bool exists[RELATIVES];
    int newest;
} family;

static void build(memory *memory, paged *made)
{
    assert_int_equal(paged_create(memory, ROWS, WORDS, 0, made), FW_OK);
    for (size_t row = 0; row < ROWS; row += paged_page_rows(made)) {
        assert_true(paged_add(made, row));
        for (size_t k = row; k < row + paged_page_rows(made) && k < ROWS; k++)
            memset(made->row[k], 0, WORDS * sizeof(uint64_t));
        paged_settle(made, row, 0, NULL);
    }
}

static void assert_holds(const family *family, int which)
{
    for (size_t row = 0; row < ROWS; row++)
        assert_memory_equal(family->tables[which].row[row], family->words[which][row],
                            WORDS * sizeof(uint64_t));
}

static void write_some(family *family, int which, random_source *random, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const size_t row = random_below(random, ROWS), word = random_below(random, WORDS);
        uint64_t *words = paged_write(&family->tables[which], row);
        if (!words)
            return;
        words[word] = family->words[which][row][word] = random_below(random, 3);
        if (random_below(random, 2))
            paged_settle(&family->tables[which], row, word, NULL);
    }
}

/// Builds a table with the words of the newest one beside it, and lets it take its place.
static void rebuild(memory *memory, family *family)
{
    paged built, *newest = &family->tables[family->newest];
    build(memory, &built);
    for (size_t row = 0; row < ROWS; row++)
        memcpy(paged_write(&built, row), newest->row[row], WORDS * sizeof(uint64_t));
    for (size_t row = 0; row < ROWS; row += paged_page_rows(&built))
        paged_settle(&built, row, 0, random_below(&(random_source){ row }, 2) ? newest : NULL);
    paged_succeed(&built, newest);
    paged_destroy(newest);
    *newest = built;
}

static void catch_up(family *family, int which)
{
    paged *table = &family->tables[which], *newest = &family->tables[family->newest];
    paged_catch_up(table, newest);
    for (size_t row = 0; row < ROWS; row++)
        assert_ptr_equal(table->row[row], newest->row[row]);
    memcpy(family->words[which], family->words[family->newest], sizeof family->words[which]);
}

/// One relative is copied, catches up, changes though it is not the newest one (as in a commit that fails), becomes the
/// newest one, or goes; then the newest one changes.
static void live_on(memory *memory, family *family, random_source *random)
{
    const int which = (int)random_below(random, RELATIVES);
    if (which != family->newest && !family->exists[which]) {
        assert_int_equal(paged_copy(&family->tables[family->newest], &family->tables[which]), FW_OK);
        memcpy(family->words[which], family->words[family->newest], sizeof family->words[which]);
        family->exists[which] = true;
    } else if (which != family->newest && random_below(random, 8) == 0) {
        paged_destroy(&family->tables[which]);
        family->exists[which] = false;
    } else if (which != family->newest) {
        catch_up(family, which);
        if (random_below(random, 3) == 0)
            write_some(family, which, random, 1 + random_below(random, 4));
        else
            family->newest = which;
    } else if (random_below(random, 16) == 0) {
        rebuild(memory, family);
    }
    write_some(family, family->newest, random,
               random_below(random, 40) ? 1 + random_below(random, 4) : random_below(random, 300));
}

TEST(tables_catch_up_with_the_one_of_their_family_that_changes)
{
    static family family;
    for (uint64_t seed = 0; seed < 4; seed++) {
        memory memory;
        memory_init(&memory, NULL);
        random_source random = { seed };
        memset(&family, 0, sizeof family);
        build(&memory, &family.tables[0]);
        family.exists[0] = true;
        for (int step = 0; step < rounds(1500); step++) {
            live_on(&memory, &family, &random);
            const int which = (int)random_below(&random, RELATIVES);
            if (family.exists[which])
                assert_holds(&family, which);
        }
        for (int which = 0; which < RELATIVES; which++)
            if (family.exists[which]) {
                assert_holds(&family, which);
                paged_destroy(&family.tables[which]);
            }
        assert_int_equal(memory.bytes, 0);
    }
}

TEST(a_copy_catches_up_with_no_more_than_what_changed_since_it_was_made)
{
    paged newest, other, copy;
    memory memory;
    memory_init(&memory, NULL);
    build(&memory, &newest);
    assert_int_equal(paged_copy(&newest, &other), FW_OK);
    for (size_t row = 0; row < ROWS; row++)
        assert_non_null(paged_write(&newest, row));
    assert_int_equal(paged_copy(&newest, &copy), FW_OK);
    assert_non_null(paged_write(&newest, ROWS / 2));
    const uint64_t visited = memory.visited;
    paged_catch_up(&copy, &newest);
    assert_true(memory.visited - visited == 1 + paged_page_rows(&copy));
    paged_destroy(&newest);
    paged_destroy(&other);
    paged_destroy(&copy);
}

TEST(with_a_page_that_is_found_equal_all_those_change_that_it_shares_its_words_with)
{
    paged former, built;
    memory memory;
    memory_init(&memory, NULL);
    build(&memory, &former);
    build(&memory, &built);
    uint64_t *other = paged_write(&built, ROWS - 1);
    other[0] = 7;
    paged_settle(&built, ROWS / 2, 0, &former);
    for (size_t row = 0; row < ROWS - paged_page_rows(&built); row++)
        assert_ptr_equal(built.row[row], former.row[row]);
    assert_ptr_equal(built.row[ROWS - 1], other);
    paged_destroy(&former);
    paged_destroy(&built);
    assert_int_equal(memory.bytes, 0);
}

TEST(without_memory_for_its_journal_a_table_catches_up_all_the_same)
{
    static family family;
    for (uint64_t calls = 0; calls < 60; calls++) {
        ration left = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&left);
        memory scarce;
        random_source random = { calls };
        memory_init(&scarce, &hooks);
        memset(&family, 0, sizeof family);
        build(&scarce, &family.tables[0]);
        assert_int_equal(paged_copy(&family.tables[0], &family.tables[1]), FW_OK);
        left.left = calls;
        write_some(&family, 0, &random, 50);
        assert_holds(&family, 0);
        assert_holds(&family, 1);
        catch_up(&family, 1);
        assert_holds(&family, 1);
        paged_destroy(&family.tables[0]);
        paged_destroy(&family.tables[1]);
        assert_int_equal(left.held, 0);
    }
}

/// What a journal says of all changes since a moment: each of them, or all places if it does not know them.
static bool knows(const journal *journal, const size_t *noted, size_t since, size_t place_count)
{
    journal_places places = journal_since(journal, since, place_count);
    const bool is_known = places.journal != NULL;
    size_t place, next = is_known ? since : 0;
    while (journal_next(&places, &place)) {
        assert_int_equal(place, is_known ? noted[next] : next);
        next++;
    }
    assert_int_equal(next, is_known ? journal_now(journal) : place_count);
    return is_known;
}

TEST(a_journal_knows_the_last_changes_and_has_room_for_a_part_of_all_places)
{
    enum { CHANGES = 1600 };
    static const size_t place_counts[] = { 40, 1000, 5000, 8192 }, room[] = { 64, 64, 512, 512 };
    static size_t noted[CHANGES];
    for (size_t i = 0; i < 2 * sizeof room / sizeof *room; i++) {
        const size_t place_count = place_counts[i / 2];
        const size_t held = i % 2 ? 64 : room[i / 2]; // without memory, it cannot grow
        ration left = { .left = i % 2 ? 2 : UNRATIONED };
        const fw_allocator hooks = rationed(&left);
        random_source random = { i };
        memory memory;
        memory_init(&memory, &hooks);
        journal *journal = journal_create(&memory, place_count);
        journal_note(journal, 0); // its only user need not know
        assert_int_equal(journal_now(journal), 0);
        journal_join(journal);
        for (size_t now = 1; now <= CHANGES; now++) {
            const size_t backs[] = {
                0, 1, held, held + 1, random_below(&random, 1 + (uint32_t)now), place_count + 1
            };
            journal_note(journal, noted[now - 1] = random_below(&random, (uint32_t)place_count));
            for (size_t k = 0; now % 16 == 0 && k < sizeof backs / sizeof *backs; k++)
                if (backs[k] <= now)
                    assert_true(knows(journal, noted, now - backs[k], place_count) ==
                                (backs[k] <= held && backs[k] <= place_count));
        }
        assert_true(2 * journal_bytes(journal) <= held * sizeof(uint32_t) + 64);
        journal_leave(journal);
        journal_leave(journal);
        assert_int_equal(left.held, 0);
    }
}
