// The cases of tests/io/cases, which the JavaScript package reads, too: the same tiles, or a refusal.
#include <stdio.h>
#include <string.h>

#include "common/files.h"
#include "common/unit.h"

#define CASES FAIRWAY_SOURCE_DIR "/tests/io/cases/"

static void assert_refused(const char *name, fw_result expected)
{
    fw_io_map *read;
    fw_io_fault fault;
    char path[256];
    snprintf(path, sizeof path, CASES "%s", name);
    const fw_result result = fw_io_map_load(path, NULL, &read, &fault);
    if (result != expected)
        fail_msg("%s: the result is '%s', expected '%s'", name, fw_result_text(result),
                 fw_result_text(expected));
    assert_non_null(strstr(fault.text, name));
}

static void assert_holds(const char *name, const char *rows)
{
    fw_io_map *read;
    fw_io_fault fault;
    char path[256];
    snprintf(path, sizeof path, CASES "%s", name);
    if (fw_io_map_load(path, NULL, &read, &fault) != FW_OK)
        fail_msg("%s", fault.text);
    assert_rows(read, rows);
}

TEST(each_case_is_read_or_refused)
{
    static const struct {
        const char *text;
        fw_result result;
    } refusals[] = { { "refused:bad-value", FW_BAD_VALUE },
                     { "refused:not-supported", FW_NOT_SUPPORTED },
                     { "refused:bad-size", FW_BAD_SIZE } };
    FILE *list = fopen(CASES "expected.txt", "r");
    char line[512], name[64], text[256];
    int count = 0;
    assert_non_null(list);
    while (fgets(line, sizeof line, list)) {
        if (line[0] == '/')
            continue;
        assert_int_equal(sscanf(line, "%63s %255s", name, text), 2);
        size_t i = 0;
        while (i < sizeof refusals / sizeof *refusals && strcmp(text, refusals[i].text) != 0)
            i++;
        if (i < sizeof refusals / sizeof *refusals)
            assert_refused(name, refusals[i].result);
        else
            assert_holds(name, text);
        count++;
    }
    fclose(list);
    assert_true(count > 40);
}
