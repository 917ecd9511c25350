#include "common/choices.h"

#include <math.h>

choices choices_of_seed(uint64_t seed)
{
    return (choices){ .random = { seed } };
}

choices choices_of_bytes(const uint8_t *bytes, size_t count)
{
    static const uint8_t none;
    return (choices){ .bytes = count ? bytes : &none, .left = count };
}

bool choices_are_over(const choices *source)
{
    return source->bytes && source->left == 0;
}

static uint8_t next_byte(choices *source)
{
    if (source->left == 0)
        return 0;
    source->left--;
    return *source->bytes++;
}

uint32_t choose_below(choices *source, uint32_t below)
{
    if (!source->bytes)
        return random_below(&source->random, below);
    uint64_t number = 0;
    for (uint64_t reach = 1; reach < below; reach *= 256)
        number = number * 256 + next_byte(source);
    return (uint32_t)(number % below);
}

int32_t choose_from_to(choices *source, int32_t low, int32_t high)
{
    return low + (int32_t)choose_below(source, (uint32_t)(high - low) + 1);
}

bool choose_one_in(choices *source, uint32_t chances)
{
    return choose_below(source, chances) == chances - 1;
}

double choose_within(choices *source, double low, double high)
{
    const double share =
        source->bytes ? choose_below(source, 1 << 16) / 65536.0 : random_unit(&source->random);
    return low + (high - low) * share;
}

double choose_magnitude(choices *source, double low, double high)
{
    return low * exp2(log2(high / low) * choose_within(source, 0, 1));
}
