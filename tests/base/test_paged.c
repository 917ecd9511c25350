#include <string.h>

#include "base/paged.h"
#include "base/random.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"

enum { ROWS = 700, WORDS = 40, RELATIVES = 4 };

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
