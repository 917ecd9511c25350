#include "batch/sqlite.h"

#if BATCH_HAS_SQLITE

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "batch/tables.h"

typedef struct database {
    const study *asked;
    sqlite3 *file;
    sqlite3_stmt *answer, *time;
} database;

bool sqlite_is_there(void)
{
    return true;
}

static const char *type_of(column_kind kind)
{
    return kind == COLUMN_REAL ? "REAL" : kind == COLUMN_WHOLE ? "INTEGER" : "TEXT";
}

/// Makes the tables, and the statements that fill them.
static bool make_tables(database *own)
{
    char table[2048] = "CREATE TABLE answers (job INTEGER PRIMARY KEY",
         insert[512] = "INSERT INTO answers VALUES (?";
    int places = 0, all = 0;
    const char *const *names = tables_place_columns(own->asked, &places);
    const study_column *columns = study_columns(own->asked, &all);
    for (int i = 0; i < places; i++) {
        const bool is_number = strcmp(names[i], "query") == 0 || strcmp(names[i], "seed") == 0;
        const char *type = is_number ? "INTEGER" : strcmp(names[i], "density") == 0 ? "REAL" : "TEXT";
        snprintf(table + strlen(table), sizeof table - strlen(table), ", \"%s\" %s", names[i], type);
        strcat(insert, ",?");
    }
    for (int i = 0; i < own->asked->column_count; i++) {
        const study_column *column = &columns[own->asked->columns[i]];
        snprintf(table + strlen(table), sizeof table - strlen(table), ", \"%s\" %s", column->name,
                 type_of(column->kind));
        strcat(insert, ",?");
    }
    strcat(table,
           "); CREATE TABLE times (job INTEGER PRIMARY KEY, time_us REAL, rank INTEGER, worker INTEGER, "
           "machine TEXT)");
    strcat(insert, ")");
    return sqlite3_exec(own->file, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", NULL, NULL,
                        NULL) == SQLITE_OK &&
           sqlite3_exec(own->file, table, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(own->file, insert, -1, &own->answer, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(own->file, "INSERT INTO times VALUES (?,?,?,?,?)", -1, &own->time, NULL) ==
               SQLITE_OK;
}

/// Binds a cell; the column's type turns texts of numbers into numbers.
static void bind_cell(sqlite3_stmt *statement, int at, const cell *value)
{
    if (value->text[0])
        sqlite3_bind_text(statement, at, value->text, -1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(statement, at);
}

static bool insert_row(void *user, const answer *given, const char *machine)
{
    const database *own = user;
    cell cells[PLACE_COLUMNS];
    int at = 1, places = 0;
    tables_place_columns(own->asked, &places);
    tables_place(own->asked, given->job, cells);
    sqlite3_bind_int64(own->answer, at++, (sqlite3_int64)given->job);
    for (int i = 0; i < places; i++)
        bind_cell(own->answer, at++, &cells[i]);
    for (int i = 0; i < own->asked->column_count; i++) {
        const cell value = tables_value(own->asked, given, own->asked->columns[i]);
        bind_cell(own->answer, at++, &value);
    }
    sqlite3_bind_int64(own->time, 1, (sqlite3_int64)given->job);
    sqlite3_bind_double(own->time, 2, given->time_us);
    sqlite3_bind_int(own->time, 3, given->rank);
    sqlite3_bind_int(own->time, 4, given->worker);
    sqlite3_bind_text(own->time, 5, machine, -1, SQLITE_TRANSIENT);
    const bool done = sqlite3_step(own->answer) == SQLITE_DONE && sqlite3_step(own->time) == SQLITE_DONE;
    return sqlite3_reset(own->answer) == SQLITE_OK && sqlite3_reset(own->time) == SQLITE_OK && done;
}

bool sqlite_write(const study *asked, const chunk_log *log, const char *folder, io_fault *fault)
{
    char name[4096], part[sizeof name + 8];
    database own = { .asked = asked };
    snprintf(name, sizeof name, "%s/answers.sqlite", folder);
    snprintf(part, sizeof part, "%s.part", name);
    remove(part);
    bool done = sqlite3_open(part, &own.file) == SQLITE_OK && make_tables(&own);
    done = done && tables_each(log, insert_row, &own, fault) &&
           sqlite3_exec(own.file, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (!done)
        io_fail(fault, "%s: %s", name, own.file ? sqlite3_errmsg(own.file) : "cannot be written");
    sqlite3_finalize(own.answer);
    sqlite3_finalize(own.time);
    sqlite3_close(own.file);
    if (done && rename(part, name) != 0)
        done = io_fail(fault, "%s: cannot be written", name);
    if (!done)
        remove(part);
    return done;
}

#else

bool sqlite_is_there(void)
{
    return false;
}

bool sqlite_write(const study *asked, const chunk_log *log, const char *folder, io_fault *fault)
{
    (void)asked;
    (void)log;
    (void)folder;
    return io_fail(fault, "this build of fairway cannot write SQLite databases");
}

#endif
