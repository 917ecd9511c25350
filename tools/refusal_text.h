#pragma once

/// Error messages for values that the library refuses, with the names of options instead of fields.

#include <stdbool.h>

#include "fairway/refusal.h"
#include "options.h"

/// The name of an option without dashes.
typedef struct option_word {
    char text[48];
} option_word;

/// The option that stands for a field, such as "turn-charge" for "turn_charge" and "reverse" for "unit.reverse".
option_word option_of_field(const char *field);

/// Prints which option is wrong, and why. Always returns false.
///
/// @param where  such as "town.scen:7"; null = the command line
bool complain_of_refusal(const char *where, const fw_refusal *why);
