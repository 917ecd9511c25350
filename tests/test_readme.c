// What the README shows is what is built and run.
#include <ctype.h>
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

static void the_readmes_lines_of_c_are_those_of_the_first_example(void **state)
{
    (void)state;
    char *readme = squeezed(FAIRWAY_SOURCE_DIR "/README.md");
    char *example = squeezed(FAIRWAY_SOURCE_DIR "/examples/first_path.c");
    char *code = strstr(readme, "```c");
    assert_non_null(code);
    code += 4;
    char *end = strstr(code, "```");
    assert_non_null(end);
    *end = '\0';
    assert_true(strlen(code) > 200);
    if (!strstr(example, code))
        fail_msg("README.md shows lines of C that examples/first_path.c does not hold");
    free(readme);
    free(example);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_readmes_lines_of_c_are_those_of_the_first_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
