// What README and first steps show is what is built and run.
#define _XOPEN_SOURCE 700

#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Reads a file of the project with all white space taken out; to be freed.
static char *squeezed(const char *path)
{
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

static examples load_examples(void)
{
    examples all = { .count = 0 };
    DIR *folder = opendir(FAIRWAY_SOURCE_DIR "/examples");
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char path[1024];
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".c") != 0)
            continue;
        assert_true(all.count < MOST_EXAMPLES);
        snprintf(path, sizeof path, "%s/%s", FAIRWAY_SOURCE_DIR "/examples", entry->d_name);
        all.texts[all.count++] = squeezed(path);
    }
    closedir(folder);
    return all;
}

static bool is_in_an_example(const examples *all, const char *code)
{
    for (int i = 0; i < all->count; i++)
        if (strstr(all->texts[i], code))
            return true;
    return false;
}

/// How many blocks of C a page shows; fails when one of them is in no example.
static int blocks_of(const char *page, const examples *all)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", FAIRWAY_SOURCE_DIR, page);
    char *text = squeezed(path);
    int blocks = 0;
    for (char *code = strstr(text, "```c"), *end; code; code = strstr(end + 1, "```c"), blocks++) {
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

static void the_lines_of_c_that_pages_show_are_those_of_the_examples(void **state)
{
    (void)state;
    examples all = load_examples();
    assert_int_equal(blocks_of("README.md", &all), 1);
    assert_int_equal(blocks_of("docs/first_steps.md", &all), 8);
    for (int i = 0; i < all.count; i++)
        free(all.texts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lines_of_c_that_pages_show_are_those_of_the_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
