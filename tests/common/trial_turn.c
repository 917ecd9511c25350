#include "common/trial.h"

/// Which bit of a mirrored world's moves is which: E and W, SE and SW, NE and NW change places.
static uint8_t mirrored_moves(uint8_t moves)
{
    uint8_t mirrored = 0;
    for (int bit = 0; bit < 8; bit++)
        if (moves >> bit & 1)
            mirrored |= (uint8_t)(1 << ((12 - bit) % 8));
    return mirrored;
}

/// A quarter turn clockwise on the screen.
static uint8_t turned_moves(uint8_t moves)
{
    return (uint8_t)(moves << 2 | moves >> 6);
}

static fw_pose mirrored_pose(fw_pose pose, const trial *drawn)
{
    return (fw_pose){ drawn->width - pose.x, pose.y, FW_PI - pose.heading };
}

static fw_pose turned_pose(fw_pose pose, const trial *drawn)
{
    return (fw_pose){ drawn->height - pose.y, pose.x, pose.heading + FW_PI / 2 };
}

/// How many tiles what an edit names extends: forbidden moves and corridors speak of anchors.
static int32_t extent_of(const overlay_edit *edit, const trial *drawn)
{
    const bool counts_tiles =
        edit->kind == EDIT_BLOCK || edit->kind == EDIT_ADD_COST || edit->kind == EDIT_SET_COSTS;
    return counts_tiles ? 1 : trial_unit_size(&drawn->unit);
}

static overlay_edit mirrored_edit(overlay_edit edit, const trial *drawn)
{
    edit.x = drawn->width - edit.x - edit.width - extent_of(&edit, drawn) + 1;
    edit.moves = mirrored_moves(edit.moves);
    return edit;
}

static overlay_edit turned_edit(overlay_edit edit, const trial *drawn)
{
    const overlay_edit was = edit;
    edit.x = drawn->height - was.y - was.height - extent_of(&was, drawn) + 1;
    edit.y = was.x;
    edit.width = was.height;
    edit.height = was.width;
    edit.moves = turned_moves(was.moves);
    return edit;
}

static void change_all(trial *changed, const trial *drawn, fw_pose (*pose)(fw_pose, const trial *),
                       overlay_edit (*edit)(overlay_edit, const trial *))
{
    changed->ask.start = pose(drawn->ask.start, drawn);
    changed->ask.goal.pose = pose(drawn->ask.goal.pose, drawn);
    for (int i = 0; i < TRIAL_PLACES; i++)
        changed->places[i] = pose(drawn->places[i], drawn);
    for (int i = 0; i < drawn->edit_count; i++)
        changed->edits[i] = edit(drawn->edits[i], drawn);
}

/// A body that is not the same to both sides changes them.
static fw_footprint mirrored_body(fw_footprint body)
{
    body.aside = -body.aside;
    for (int32_t i = 0; i < body.corner_count; i++)
        body.corners[i].aside = -body.corners[i].aside;
    return body.kind == FW_FOOTPRINT_POLYGON ? fw_polygon(body.corners, body.corner_count) : body;
}

static trial mirrored(const trial *drawn)
{
    trial changed = *drawn;
    changed.unit.footprint = mirrored_body(drawn->unit.footprint);
    changed.companion.footprint = mirrored_body(drawn->companion.footprint);
    for (int32_t y = 0; y < drawn->height; y++)
        for (int32_t x = 0; x < drawn->width; x++)
            changed.tiles[y * drawn->width + drawn->width - 1 - x] = drawn->tiles[y * drawn->width + x];
    change_all(&changed, drawn, mirrored_pose, mirrored_edit);
    return changed;
}

static trial turned(const trial *drawn)
{
    trial changed = *drawn;
    changed.width = drawn->height;
    changed.height = drawn->width;
    for (int32_t y = 0; y < drawn->height; y++)
        for (int32_t x = 0; x < drawn->width; x++)
            changed.tiles[x * drawn->height + drawn->height - 1 - y] = drawn->tiles[y * drawn->width + x];
    change_all(&changed, drawn, turned_pose, turned_edit);
    return changed;
}

trial trial_turned(const trial *drawn, int symmetry)
{
    trial changed = symmetry & 1 ? mirrored(drawn) : *drawn;
    for (int quarters = symmetry / 2; quarters > 0; quarters--)
        changed = turned(&changed);
    return changed;
}
