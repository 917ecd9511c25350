#include "io/scene.h"

#include <math.h>
#include <stdlib.h>

#include "io/number.h"
#include "io/text.h"

enum { MOST_TREES = IO_SCENE_MOST_TREES, HEADER_NUMBERS = 6, TREE_NUMBERS = 3 };

void io_scene_free(io_scene *scene)
{
    free(scene->trees);
    *scene = (io_scene){ 0 };
}

/// Reads `count` numbers from the next line that is not blank.
static bool read_numbers(io_text *text, double *numbers, int count, const char *what, io_fault *fault)
{
    io_span line = { "", 0 }, word = { "", 0 };
    do
        if (!io_next_line(text, &line))
            return io_fail_at(text, fault, "the file ends, expected %s", what);
    while (io_trim(line).length == 0);
    for (int i = 0; i < count; i++)
        if (!io_next_word(&line, &word) || !io_read_decimal(word, &numbers[i]))
            return io_fail_at(text, fault, "expected %s", what);
    return !io_next_word(&line, &word) ||
           io_fail_at(text, fault, "'%s' is one word too many, expected %s", io_quoted(word).text, what);
}

static bool read_trees(io_text *text, io_scene *scene, io_fault *fault)
{
    scene->trees = malloc(((size_t)scene->count + 1) * sizeof *scene->trees);
    if (!scene->trees)
        return io_fail(fault, "%s: there is not enough memory for its trees", text->name);
    for (int32_t i = 0; i < scene->count; i++) {
        double numbers[TREE_NUMBERS] = { 0 };
        if (!read_numbers(text, numbers, TREE_NUMBERS, "a tree: x y r", fault))
            return false;
        if (numbers[2] < 0)
            return io_fail_at(text, fault, "the radius is negative");
        scene->trees[i] = (fw_tree){ numbers[0], numbers[1], numbers[2] };
    }
    return true;
}

static bool read_scene(const char *name, const char *bytes, size_t size, io_scene *scene, io_fault *fault)
{
    io_text text = io_text_of(name, bytes, size);
    io_span line;
    double header[HEADER_NUMBERS] = { 0 };
    *scene = (io_scene){ 0 };
    if (!read_numbers(&text, header, HEADER_NUMBERS, "a first line: n radius sx sy gx gy", fault))
        return false;
    if (!(header[0] >= 0 && header[0] <= MOST_TREES && header[0] == floor(header[0])))
        return io_fail_at(&text, fault, "the number of trees is no whole number from 0 to %d", MOST_TREES);
    if (header[1] < 0)
        return io_fail_at(&text, fault, "the radius of the body is negative");
    *scene = (io_scene){ .count = (int32_t)header[0],
                         .radius = header[1],
                         .start_x = header[2],
                         .start_y = header[3],
                         .goal_x = header[4],
                         .goal_y = header[5] };
    bool read = read_trees(&text, scene, fault);
    while (read && io_next_line(&text, &line))
        if (io_trim(line).length > 0)
            read = io_fail_at(&text, fault, "there are more than %d trees", scene->count);
    if (!read)
        io_scene_free(scene);
    return read;
}

bool io_scene_load(const char *file, io_scene *scene, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    *scene = (io_scene){ 0 };
    if (!io_load(file, IO_SCENE_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool read = read_scene(file, bytes, size, scene, fault);
    free(bytes);
    return read;
}

/// Reads lines of trees up to the end.
static bool read_all_trees(io_text *text, io_scene *scene, io_fault *fault)
{
    io_span line;
    int32_t most = 0;
    for (io_text ahead = *text; io_next_line(&ahead, &line);)
        most += io_trim(line).length > 0;
    scene->count = most;
    return read_trees(text, scene, fault);
}

bool io_trees_load(const char *file, io_scene *scene, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    *scene = (io_scene){ 0 };
    if (!io_load(file, IO_SCENE_MOST_BYTES, &bytes, &size, fault))
        return false;
    io_text text = io_text_of(file, bytes, size);
    const bool read = read_all_trees(&text, scene, fault);
    if (!read)
        io_scene_free(scene);
    free(bytes);
    return read;
}

void io_scene_write(FILE *to, const io_scene *scene)
{
    fprintf(to, "%d %s %s %s %s %s\n", (int)scene->count, io_number(scene->radius).text,
            io_number(scene->start_x).text, io_number(scene->start_y).text, io_number(scene->goal_x).text,
            io_number(scene->goal_y).text);
    for (int32_t i = 0; i < scene->count; i++)
        fprintf(to, "%s %s %s\n", io_number(scene->trees[i].x).text, io_number(scene->trees[i].y).text,
                io_number(scene->trees[i].radius).text);
}
