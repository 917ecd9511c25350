#include "directional/motions/motion_table.h"

#include <math.h>

#include "directional/motions/motion_norm.h"
#include "directional/motions/motion_projection.h"
#include "directional/motions/motion_set.h"

/// Largest ring: beyond it windows would not hold the motions.
enum { MOST_RING = 10 };

#define RADIANS(degrees) ((degrees) * (FW_PI / 180))

/// The ring of the neighbourhood that a method is named after: the square of side 2 * ring + 1 has 8, 24, 48 or 80
/// neighbours. 0 for methods that choose the ring by the turning radius.
static int32_t ring_of(fw_method method)
{
    switch (method) {
    case FW_DIRECTIONAL_8:
        return 1;
    case FW_DIRECTIONAL_24:
        return 2;
    case FW_DIRECTIONAL_48:
    case FW_HYBRID_STRICT:
        return 3;
    case FW_DIRECTIONAL_80:
        return 4;
    default:
        return 0;
    }
}

/// The motions of one neighbourhood: the shortest curves of up to a full turn, or all curves, which may turn by nearly
/// two full turns.
static motion_choice named_choice(int32_t ring, bool all_curves)
{
    return (motion_choice){ .ring = ring,
                            .most_turn = all_curves ? INFINITY : RADIANS(360),
                            .most_length = INFINITY,
                            .only_shortest = !all_curves };
}

/// The base motions of a radius. A ring smaller than the radius would hold only straight lines and curves that swerve
/// aside; with a radius up to half a tile, a unit turns by a quarter within one step.
static motion_choice base_choice(double radius, int32_t headings)
{
    const double least =
        radius > 0.5 || headings > 8 ? 2 : 1; // 2: headings between eighths have a straight line
    return (motion_choice){ .ring = (int32_t)fmin(fmax(least, ceil(radius)), MOST_RING),
                            .most_turn = RADIANS(95),
                            .most_length = INFINITY };
}

/// The extended motions of a radius: words of three arcs and loops, which get a unit out of a narrow start or into a
/// narrow goal.
static motion_choice extended_choice(double radius)
{
    const double ring = fmin(ceil(radius * 5 / 3), ceil(radius) + 2);
    return (motion_choice){ .ring = (int32_t)fmin(fmax(2, ring), MOST_RING),
                            .most_turn = RADIANS(275),
                            .most_length = 5 * radius,
                            .has_triples = true };
}

static fw_result build_sets(const fw_unit_def *unit, const motion_choice *base, motion_table *table)
{
    memory *kept = &table->kept.memory;
    const motion_choice extended = extended_choice(unit->turn_radius);
    motion_set *sets = table->sets;
    fw_result result = motion_set_build(kept, unit, base, &sets[BASE_MOTIONS]);
    if (result == FW_OK && table->set_count > EXTENDED_MOTIONS)
        result = motion_set_build(kept, unit, &extended, &sets[EXTENDED_MOTIONS]);
    if (sets[EXTENDED_MOTIONS].motion_count == 0)
        table->set_count = 1; // a small radius needs no loops
    if (result == FW_OK)
        result = motion_norm_build(kept, &sets[BASE_MOTIONS], table->headings, unit->reverse, &table->norm);
    if (result == FW_OK)
        result = motion_projection_build(kept, &sets[BASE_MOTIONS], unit->reverse, &table->projection);
    return result;
}

fw_result motion_table_build(memory *memory, const fw_unit_def *unit, fw_method method, motion_table **table)
{
    const size_t before = memory->bytes;
    motion_table *built = memory_get_zeroed(memory, 1, sizeof *built);
    if (!built)
        return FW_NO_MEMORY;
    keeper_init(&built->kept, memory);
    const int32_t ring = ring_of(method);
    motion_choice base =
        ring ? named_choice(ring, unit->all_curves) : base_choice(unit->turn_radius, unit->headings);
    base.has_shuffles = unit->reverse;
    base.keeps_all =
        method == FW_HYBRID_STRICT; // a sequence that replaces a motion may leave the tiles of the path
    built->escalates = ring == 0;
    built->headings = unit->headings;
    built->lookup =
        memory_get(&built->kept.memory, (size_t)lookup_tables(built->headings), sizeof *built->lookup);
    turn_table_fill(&built->turns, unit->turn_radius);
    built->offset = unit->size % 2 ? 0.5 : 0;
    double length, limit;
    fw_result result = built->lookup ? FW_OK : FW_NO_MEMORY;
    if (result == FW_OK)
        lookup_fill(built->lookup, unit);
    if (result == FW_OK && motions_reach(unit, &length, &limit)) {
        built->set_count = ring || unit->reverse ? 1 : MOTION_SETS; // a unit that reverses needs no loops
        result = build_sets(unit, &base, built);
    }
    built->bytes = memory->bytes - before;
    if (result == FW_OK)
        *table = built;
    else
        motion_table_destroy(memory, built);
    return result;
}

void motion_table_destroy(memory *memory, motion_table *table)
{
    if (!table)
        return;
    keeper_release(&table->kept);
    memory_give_back(memory, table, 1, sizeof *table);
}
