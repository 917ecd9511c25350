#include "io/overlay_json.h"

#include <stdlib.h>

#include "fairway/map.h"
#include "io/json_reader.h"
#include "io/text.h"

#define OVERLAY_MOST_BYTES ((size_t)1 << 28)

const char *const io_move_names[IO_MOVES] = { "E", "SE", "S", "SW", "W", "NW", "N", "NE" };

static const char *const part_names[] = { [IO_OVERLAY_BLOCKED] = "blocked",
                                          [IO_OVERLAY_FORBIDDEN] = "forbidden",
                                          [IO_OVERLAY_COST] = "costs",
                                          [IO_OVERLAY_CORRIDOR] = "corridor" };

/// How a file writes a part of each kind, for messages.
static const char *const part_forms[] = { [IO_OVERLAY_BLOCKED] = "[x, y, width, height]",
                                          [IO_OVERLAY_FORBIDDEN] = "[x, y, moves]",
                                          [IO_OVERLAY_COST] = "[x, y, width, height, added cost]",
                                          [IO_OVERLAY_CORRIDOR] = "[x, y, width, height]" };

/// Reads item `index` of a list as a whole number.
static bool read_item(const json_place *list, size_t index, int64_t least, int64_t most, int32_t *value)
{
    const json_place item = json_item(list, index);
    int64_t number = 0;
    if (!json_read_whole(&item, least, most, &number))
        return false;
    *value = (int32_t)number;
    return true;
}

/// Reads words such as "E NE SE".
static bool read_moves(const json_place *place, uint8_t *moves)
{
    const char *text = NULL;
    io_span word;
    if (!json_read_text(place, &text))
        return false;
    io_span rest = io_span_of(text);
    *moves = 0;
    while (io_next_word(&rest, &word)) {
        int bit = 0;
        while (bit < IO_MOVES && !io_span_is(word, io_move_names[bit]))
            bit++;
        if (bit == IO_MOVES)
            return json_expected(place, "moves of E, SE, S, SW, W, NW, N and NE with blanks between them");
        *moves |= (uint8_t)(1 << bit);
    }
    return *moves || json_expected(place, "at least one move, such as \"E\"");
}

static bool read_part(const json_place *place, io_overlay_kind kind, io_overlay_part *part)
{
    static const size_t lengths[] = { 4, 3, 5, 4 };
    *part = (io_overlay_part){ .kind = kind, .width = 1, .height = 1 };
    if (json_count(place) != lengths[kind])
        return json_expected(place, part_forms[kind]);
    if (!read_item(place, 0, -FW_MAX_SIDE, FW_MAX_SIDE, &part->x) ||
        !read_item(place, 1, -FW_MAX_SIDE, FW_MAX_SIDE, &part->y))
        return false;
    if (kind == IO_OVERLAY_FORBIDDEN) {
        const json_place moves = json_item(place, 2);
        return read_moves(&moves, &part->moves);
    }
    if (!read_item(place, 2, 1, 2 * FW_MAX_SIDE, &part->width) ||
        !read_item(place, 3, 1, 2 * FW_MAX_SIDE, &part->height))
        return false;
    if (kind != IO_OVERLAY_COST)
        return true;
    const json_place added = json_item(place, 4);
    double cost = 0.0;
    if (!json_read_number(&added, 0.0, 255.0, &cost))
        return false;
    part->cost = (float)cost;
    return true;
}

/// Appends the parts of a list; the overlay has room for them.
static bool read_list(const json_place *list, io_overlay_kind kind, io_overlay *overlay)
{
    if (!json_expect_list(list))
        return false;
    for (size_t i = 0; i < json_count(list); i++) {
        const json_place place = json_item(list, i);
        if (!read_part(&place, kind, &overlay->parts[overlay->count]))
            return false;
        overlay->parts[overlay->count++].index = (int32_t)i;
    }
    return true;
}

/// Reads the corridor, which is a single part, not a list.
static bool read_corridor(const json_place *place, io_overlay *overlay)
{
    if (!read_part(place, IO_OVERLAY_CORRIDOR, &overlay->parts[overlay->count]))
        return false;
    overlay->count++;
    overlay->has_corridor = true;
    return true;
}

static bool read_member(const json_place *place, const char *key, io_overlay *overlay)
{
    const io_span name = io_span_of(key);
    if (io_span_is(name, part_names[IO_OVERLAY_CORRIDOR]))
        return read_corridor(place, overlay);
    for (int kind = 0; kind < IO_OVERLAY_CORRIDOR; kind++)
        if (io_span_is(name, part_names[kind]))
            return read_list(place, (io_overlay_kind)kind, overlay);
    return io_fail(place->fault,
                   "%s: %s is not a field of an overlay, expected blocked, forbidden, costs or corridor",
                   place->file, place->path);
}

static bool read_overlay(const json_place *top, io_overlay *overlay)
{
    size_t most = 1; // the corridor
    if (!json_expect_object(top))
        return false;
    for (const char *key = json_next_key(top, NULL); key; key = json_next_key(top, key)) {
        const json_place place = json_at(top, key);
        most += json_count(&place);
    }
    overlay->parts = calloc(most, sizeof *overlay->parts);
    if (!overlay->parts)
        return io_fail_without_memory(top->fault, top->file);
    for (const char *key = json_next_key(top, NULL); key; key = json_next_key(top, key)) {
        const json_place place = json_at(top, key);
        if (!read_member(&place, key, overlay))
            return false;
    }
    return true;
}

bool io_overlay_read(const char *name, const char *bytes, size_t size, io_overlay *overlay, io_fault *fault)
{
    *overlay = (io_overlay){ .name = name };
    json_t *value = json_parse(name, bytes, size, fault);
    if (!value)
        return false;
    const json_place top = json_top(name, value, fault);
    const bool read = read_overlay(&top, overlay);
    json_decref(value);
    if (!read)
        io_overlay_free(overlay);
    return read;
}

bool io_overlay_load(const char *file, io_overlay *overlay, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!io_load(file, OVERLAY_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool read = io_overlay_read(file, bytes, size, overlay, fault);
    free(bytes);
    return read;
}

void io_overlay_free(io_overlay *overlay)
{
    free(overlay->parts);
    *overlay = (io_overlay){ 0 };
}

static fw_result apply_part(const io_overlay_part *part, fw_overlay *overlay)
{
    switch (part->kind) {
    case IO_OVERLAY_BLOCKED:
        return fw_overlay_block(overlay, part->x, part->y, part->width, part->height);
    case IO_OVERLAY_FORBIDDEN:
        return fw_overlay_forbid(overlay, part->x, part->y, part->moves);
    case IO_OVERLAY_COST:
        return fw_overlay_add_cost(overlay, part->x, part->y, part->width, part->height, part->cost);
    case IO_OVERLAY_CORRIDOR:
        return fw_overlay_corridor(overlay, part->x, part->y, part->width, part->height);
    }
    return FW_BAD_VALUE;
}

bool io_overlay_apply(const io_overlay *parts, fw_overlay *overlay, io_fault *fault)
{
    for (size_t i = 0; i < parts->count; i++) {
        const io_overlay_part *part = &parts->parts[i];
        const fw_result result = apply_part(part, overlay);
        if (result == FW_OK)
            continue;
        const char *why = result == FW_BAD_VALUE
                              ? "the costs that are added to a tile sum up to more than 255"
                              : fw_result_text(result);
        return io_fail(fault, "%s: %s[%d]: %s", parts->name, part_names[part->kind], part->index, why);
    }
    return true;
}
