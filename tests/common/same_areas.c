#include "common/same_areas.h"

#include "areas/area_map.h"
#include "common/unit.h"

void assert_same_areas(const fw_area_map *a, const fw_area_map *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->numbers, b->numbers, (size_t)a->width * (size_t)a->height * sizeof *a->numbers);
    const uint32_t edges = a->areas[a->count].first_edge, anchors = a->edges[edges].first_anchor;
    for (int32_t i = 0; i < a->count; i++) {
        const area *one = &a->areas[i], *other = &b->areas[i];
        assert_true(one->x == other->x && one->y == other->y && one->cost == other->cost);
        assert_memory_equal(&one->box, &other->box, sizeof one->box);
        assert_int_equal(one->label, other->label);
        assert_int_equal(one->first_edge, other->first_edge);
    }
    assert_int_equal(b->areas[b->count].first_edge, edges);
    for (uint32_t i = 0; i < edges; i++) {
        assert_int_equal(a->edges[i].to, b->edges[i].to);
        assert_int_equal(a->edges[i].first_anchor, b->edges[i].first_anchor);
    }
    assert_int_equal(b->edges[edges].first_anchor, anchors);
    if (anchors > 0)
        assert_memory_equal(a->anchors, b->anchors, anchors * sizeof *a->anchors);
}
