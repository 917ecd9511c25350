#include "refusal_text.h"

#include <stdio.h>
#include <string.h>

#include "complain.h"

/// Fields and their options, if these have other names.
static const struct {
    const char *field, *option;
} renamed[] = {
    { "start", "from" },
    { "areas", "area-map" },
    { "goal", "to" },
    { "goal.pose", "to" },
    { "goal.set", "to" },
    { "goal.radius", "within" },
    { "goal.heading_tolerance", "goal-tolerance" },
    { "smoothing", "smooth" },
    { "overlay", "overlay or --window" },
    { "unit.terrain_cost", "enter" },
    { "terrain_cost", "enter" },
    { "unit.gear_change_cost", "gear-change" },
    { "gear_change_cost", "gear-change" },
    { "curvature_rate", "curvature-rate" },
    { "reverse_penalty", "reverse" },
    { "unit.methods", "method" },
};

option_word option_of_field(const char *field)
{
    option_word word;
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(field, renamed[i].field) == 0)
            field = renamed[i].option;
    if (strncmp(field, "unit.", 5) == 0)
        field += 5;
    snprintf(word.text, sizeof word.text, "%s", field);
    for (char *letter = word.text; *letter; letter++)
        *letter = *letter == '_' ? '-' : *letter;
    return word;
}

bool complain_of_refusal(const char *where, const fw_refusal *why)
{
    char see[64] = "";
    if (why->other[0])
        snprintf(see, sizeof see, " (see --%s)", option_of_field(why->other).text);
    return complain("%s%s--%s: %s%s", where ? where : "", where ? ": " : "", option_of_field(why->field).text,
                    why->reason, see);
}
