#include "curve/sweep_ground.h"

#include "map/overlay.h"

sweep_ground sweep_ground_of(const map_unit *unit, const fw_overlay *overlay)
{
    return (sweep_ground){ .open = unit->body,
                           .overlay = overlay_restricts(overlay) ? overlay : NULL,
                           .passage = passage_rules_of(unit, overlay) };
}
