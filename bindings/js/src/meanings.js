// What a result of a function means, if it means one thing only: the library's own sentence must suit all functions. A field or
// parameter that is wrong stands before a colon.
const SIDES = { "bad-size": "width and height must be positive" };
const CIRCLE = { "bad-value": "the radius must not be negative, and no number too large" };
const ROUND = { "bad-value": "radius and turnRadius must not be negative, and no number too large" };
const TURN = { "bad-value": "the turning radius must be above 0" };

export const MEANINGS = {
    fw_area_map_create: { "bad-value": "side: it must not be negative" },
    fw_dubins_by_length: TURN,
    fw_field_fill: { "bad-value": "goals: there must be one" },
    fw_forest_add: CIRCLE,
    fw_forest_find_path: ROUND,
    fw_forest_move: CIRCLE,
    fw_forest_search_begin: ROUND,
    fw_formation_places: { "bad-value": "the spacing must be above 0" },
    fw_map_set_rect: SIDES,
    fw_overlay_add_cost: {
        ...SIDES,
        "bad-value": "cost: all parts of an overlay together may add 0 to 255 to the cost of a tile",
    },
    fw_overlay_block: SIDES,
    fw_overlay_corridor: SIDES,
    fw_path_pose_at: { "bad-size": "the path is empty" },
    fw_path_resample: { "bad-value": "the deviation must be above 0" },
    fw_traffic_clear_rect: SIDES,
    fw_traffic_follow: { "bad-value": "the distance must not be negative, and a unit cannot follow itself" },
    fw_traffic_halt_near: { "bad-value": "the radius must not be negative" },
    fw_traffic_in_circle: { "bad-value": "the radius must not be negative" },
    fw_traffic_in_rect: SIDES,
    fw_traffic_nearest: { "bad-value": "most: it must not be negative" },
    fw_traffic_order_along: { "bad-value": "places: there must be one" },
    fw_traffic_order_group: { "bad-value": "a unit is named twice, or two bodies would overlap at two of the places" },
    fw_traffic_order_near: { "bad-value": "a unit is named twice" },
    fw_traffic_place: { "start-blocked": "the unit cannot stand there" },
    fw_traffic_release_site: { "bad-value": "there is no site with this number any more" },
    fw_traffic_remove_obstacle: { "bad-value": "there is no obstacle with this id" },
    fw_traffic_restore: { "bad-value": "these bytes are no saved traffic, of a later version, or damaged" },
    fw_traffic_set_obstacle: { "bad-value": "the id must not be 0, and the radius must be above 0 and at most 1024" },
    fw_traffic_step: { "bad-value": "seconds: a number from 0 to 60 expected" },
    fw_turn_then_straight: TURN,
};
