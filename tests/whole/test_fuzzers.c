// Every public function has a fuzzer, or is reached by the generator of worlds that one drives.
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"

enum { MOST_BYTES = 1 << 20, PATH_BYTES = 1024 };

/// A text that grows by files.
typedef struct text {
    char bytes[MOST_BYTES];
    size_t count;
} text;

static void append_file(text *to, const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    to->count += fread(to->bytes + to->count, 1, MOST_BYTES - 1 - to->count, file);
    assert_true(to->count < MOST_BYTES - 1);
    to->bytes[to->count] = '\0';
    fclose(file);
}

/// Appends the files of a folder whose names begin and end like that.
static void append_folder(text *to, const char *folder, const char *prefix, const char *suffix)
{
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        const size_t length = strlen(entry->d_name), end = strlen(suffix);
        char path[PATH_BYTES];
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0 || length < end ||
            strcmp(entry->d_name + length - end, suffix) != 0)
            continue;
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < PATH_BYTES);
        append_file(to, path);
    }
    closedir(open);
}

/// Removes comments to the end of a line.
static void strip_comments(text *from)
{
    bool is_comment = false;
    for (size_t i = 0; i < from->count; i++) {
        is_comment = from->bytes[i] != '\n' && (is_comment || strncmp(from->bytes + i, "//", 2) == 0);
        if (is_comment)
            from->bytes[i] = ' ';
    }
}

static bool is_part_of_name(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/// The next name of a function, as fw_..., that is declared or called at or after a place.
///
/// @return bytes of the name; 0 = there is none
static size_t next_function(const text *text, size_t *at)
{
    for (; *at < text->count; ++*at) {
        size_t bytes = 0;
        if (strncmp(text->bytes + *at, "fw_", 3) != 0 || (*at > 0 && is_part_of_name(text->bytes[*at - 1])))
            continue;
        while (is_part_of_name(text->bytes[*at + bytes]))
            bytes++;
        if (text->bytes[*at + bytes] == '(')
            return bytes;
    }
    return 0;
}

static bool is_called(const text *callers, const char *name, size_t bytes)
{
    size_t at = 0;
    for (size_t found = next_function(callers, &at); found; found = next_function(callers, &at)) {
        if (found == bytes && memcmp(callers->bytes + at, name, bytes) == 0)
            return true;
        at += found;
    }
    return false;
}

/// Counts functions of the headers that nobody calls, and prints their names.
static int count_uncalled(const text *headers, const text *callers, int *functions)
{
    int uncalled = 0;
    size_t at = 0;
    for (size_t bytes = next_function(headers, &at); bytes; bytes = next_function(headers, &at)) {
        if (!is_called(callers, headers->bytes + at, bytes)) {
            print_error("no fuzzer calls %.*s()\n", (int)bytes, headers->bytes + at);
            uncalled++;
        }
        ++*functions;
        at += bytes;
    }
    return uncalled;
}

TEST(every_public_function_has_a_fuzzer)
{
    static text headers, callers;
    int functions = 0;
    append_folder(&headers, FAIRWAY_SOURCE_DIR "/include/fairway", "", ".h");
    append_folder(&headers, FAIRWAY_SOURCE_DIR "/include/fairway-io", "", ".h");
    append_folder(&callers, FAIRWAY_SOURCE_DIR "/fuzz", "fuzz_", ".c");
    append_folder(&callers, FAIRWAY_SOURCE_DIR "/tests/common", "fuzz_files", ".c");
    append_folder(&callers, FAIRWAY_SOURCE_DIR "/tests/common", "trial", ".c");
    append_folder(&callers, FAIRWAY_SOURCE_DIR "/tests/common", "judge", ".c");
    append_folder(&callers, FAIRWAY_SOURCE_DIR "/tests/common", "graph", ".c"); // the space of fuzz_space
    strip_comments(&headers);
    strip_comments(&callers);
    assert_int_equal(count_uncalled(&headers, &callers, &functions), 0);
    assert_true(functions > 80);
}

TEST(a_function_without_a_fuzzer_is_noticed)
{
    static text headers, callers;
    int functions = 0;
    strcpy(headers.bytes, "/// like fw_told(x)\nfw_result fw_called(int);\nint fw_forgotten(void);\n");
    strcpy(callers.bytes, "fw_called(1); my_fw_forgotten(); fw_forgotten_too(); // fw_forgotten()\n");
    headers.count = strlen(headers.bytes);
    callers.count = strlen(callers.bytes);
    strip_comments(&headers);
    strip_comments(&callers);
    assert_int_equal(count_uncalled(&headers, &callers, &functions), 1);
    assert_int_equal(functions, 2);
}
