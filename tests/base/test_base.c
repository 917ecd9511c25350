#include <stddef.h>
#include <string.h>

#include "base/bits.h"
#include "base/compiler.h"
#include "base/keeper.h"
#include "base/memory.h"
#include "base/random.h"
#include "common/unit.h"
#include "fairway/result.h"

TEST(every_result_has_a_sentence_of_its_own)
{
    for (int a = 0; a < FW_RESULT_COUNT; a++) {
        assert_non_null(fw_result_text((fw_result)a));
        assert_null(strstr(fw_result_text((fw_result)a), "fw_")); // callers in other languages read it, too
        for (int b = 0; b < a; b++)
            assert_string_not_equal(fw_result_text((fw_result)a), fw_result_text((fw_result)b));
    }
    assert_string_equal(fw_result_text((fw_result)-1), fw_result_text(FW_RESULT_COUNT));
}

TEST(bits_are_counted_and_found)
{
    for (int i = 0; i < WORD_BITS; i++) {
        assert_int_equal(bits_count(bits_below(i)), i);
        assert_int_equal(bits_lowest(UINT64_C(1) << i), i);
        assert_int_equal(bits_highest(UINT64_C(1) << i), i);
        assert_int_equal(bits_lowest(UINT64_MAX << i), i);
        assert_int_equal(bits_highest(UINT64_MAX >> i), 63 - i);
    }
    assert_int_equal(bits_count(UINT64_MAX), 64);
}

TEST(a_bit_of_many_words_is_set_and_cleared_alone)
{
    enum { WORDS = 3, BITS = WORDS * WORD_BITS };
    for (size_t i = 0; i < BITS; i++) {
        uint64_t words[WORDS] = { 0 };
        bits_set(words, i);
        for (size_t j = 0; j < BITS; j++)
            assert_true(bits_is_set(words, j) == (i == j));
        memset(words, 0xff, sizeof words);
        bits_clear(words, i);
        for (size_t j = 0; j < BITS; j++)
            assert_true(bits_is_set(words, j) == (i != j));
    }
}

TEST(the_first_of_four_bytes_is_lowest_on_every_machine)
{
    const uint8_t bytes[] = { 0xff, 0x01, 0x02, 0x83, 0xf4 };
    assert_int_equal(four_bytes(bytes + 1), UINT32_C(0xf4830201));
}

TEST(memory_refuses_what_overflows_and_counts_what_it_gives)
{
    memory memory;
    memory_init(&memory, NULL);
    assert_null(memory_get(&memory, SIZE_MAX / 2, 4));
    assert_null(memory_get(&memory, 0, 4));
    int *items = memory_get_zeroed(&memory, 8, sizeof *items);
    assert_int_equal(items[7], 0);
    assert_int_equal(memory.bytes, 8 * sizeof *items);
    memory_give_back(&memory, items, 8, sizeof *items);
    assert_int_equal(memory.bytes, 0);
    assert_int_equal(memory.calls, 1);
}

TEST(a_keeper_gives_back_at_once_what_was_not_given_back)
{
    enum { COUNT = 5 };
    memory source;
    keeper kept;
    memory_init(&source, NULL);
    for (int first = 0; first < COUNT; first++)
        for (int second = 0; second < COUNT; second++) {
            char *items[COUNT];
            keeper_init(&kept, &source);
            for (int i = 0; i < COUNT; i++) {
                items[i] = memory_get_zeroed(&kept.memory, 1, (size_t)i + 1);
                assert_int_equal((uintptr_t)items[i] % _Alignof(max_align_t), 0);
            }
            memory_give_back(&kept.memory, items[first], 1, (size_t)first + 1);
            if (second != first)
                memory_give_back(&kept.memory, items[second], 1, (size_t)second + 1);
            keeper_release(&kept);
            assert_int_equal(kept.memory.bytes, 0);
            assert_int_equal(source.bytes, 0);
        }
}

/// The first three are those that Rosetta Code and others state for this seed.
TEST(random_numbers_are_those_of_splitmix64)
{
    enum { COUNT = 10000, BELOW = 3 };
    random_source source = { 1234567 };
    assert_true(random_bits(&source) == UINT64_C(6457827717110365317));
    assert_true(random_bits(&source) == UINT64_C(3203168211198807973));
    assert_true(random_bits(&source) == UINT64_C(9817491932198370423));
    double sum = 0;
    int counts[BELOW] = { 0 };
    for (int i = 0; i < COUNT; i++) {
        const double number = random_within(&source, -2, 6);
        assert_true(number >= -2 && number < 6);
        sum += number;
        counts[random_below(&source, BELOW)]++;
    }
    assert_true(sum / COUNT > 1.9 && sum / COUNT < 2.1);
    for (int i = 0; i < BELOW; i++)
        assert_true(counts[i] > COUNT / BELOW - 200 && counts[i] < COUNT / BELOW + 200);
}
