#include "io/queries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fairway/planner.h"
#include "io/movingai.h"

enum { QUERY_FIELDS = 6 };

#define QUERIES_MOST_BYTES ((size_t)1 << 28)
#define POSES_HEADER       "sx,sy,sdeg,gx,gy,gdeg"

/// Positions beyond this are on no map.
#define FARTHEST 1e9

/// True if a number is written without a decimal point or an exponent.
static bool is_whole(io_span number)
{
    for (size_t i = 0; i < number.length; i++)
        if (strchr(".eE", number.start[i]))
            return false;
    return true;
}

bool io_place_read(io_span x, io_span y, io_span degrees, io_place *place, const char **what)
{
    *place = (io_place){ 0 };
    double turn = 0.0;
    place->is_anchor = is_whole(x) && is_whole(y);
    *what = "x must be a number";
    if (!io_read_decimal(x, &place->x) || fabs(place->x) > FARTHEST)
        return false;
    *what = "y must be a number";
    if (!io_read_decimal(y, &place->y) || fabs(place->y) > FARTHEST)
        return false;
    *what = "a heading must be a number of degrees";
    place->has_heading = degrees.length > 0;
    if (place->has_heading && (!io_read_decimal(degrees, &turn) || fabs(turn) > FARTHEST))
        return false;
    place->heading = turn * FW_PI / 180.0;
    return true;
}

fw_pose io_place_pose(const io_place *place, int32_t size)
{
    const double half = place->is_anchor ? 0.5 * size : 0.0;
    return (fw_pose){ place->x + half, place->y + half, place->heading };
}

bool io_query_has_no_path(const io_query *query)
{
    return query->optimum == 0.0 && (query->start.x != query->goal.x || query->start.y != query->goal.y);
}

bool io_queries_add(io_queries *queries, const io_query *query)
{
    if (queries->count == queries->capacity) {
        const size_t capacity = queries->capacity ? 2 * queries->capacity : 256;
        io_query *items = realloc(queries->items, capacity * sizeof *items);
        if (!items)
            return false;
        queries->items = items;
        queries->capacity = capacity;
    }
    queries->items[queries->count++] = *query;
    return true;
}

bool io_queries_are_for(const io_queries *queries, const char *map)
{
    const char *slash = strrchr(map, '/');
    const char *name = slash ? slash + 1 : map;
    const char *named_end = strrchr(queries->map, '.'), *end = strrchr(name, '.');
    const size_t named = named_end ? (size_t)(named_end - queries->map) : strlen(queries->map);
    const size_t length = end ? (size_t)(end - name) : strlen(name);
    return queries->map[0] == '\0' || strcmp(map, "-") == 0 ||
           (named == length && memcmp(queries->map, name, length) == 0);
}

void io_queries_free(io_queries *queries)
{
    free(queries->items);
    *queries = (io_queries){ 0 };
}

static bool read_pose_line(const io_text *text, io_span line, io_query *query, io_fault *fault)
{
    io_span fields[QUERY_FIELDS];
    io_span rest = line;
    io_span piece;
    int count = 0;
    for (; io_next_piece(&rest, ',', &piece); count++)
        if (count < QUERY_FIELDS)
            fields[count] = io_trim(piece);
    if (count != QUERY_FIELDS)
        return io_fail_at(text, fault, "the line has %d fields, expected 6: " POSES_HEADER, count);
    *query = (io_query){ .optimum = -1.0, .line = text->line };
    const char *what = NULL;
    if (!io_place_read(fields[0], fields[1], fields[2], &query->start, &what))
        return io_fail_at(text, fault, "the start is wrong: %s", what);
    if (!query->start.has_heading)
        return io_fail_at(text, fault, "the start has no heading (only gdeg may be empty)");
    if (!io_place_read(fields[3], fields[4], fields[5], &query->goal, &what))
        return io_fail_at(text, fault, "the goal is wrong: %s", what);
    return true;
}

bool io_poses_read(const char *name, const char *bytes, size_t size, io_queries *queries, io_fault *fault)
{
    *queries = (io_queries){ 0 };
    io_text text = io_text_of(name, bytes, size);
    io_span line = { "", 0 };
    io_next_line(&text, &line);
    if (!io_span_is(io_trim(line), POSES_HEADER))
        return io_fail_at(&text, fault, "the first line is '%s', expected '" POSES_HEADER "'",
                          io_quoted(line).text);
    while (io_next_line(&text, &line)) {
        io_query query;
        if (io_trim(line).length == 0)
            continue;
        if (!read_pose_line(&text, line, &query, fault)) {
            io_queries_free(queries);
            return false;
        }
        if (!io_queries_add(queries, &query)) {
            io_queries_free(queries);
            return io_fail(fault, "%s: there is not enough memory for its queries", name);
        }
    }
    return true;
}

bool io_queries_read(const char *file, io_queries *queries, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    *queries = (io_queries){ 0 };
    if (!io_load(file, QUERIES_MOST_BYTES, &bytes, &size, fault))
        return false;
    const char *dot = strrchr(file, '.');
    const bool read = dot && strcmp(dot, ".csv") == 0 ? io_poses_read(file, bytes, size, queries, fault)
                                                      : io_scen_read(file, bytes, size, queries, fault);
    free(bytes);
    return read;
}
