#pragma once

/// The table of commands, and what their exit status means. Help, manual pages and completion are written from it.

#include "complain.h"
#include "options.h"

typedef struct command {
    const char *name;
    int bit;
    const char *arguments; ///< names of the arguments that are no options
    int least_arguments, most_arguments;
    const char *help;
    const char *done, *failed; ///< what EXIT_DONE and EXIT_NO_PATH mean; null = usual_done, and never
    const char *example;       ///< a command line
    int (*run)(const options *given);
} command;

extern const command command_table[];
extern const int command_count;

/// What EXIT_DONE means where a command says no more, and what EXIT_BAD means for all.
extern const char *const usual_done, *const usual_bad;

/// @return the command of this name, or null
const command *command_of(const char *name);

/// Name of the first of several commands.
///
/// @param bits  COMMAND_ bits, at least one of them
/// @return static text
const char *command_name(int bits);
