// What README, first steps and the guides show is what is built and run.
#define _XOPEN_SOURCE 700

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"

/// Reads a file of the project with all white space taken out; to be freed.
static char *squeezed(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", FAIRWAY_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t capacity = 1 << 16;
    size_t count = 0;
    char *text = malloc(capacity);
    assert_non_null(text);
    for (int c = fgetc(file); c != EOF; c = fgetc(file)) {
        if (isspace(c))
            continue;
        assert_true(count + 1 < capacity);
        text[count++] = (char)c;
    }
    text[count] = '\0';
    fclose(file);
    return text;
}

enum { MOST_EXAMPLES = 32 };

/// All examples, squeezed.
typedef struct examples {
    char *texts[MOST_EXAMPLES];
    int count;
} examples;

/// Calls a function with each file of a folder of the project whose name ends with `ending`.
static int for_each_file(const char *folder, const char *ending,
                         void (*visit)(const char *path, examples *all), examples *all)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", FAIRWAY_SOURCE_DIR, folder);
    DIR *opened = opendir(path);
    assert_non_null(opened);
    int count = 0;
    for (const struct dirent *entry = readdir(opened); entry; entry = readdir(opened)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ending) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        visit(path, all);
        count++;
    }
    closedir(opened);
    return count;
}

static void load_example(const char *path, examples *all)
{
    assert_true(all->count < MOST_EXAMPLES);
    all->texts[all->count++] = squeezed(path);
}

static bool is_in_an_example(const examples *all, const char *code)
{
    for (int i = 0; i < all->count; i++)
        if (strstr(all->texts[i], code))
            return true;
    return false;
}

/// The next block of C; those of C++ and CMake begin with the same letter.
static char *next_block(char *text)
{
    char *code = strstr(text, "```c");
    while (code && (strncmp(code, "```cmake", 8) == 0 || strncmp(code, "```cpp", 6) == 0))
        code = strstr(code + 4, "```c");
    return code;
}

/// How many blocks of C a page shows; fails when one of them is in no example.
static int blocks_of(const char *page, const examples *all)
{
    char *text = squeezed(page);
    int blocks = 0;
    for (char *code = next_block(text), *end; code; code = next_block(end + 1), blocks++) {
        code += 4;
        end = strstr(code, "```");
        assert_non_null(end);
        *end = '\0';
        if (!is_in_an_example(all, code))
            fail_msg("%s shows lines of C that no example holds: %.60s...", page, code);
        end += 2;
    }
    free(text);
    return blocks;
}

static void look_at_guide(const char *page, examples *all)
{
    blocks_of(page, all);
}

TEST(the_lines_of_c_that_pages_show_are_those_of_the_examples)
{
    examples all = { .count = 0 };
    assert_true(for_each_file("examples", ".c", load_example, &all) > 0);
    assert_int_equal(blocks_of("README.md", &all), 1);
    assert_int_equal(blocks_of("docs/first_steps.md", &all), 10);
    assert_true(for_each_file("docs/guide", ".md", look_at_guide, &all) > 0);
    for (int i = 0; i < all.count; i++)
        free(all.texts[i]);
}
