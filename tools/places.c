#include "places.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "complain.h"
#include "metres.h"
#include "nearest_name.h"

/// True if a text can be no number.
static bool is_name(io_span text)
{
    return text.length > 0 && !strchr("+-.0123456789,", text.start[0]);
}

/// Where a place or a unit of the map with a name is. Of several, the first place, or else the first unit.
typedef struct named {
    const io_named_place *place; ///< null: it is a unit, or there is none
    const io_named_unit *unit;
} named;

static named find_named(const job *work, io_span name)
{
    const io_reading *source = &work->source;
    for (int32_t i = 0; i < source->place_count; i++)
        if (io_span_is(name, source->places[i].name))
            return (named){ .place = &source->places[i] };
    for (int32_t i = 0; i < source->unit_count; i++)
        if (io_span_is(name, source->units[i].name))
            return (named){ .unit = &source->units[i] };
    return (named){ .place = NULL };
}

/// The place or unit of NAME or NAME,DEG.
///
/// @param[out] degrees  empty = none
static named find_text(const job *work, io_span text, io_span *name, io_span *degrees)
{
    io_span rest = text;
    named found = find_named(work, text); // a name may hold commas
    *name = text;
    *degrees = (io_span){ "", 0 };
    if (!found.place && !found.unit && io_next_piece(&rest, ',', name) && rest.start) {
        *degrees = rest;
        found = find_named(work, *name);
    }
    return found;
}

const io_named_unit *place_unit(const job *work, io_span text)
{
    io_span name, degrees;
    return is_name(text) ? find_text(work, text, &name, &degrees).unit : NULL;
}

/// True if a text is how strtod() spells a number that is not finite.
static bool is_not_finite(io_span text)
{
    static const char *const spellings[] = { "nan", "inf", "infinity" };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (text.length == strlen(spellings[i]) && strncasecmp(text.start, spellings[i], text.length) == 0)
            return true;
    return false;
}

static bool complain_of_name(const job *work, const char *option, io_span name)
{
    const char *meant = NULL;
    char text[IO_PLACE_BYTES];
    snprintf(text, sizeof text, "%.*s", (int)name.length, name.start);
    const io_named_place *places = work->source.places;
    for (int32_t i = 0; places && i < work->source.place_count; i++)
        if (places[i].name[0])
            meant = nearer_name(text, meant, places[i].name);
    for (int32_t i = 0; i < work->source.unit_count; i++)
        if (work->source.units[i].name[0])
            meant = nearer_name(text, meant, work->source.units[i].name);
    if (meant)
        return complain("%s: the map has no place named '%s'; did you mean '%s'?", option, text, meant);
    return complain("%s: the map has no place named '%s' (fairway info --json lists those that it has)",
                    option, text);
}

/// Reads NAME or NAME,DEG: the middle of that place, or where that unit stands and looks.
static bool read_named(const job *work, const char *option, io_span text, io_place *place)
{
    io_span name, degrees;
    const named found = find_text(work, text, &name, &degrees);
    if (!found.place && !found.unit && degrees.length > 0 && is_not_finite(name))
        return complain("%s is '%s': numbers must be finite", option, io_quoted(text).text);
    if (!found.place && !found.unit)
        return complain_of_name(work, option, name);
    const io_span zero = { "0", 1 };
    const char *what = "";
    if (!io_place_read(zero, zero, degrees, place, &what))
        return complain("%s is '%s': %s", option, io_quoted(text).text, what);
    place_to_tiles(work, place); // its heading; where it lies is in tiles
    place->x = found.unit ? found.unit->at.x : found.place->place.x + found.place->place.width / 2;
    place->y = found.unit ? found.unit->at.y : found.place->place.y + found.place->place.height / 2;
    place->is_anchor = false;
    if (found.unit && !place->has_heading) {
        place->heading = found.unit->at.heading;
        place->has_heading = true;
    }
    return true;
}

bool place_read(const job *work, const char *option, io_span text, io_place *place)
{
    io_span rest = text, piece[3] = { { "", 0 }, { "", 0 }, { "", 0 } };
    int count = 0;
    const char *what = "expected X,Y or X,Y,DEG, or the name of a place of the map";
    if (is_name(text))
        return read_named(work, option, text, place);
    while (count < 3 && io_next_piece(&rest, ',', &piece[count]))
        count++;
    if (rest.start || count < 2 || !io_place_read(piece[0], piece[1], piece[2], place, &what))
        return complain("%s is '%s': %s", option, io_quoted(text).text, what);
    place_to_tiles(work, place);
    return true;
}
