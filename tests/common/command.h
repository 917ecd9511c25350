#pragma once

/// Runs the fairway command of this build, in a folder of its own that holds town.map and town.scen.

#include <stdbool.h>
#include <stddef.h>

enum { TEXT_BYTES = 1 << 16 };

/// What a command did.
typedef struct outcome {
    int status;
    char out[TEXT_BYTES], err[TEXT_BYTES];
} outcome;

/// Set-up and tear-down of a program: the folder, with two rooms joined by a gap one tile wide, and one that is closed.
int command_make_town(void **state);
int command_remove_town(void **state);

/// Runs a command line within the folder. Whatever it is, errors are few and begin with a sentence of the tool.
///
/// @return valid until the next run
const outcome *run(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The same at a terminal of so many columns. What it prints is all in `out`; its lines end in "\r\n".
///
/// @param format  a command line for bash, without quotes
const outcome *run_at_terminal(int columns, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Fails unless a run ended with status 2, this sentence and nothing on standard output.
void assert_refused(const outcome *result, const char *sentence);

/// The number after a key such as "\"length\": " in a command's JSON.
double number_after(const char *text, const char *key);

/// Files of the folder. Reading gives the number of bytes.
size_t read_file(const char *name, char text[TEXT_BYTES]);
void write_file(const char *name, const char *text);
void write_bytes(const char *name, const void *bytes, size_t count);
bool exists(const char *name);
