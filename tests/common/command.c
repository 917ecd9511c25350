#define _XOPEN_SOURCE 700

#include "common/command.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/unit.h"

/// The command of this build, and a folder of our own.
static const char tool[] = FAIRWAY_COMMAND;
static char folder[] = "/tmp/fairway_tool_XXXXXX";

static size_t read_whole(const char *path, char text[TEXT_BYTES])
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t size = fread(text, 1, TEXT_BYTES - 1, file);
    text[size] = '\0';
    fclose(file);
    return size;
}

void write_bytes(const char *name, const void *bytes, size_t count)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

void write_file(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

const outcome *run(const char *format, ...)
{
    static outcome result;
    char line[1024];
    char command[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    snprintf(command, sizeof command, "cd %s && %s %s >.out 2>.err", folder, tool, line);
    const int status = system(command);
    assert_true(WIFEXITED(status));
    result.status = WEXITSTATUS(status);
    snprintf(command, sizeof command, "%s/.out", folder);
    read_whole(command, result.out);
    snprintf(command, sizeof command, "%s/.err", folder);
    read_whole(command, result.err);
    int lines = 0;
    for (const char *letter = result.err; *letter; letter++)
        lines += *letter == '\n';
    assert_in_range(lines, result.status == 0 ? 0 : 1, 4);
    if (lines > 0)
        assert_memory_equal(result.err, "fairway: ", 9);
    return &result;
}

const outcome *run_at_terminal(int columns, const char *format, ...)
{
    static outcome result;
    char line[1024];
    char command[12288];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    snprintf(command, sizeof command,
             "cd %s && SHELL=/bin/bash script -qec 'stty cols %d; %s %s' /dev/null </dev/null >.out", folder,
             columns, tool, line);
    const int status = system(command);
    assert_true(WIFEXITED(status));
    result.status = WEXITSTATUS(status);
    snprintf(command, sizeof command, "%s/.out", folder);
    read_whole(command, result.out);
    result.err[0] = '\0';
    return &result;
}

bool exists(const char *name)
{
    char path[128];
    struct stat what;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &what) == 0 && what.st_size > 0;
}

void assert_refused(const outcome *result, const char *sentence)
{
    if (!strstr(result->err, sentence))
        print_error("%s", result->err);
    assert_non_null(strstr(result->err, sentence));
    assert_int_equal(result->status, 2);
    assert_string_equal(result->out, "");
}

/// Two rooms joined by a gap one tile wide, and one that is closed.
static const char town[] = "type octile\nheight 6\nwidth 12\nmap\n"
                           "....@...@...\n"
                           "....@...@...\n"
                           "........@...\n"
                           "....@...@...\n"
                           "....@...@...\n"
                           "....@...@...\n";

int command_make_town(void **state)
{
    assert_non_null(mkdtemp(folder));
    write_file("town.map", town);
    write_file("town.scen",
               "version 1\n0\ttown.map\t12\t6\t0\t2\t7\t2\t7\n0\ttown.map\t12\t6\t1\t1\t1\t1\t0\n"
               "0\ttown.map\t12\t6\t0\t0\t11\t0\t11\n0\ttown.map\t12\t6\t0\t2\t2\t2\t9\n");
    return 0;
}

int command_remove_town(void **state)
{
    char path[512];
    DIR *open = opendir(folder);
    for (const struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(open);
    return rmdir(folder);
}

size_t read_file(const char *name, char text[TEXT_BYTES])
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_whole(path, text);
}

double number_after(const char *text, const char *key)
{
    const char *found = strstr(text, key);
    assert_non_null(found);
    return strtod(found + strlen(key), NULL);
}
