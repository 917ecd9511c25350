#pragma once

/// The answers of a study as an SQLite 3 database: the tables `answers` and `times`, with the columns of answers.csv
/// and times.csv.

#include "batch/chunk_log.h"
#include "batch/study.h"

/// True if this build can write databases.
bool sqlite_is_there(void);

/// Writes answers.sqlite into a folder, in place of an older one: all rows in order, in one transaction.
///
/// @param log  sorted
bool sqlite_write(const study *asked, const chunk_log *log, const char *folder, io_fault *fault);
