#include "directional/motions/motion_kinds.h"

#include "directional/motions/motion_set.h"
#include "directional/motions/motion_table.h"
#include "directional/motions/motions.h"

static bool equal_gears(const fw_unit_def *a, const fw_unit_def *b)
{
    return a->reverse == b->reverse && (!a->reverse || (a->reverse_penalty == b->reverse_penalty &&
                                                        a->gear_change_cost == b->gear_change_cost));
}

/// True if two units have the same motions. Body, radius, lattice, gears and the choice of curves decide.
static bool equal(const fw_unit_def *a, const fw_unit_def *b)
{
    return a->turn_radius == b->turn_radius && a->size % 2 == b->size % 2 &&
           footprints_are_equal(&a->footprint, &b->footprint) && a->all_curves == b->all_curves &&
           a->headings == b->headings && equal_gears(a, b);
}

static void destroy(memory *memory, void *table)
{
    motion_table_destroy(memory, table);
}

static size_t bytes(const void *table)
{
    const motion_table *built = table;
    return built->bytes;
}

static fw_result build(memory *memory, const derived_source *source, void **table)
{
    static const fw_method methods[MOTION_KINDS] = {
        FW_DIRECTIONAL,    FW_HYBRID_STRICT,  FW_DIRECTIONAL_8,
        FW_DIRECTIONAL_24, FW_DIRECTIONAL_48, FW_DIRECTIONAL_80
    };
    motion_table *built = NULL;
    const fw_result result =
        motion_table_build(memory, source->unit, methods[source->kind - motion_kinds], &built);
    *table = built;
    return result;
}

enum {
    OWN_METHODS = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_HYBRID),
    REPAIRS = FW_METHOD_BIT(FW_DIRECTIONAL_8) | FW_METHOD_BIT(FW_HYBRID_STRICT)
};

#define KIND(label, needed_by, helps_with, fit)                                                              \
    {                                                                                                        \
        .name = (label), .methods = (needed_by), .helps = (helps_with), .fits = (fit), .equal = equal,       \
        .build = build, .destroy = destroy, .bytes = bytes                                                   \
    }

const derived_kind motion_kinds[MOTION_KINDS] = {
    KIND("motions", OWN_METHODS, FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_HIERARCHY), motions_may_turn),
    KIND("motions along a path", FW_METHOD_BIT(FW_HYBRID_STRICT), 0, motions_fit),
    KIND("motions of 8", REPAIRS, 0, motions_fit),
    KIND("motions of 24", FW_METHOD_BIT(FW_DIRECTIONAL_24), 0, motions_fit),
    KIND("motions of 48", FW_METHOD_BIT(FW_DIRECTIONAL_48), 0, motions_fit),
    KIND("motions of 80", FW_METHOD_BIT(FW_DIRECTIONAL_80), 0, motions_fit),
};

const derived_kind *motion_kind_of(fw_method method)
{
    if ((int)method < 0 || method >= FW_METHOD_COUNT)
        return NULL;
    for (int i = 0; i < MOTION_KINDS; i++)
        if (motion_kinds[i].methods & FW_METHOD_BIT(method))
            return &motion_kinds[i];
    return NULL;
}
