// Bytes become a map, a unit and a subject: every mark is of a known kind and lies where it may, and an inspection ends
// when its receiver wants no more.
#include <math.h>
#include <stdlib.h>

#include "common/trial.h"

/// What is received.
typedef struct audience {
    int32_t width, height;
    int wanted, received;
} audience;

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static bool receive(const fw_mark *mark, void *user)
{
    audience *audience = user;
    expect(audience->received < audience->wanted);
    expect(fw_mark_kind_name(mark->kind)[0] != 'u');
    for (int32_t i = 0; i < FW_MARK_NUMBERS; i++)
        expect(mark->numbers[i] == 0 || fw_mark_number_name(mark->kind, i)[0] != '\0');
    if (mark->shape == FW_MARK_TILES)
        expect(mark->tiles.width > 0 && mark->tiles.height > 0);
    else
        expect(isfinite(mark->line.start.x) && isfinite(mark->line.length));
    const bool is_on_map = mark->tiles.x >= 0 && mark->tiles.y >= 0 &&
                           mark->tiles.x + mark->tiles.width <= audience->width &&
                           mark->tiles.y + mark->tiles.height <= audience->height;
    expect(is_on_map || mark->kind == FW_MARK_HIT_MASK);
    return ++audience->received < audience->wanted;
}

/// Turns steps of a search into marks.
static void search_step(choices *source, audience *audience)
{
    const fw_trace_event event = { .kind = (fw_trace_kind)choose_below(source, FW_TRACE_STEP + 1),
                                   .x = choose_within(source, 0, 9),
                                   .f = choose_within(source, 0, 9) };
    fw_mark mark;
    if (fw_mark_from_trace(&event, &mark))
        receive(&mark, audience);
    else
        expect(event.kind == FW_TRACE_GOAL || event.kind == FW_TRACE_STEP);
}

/// Cuts the map into areas.
static void inspect_areas(choices *source, const fw_map *map, fw_unit_id unit, audience *audience)
{
    fw_area_map_def def = fw_default_area_map_def();
    fw_area_map *areas = NULL;
    def.side = choose_from_to(source, 0, 9);
    def.partition = (fw_partition)choose_below(source, FW_PARTITION_COUNT);
    if (fw_area_map_create(map, unit, &def, &areas) == FW_OK)
        expect(fw_inspect_areas(areas, receive, audience) == FW_OK);
    fw_area_map_destroy(areas);
}

static void inspect(choices *source, const fw_map *map, fw_unit_id unit)
{
    static const double strange[] = { NAN, INFINITY, -1, 1e300 };
    audience audience = { fw_map_width(map), fw_map_height(map), choose_from_to(source, 1, 2000), 0 };
    fw_pose place = { choose_within(source, -2, 26), choose_within(source, -2, 26),
                      choose_within(source, -9, 9) };
    if (choose_one_in(source, 16))
        *(choose_one_in(source, 2) ? &place.x : &place.heading) = strange[choose_below(source, 4)];
    switch (choose_below(source, 8)) {
    case 0:
        fw_inspect_layer(map, unit, receive, &audience);
        break;
    case 1:
        fw_inspect_regions(map, unit, receive, &audience);
        break;
    case 2:
        fw_inspect_jump_points(map, unit, receive, &audience);
        break;
    case 3:
        fw_inspect_clusters(map, unit, receive, &audience);
        break;
    case 5:
        fw_inspect_walkable(map, unit, place.x, place.y, choose_within(source, -2, 26), place.heading,
                            receive, &audience);
        break;
    case 4:
        search_step(source, &audience);
        break;
    case 6:
        inspect_areas(source, map, unit, &audience);
        break;
    default:
        fw_inspect_motions(map, unit, (fw_method)choose_below(source, FW_METHOD_COUNT + 1), place, receive,
                           &audience);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static trial drawn;
    choices source = choices_of_bytes(bytes, size);
    trial_draw_tiles(&source, &drawn);
    drawn.unit = trial_draw_unit(&source);
    if (choose_below(&source, 8) > 0) // motions take longer to build than all else here
        drawn.unit.turn_radius = 0;
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    fw_unit_id unit = 0;
    def.width = drawn.width;
    def.height = drawn.height;
    expect(fw_map_create(&def, &map) == FW_OK &&
           fw_map_set_tiles(map, 0, 0, def.width, def.height, drawn.tiles, (size_t)def.width) == FW_OK &&
           fw_map_commit(map) == FW_OK);
    if (fw_map_add_unit(map, &drawn.unit, &unit) == FW_OK)
        do
            inspect(&source, map, unit);
        while (!choices_are_over(&source));
    fw_map_destroy(map);
    return 0;
}
