#pragma once

/// The rows of a study in order, and the files that hold them: answers.csv, which is the same byte for byte whoever did
/// the work, and times.csv.

#include "batch/chunk_log.h"
#include "batch/study.h"

/// A value of a row as text; "" = none.
typedef struct cell {
    char text[NAME_BYTES];
    bool is_text; ///< else a number
} cell;

/// The columns before those of the answers: which job it is.
enum { PLACE_COLUMNS = 6 };

/// Calls a function for each answer, in the order of jobs.
///
/// @param log  sorted
bool tables_each(const chunk_log *log, bool (*take)(void *user, const answer *given, const char *machine),
                 void *user, io_fault *fault);

/// Names of the columns that tell which job it is.
const char *const *tables_place_columns(const study *asked, int *count);

/// The job of a row, column by column.
///
/// @param[out] cells  [PLACE_COLUMNS]
void tables_place(const study *asked, uint64_t job, cell *cells);

/// A value of an answer.
cell tables_value(const study *asked, const answer *given, int column);

/// Writes answers.csv and times.csv into a folder.
bool tables_write(const study *asked, const chunk_log *log, const char *folder, io_fault *fault);
