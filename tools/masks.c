#include "masks.h"

#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "io/mask.h"
#include "io/text.h"
#include "speed_options.h"

/// A mask as the command line names it.
typedef struct named_mask {
    char file[1024];
    fw_io_mask *mask;
    io_mask_use use;
    fw_io_speed_filter speeds;
} named_mask;

/// Most that a cell of --keep-out adds that is not occupied, unless the option says it.
static const float usual_highest = 2.0F;

/// nav2's example of a filter: the value of a cell is the percentage by which the speed is reduced.
static const fw_io_speed_filter usual_filter = { FW_IO_SPEED_PERCENT, 100.0, -1.0, 0.0 };

/// Takes the piece behind the last comma off a text; false if there is none.
static bool take_last(io_span *text, io_span *piece)
{
    size_t length = text->length;
    while (length > 0 && text->start[length - 1] != ',')
        length--;
    if (length == 0)
        return false;
    *piece = (io_span){ text->start + length, text->length - length };
    text->length = length - 1;
    return true;
}

static bool keep_name(io_span name, named_mask *named)
{
    if (name.length >= sizeof named->file)
        return complain("the name of a mask is too long");
    memcpy(named->file, name.start, name.length);
    named->file[name.length] = '\0';
    return true;
}

/// True if the name of a mask is followed by a comma: what comes after it is then no part of the name.
static bool has_numbers(const char *text)
{
    return strstr(text, ".yaml,") != NULL || strstr(text, ".yml,") != NULL;
}

/// Reads MASK.yaml[,COST].
static bool read_keep_out(const char *text, named_mask *named)
{
    io_span name = io_span_of(text), piece;
    double highest = 0.0;
    named->use.highest = usual_highest;
    if (take_last(&name, &piece) && io_read_decimal(piece, &highest)) {
        if (highest < 0.0 || highest > 255.0)
            return complain("--keep-out: the cost is %g, expected 0 to 255", highest);
        named->use.highest = (float)highest;
    } else if (has_numbers(text)) {
        return complain("--keep-out is '%s', expected MASK.yaml, or MASK.yaml,COST",
                        io_quoted(io_span_of(text)).text);
    } else {
        name = io_span_of(text); // a comma of the file's name
    }
    return keep_name(name, named);
}

/// Reads MASK.yaml[,percent|absolute,BASE,MULTIPLIER].
static bool read_speed_mask(const char *text, named_mask *named)
{
    io_span name = io_span_of(text), numbers[2], word;
    named->use.speeds = &named->speeds;
    named->speeds = usual_filter;
    const bool has_pieces =
        take_last(&name, &numbers[1]) && take_last(&name, &numbers[0]) && take_last(&name, &word);
    const bool is_percent = has_pieces && io_span_is(word, "percent");
    const bool has_kind = is_percent || (has_pieces && io_span_is(word, "absolute"));
    if (!has_kind && !has_numbers(text))
        return keep_name(io_span_of(text), named);
    named->speeds.kind = is_percent ? FW_IO_SPEED_PERCENT : FW_IO_SPEED_ABSOLUTE;
    if (!has_kind || !io_read_decimal(numbers[0], &named->speeds.base) ||
        !io_read_decimal(numbers[1], &named->speeds.multiplier))
        return complain("--speed-mask is '%s', expected MASK.yaml, or MASK.yaml,percent,BASE,MULTIPLIER, or "
                        "MASK.yaml,absolute,BASE,MULTIPLIER",
                        io_quoted(io_span_of(text)).text);
    return keep_name(name, named);
}

/// The top speed of --speed, which an absolute limit is compared with.
static bool read_top_speed(const options *given, const job *work, fw_io_speed_filter *filter)
{
    fw_speed_def speeds;
    if (filter->kind != FW_IO_SPEED_ABSOLUTE)
        return true;
    if (!given->speed)
        return complain(
            "--speed-mask: absolute limits are compared with the top speed, which --speed states");
    if (!speeds_from_options(given, work->map, &speeds))
        return false;
    filter->top_speed = work->metres ? speeds.top : fw_frame_to_metres(&work->frame, speeds.top);
    return true;
}

/// Where the parts of a mask go.
typedef struct part_list {
    io_overlay *changes;
    size_t room; ///< parts that `changes` has memory for
} part_list;

static fw_result keep_part(void *user, const io_overlay_part *part)
{
    part_list *list = user;
    io_overlay *changes = list->changes;
    if (changes->count == list->room) {
        const size_t room = 2 * list->room + 64;
        io_overlay_part *grown = realloc(changes->parts, room * sizeof *grown);
        if (!grown)
            return FW_NO_MEMORY;
        changes->parts = grown;
        list->room = room;
    }
    changes->parts[changes->count] = *part;
    changes->parts[changes->count].index = (int32_t)changes->count;
    changes->count++;
    return FW_OK;
}

static bool add_mask(const options *given, const char *option, named_mask *named, job *work)
{
    fw_io_map_def def;
    fw_io_fault fault;
    fw_io_map_def_init(&def, sizeof def);
    def.allow_outside = given->outside;
    const size_t before = work->changes.count;
    part_list list = { &work->changes, before };
    if (fw_io_mask_load(named->file, &def, &named->mask, &fault) != FW_OK)
        return complain("--%s: %s", option, fault.text);
    named->use.frame = work->frame.resolution > 0.0 ? &work->frame : NULL;
    if (named->use.speeds && !read_top_speed(given, work, &named->speeds))
        return false;
    const fw_result result = io_mask_visit(named->mask, fw_map_width(work->map), fw_map_height(work->map),
                                           &named->use, keep_part, &list);
    if (result == FW_WRONG_MAP)
        return complain("%s: the mask has another size than the map, which does not say where it lies in the "
                        "world; --frame RES,X,Y,YAW does",
                        named->file);
    if (result != FW_OK)
        return complain("--%s: %s: %s", option, named->file, fw_result_text(result));
    if (work->changes.count == before && !given->quiet)
        complain("%s: the mask changes nothing on this map", named->file);
    return true;
}

bool masks_from_options(const options *given, job *work)
{
    named_mask named[2] = { 0 };
    const bool is_read =
        (!given->keep_out ||
         (read_keep_out(given->keep_out, &named[0]) && add_mask(given, "keep-out", &named[0], work))) &&
        (!given->speed_mask ||
         (read_speed_mask(given->speed_mask, &named[1]) && add_mask(given, "speed-mask", &named[1], work)));
    for (int i = 0; i < 2; i++)
        fw_io_mask_free(named[i].mask);
    return is_read;
}
