#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "common/trial.h"
#include "record/fields.h"

typedef struct printer {
    void (*write)(const char *text, void *user);
    void *user;
} printer;

static void print(const printer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print(const printer *out, const char *format, ...)
{
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    out->write(text, out->user);
}

static double number_at(const record_field *field, const void *members, int i)
{
    const char *at = (const char *)members + field->offset + i * field->bytes;
    switch ((number_type)field->type) {
    case RECORD_BOOL:
        return *(const bool *)at;
    case RECORD_I32:
        return *(const int32_t *)at;
    case RECORD_U32:
        return *(const uint32_t *)at;
    case RECORD_U64:
        return (double)*(const uint64_t *)at;
    case RECORD_F32:
        return (double)*(const float *)at;
    case RECORD_F64:
        return *(const double *)at;
    }
    return NAN;
}

enum { MOST_NUMBERS = 2 * FW_MOST_CORNERS }; ///< of an array: worlds have fewer terrains

/// Prints the members that differ from the defaults.
static void print_members(const printer *out, const char *name, const record_struct *type, const void *given,
                          const void *plain)
{
    for (const record_field *field = type->fields; field < type->fields + type->count; field++) {
        const int count = field->count < MOST_NUMBERS ? field->count : MOST_NUMBERS;
        bool differs = false;
        for (int i = 0; i < count; i++)
            differs |= number_at(field, given, i) != number_at(field, plain, i);
        for (int i = 0; differs && i < count; i++)
            print(out, "%s%s%s %.17g%s", i == 0 ? name : "", i == 0 ? "." : "", i == 0 ? field->name : ",",
                  number_at(field, given, i), i == count - 1 ? "\n" : "");
    }
}

static void print_map(const printer *out, const trial *drawn)
{
    for (int32_t y = 0; y < drawn->height; y++) {
        char row[TRIAL_TILES + 1] = "";
        for (int32_t x = 0; x < drawn->width; x++)
            row[x] = "#.SWsTRd"[drawn->tiles[y * drawn->width + x]];
        print(out, "\"%.200s\",\n", row);
    }
}

static void print_unit(const printer *out, const char *name, const fw_unit_def *unit)
{
    const fw_unit_def plain = fw_default_unit_def();
    print_members(out, name, &record_unit_def, unit, &plain);
}

static void print_edits(const printer *out, const trial *drawn)
{
    static const char *const kinds[] = { "block",    "forbid",         "add_cost",
                                         "corridor", "corridor_along", "set_costs" };
    for (int32_t i = 0; i < drawn->edit_count; i++) {
        const overlay_edit *edit = &drawn->edits[i];
        print(out, "overlay: %s at (%d, %d), size (%d, %d), moves %d, cost %.17g, byte %d, margin %.17g\n",
              kinds[edit->kind], (int)edit->x, (int)edit->y, (int)edit->width, (int)edit->height,
              (int)edit->moves, (double)edit->cost, (int)edit->byte, (double)edit->margin);
    }
}

void trial_print(const trial *drawn, void (*write)(const char *text, void *user), void *user)
{
    const printer out = { write, user };
    const fw_request plain = fw_default_request();
    print_map(&out, drawn);
    print_unit(&out, "unit", &drawn->unit);
    if (drawn->has_companion)
        print_unit(&out, "companion", &drawn->companion);
    print_edits(&out, drawn);
    if (drawn->areas != AREAS_NONE)
        print(&out, "areas: %s of %d\n", drawn->areas == AREAS_SQUARES ? "squares" : "stripes",
              (int)drawn->area_side);
    if (drawn->is_timed)
        print_members(&out, "speeds", &record_speed_def, &drawn->speeds, &(fw_speed_def){ 0 });
    print_members(&out, "request", &record_request, &drawn->ask, &plain);
    for (int32_t i = 0; drawn->ask.goal.kind == FW_GOAL_SET && i < drawn->ask.goal.count; i++)
        print(&out, "places[%d] = (fw_pose){ %.17g, %.17g, %.17g };\n", (int)i, drawn->places[i].x,
              drawn->places[i].y, drawn->places[i].heading);
    print(&out, "traced %d, slice %llu\n", drawn->is_traced, (unsigned long long)drawn->slice);
}
