#include "bench_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "io/text.h"
#include "job.h"

enum { MOST_LISTED = 64 };

/// Texts between commas, or one null if no list is given.
typedef struct listed {
    const char *items[MOST_LISTED];
    int count;
} listed;

/// Copies a text, and an ending, so that it lives as long as the cases.
static const char *keep(bench_cases *cases, const char *text, size_t length, const char *ending)
{
    char **texts = realloc(cases->texts, ((size_t)cases->text_count + 1) * sizeof *texts);
    if (texts)
        cases->texts = texts;
    char *copy = texts ? malloc(length + strlen(ending) + 1) : NULL;
    if (!copy) {
        complain("there is not enough memory");
        return NULL;
    }
    memcpy(copy, text, length);
    strcpy(copy + length, ending);
    return cases->texts[cases->text_count++] = copy;
}

static bool read_list(bench_cases *cases, const char *option, const char *text, listed *list)
{
    io_span rest = io_span_of(text ? text : ""), piece;
    *list = (listed){ .count = 0 };
    while (text && io_next_piece(&rest, ',', &piece)) {
        if (list->count == MOST_LISTED)
            return complain("%s names more than %d", option, MOST_LISTED);
        if (!(list->items[list->count++] = keep(cases, piece.start, piece.length, "")))
            return false;
    }
    if (list->count == 0)
        list->count = 1;
    return true;
}

static bool holds_queries(const options *given, int argument)
{
    const char *name = given->arguments[argument];
    return io_ends_with(name, ".scen") || io_ends_with(name, ".csv") ||
           (given->argument_count == 2 && argument == 1 && !io_ends_with(name, ".map"));
}

/// Adds a map and its queries, with all units and methods.
static bool add(bench_cases *cases, const options *given, const char *map, const char *queries,
                const listed *units, const listed *methods)
{
    const int added = units->count * methods->count;
    options *items = realloc(cases->items, (size_t)(cases->count + added) * sizeof *items);
    if (!items)
        return complain("there is not enough memory");
    cases->items = items;
    for (int i = 0; i < added; i++) {
        options *one = &items[cases->count++];
        *one = *given;
        one->arguments[0] = map;
        one->arguments[1] = queries;
        one->argument_count = 2;
        one->unit = units->items[i / methods->count];
        one->method = methods->items[i % methods->count];
    }
    return true;
}

bool bench_cases_read(const options *given, bench_cases *cases)
{
    listed units, methods;
    *cases = (bench_cases){ 0 };
    if (!read_list(cases, "--unit", given->unit, &units) ||
        !read_list(cases, "--method", given->method, &methods))
        return false;
    fw_method method;
    for (int i = 0; i < methods.count; i++) // before anything runs
        if (!job_read_method(methods.items[i], &method))
            return false;
    for (int i = 0; i < given->argument_count;) {
        const char *map = given->arguments[i], *queries = NULL;
        if (holds_queries(given, i))
            return complain("'%s' holds queries, and no map stands before it",
                            io_quoted(io_span_of(map)).text);
        if (++i < given->argument_count && holds_queries(given, i))
            queries = given->arguments[i++];
        else if (!(queries = keep(cases, map, strlen(map), ".scen")))
            return false;
        if (!add(cases, given, map, queries, &units, &methods))
            return false;
    }
    return true;
}

void bench_cases_free(bench_cases *cases)
{
    for (int i = 0; i < cases->text_count; i++)
        free(cases->texts[i]);
    free(cases->texts);
    free(cases->items);
    *cases = (bench_cases){ 0 };
}
