#pragma once

/// The table of options. Each row holds an option's name, its value, its field in `options` and the commands that take
/// it.

#include <stddef.h>

typedef enum value_kind {
    VALUE_FLAG,     ///< bool; takes no value
    VALUE_TEXT,     ///< const char *
    VALUE_ATTACHED, ///< const char *; a value may follow after "=", else ""
    VALUE_WHOLE,    ///< int64_t within limits
    VALUE_REAL,     ///< double within limits
    VALUE_CHOICE    ///< int: index into names
} value_kind;

typedef enum option_group {
    GROUP_MAP,
    GROUP_QUERY,
    GROUP_UNIT,
    GROUP_SEARCH,
    GROUP_SHAPE,
    GROUP_OUTPUT,
    GROUP_COUNT
} option_group;

typedef struct option {
    const char *name;
    char letter;       ///< the same in short: -q; 0: there is none
    const char *value; ///< name of its value in the help; null for flags
    value_kind kind;
    size_t field; ///< in options
    int commands;
    option_group group;
    const char *help;
    double least, most;         ///< of numbers
    const char *const *choices; ///< ended by null
} option;

extern const option option_table[];
extern const int option_count;

/// Titles of the groups, in the order in which they are listed.
extern const char *const option_group_titles[GROUP_COUNT];

enum { MOST_CHOICES = 32 };

/// The words that an option takes as its value; --method takes the library's methods.
///
/// @param[out] names  static texts
/// @return how many; 0 if any text or number may be given
int option_choices(const option *row, const char *names[MOST_CHOICES]);
