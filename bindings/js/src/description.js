// Made from bindings/api.json by generate.js. Do not edit.
export default {
 "version": "0.1.0",
 "constants": {
  "FW_VERSION_MAJOR": 0,
  "FW_VERSION_MINOR": 1,
  "FW_VERSION_PATCH": 0,
  "FW_MOST_CORNERS": 8,
  "FW_MAX_SIDE": 16384,
  "FW_MAX_OLD_VERSIONS": 1024,
  "FW_TOUCH": 0.000001,
  "FW_ROUNDING": 4.76837158203125e-7,
  "FW_PI": 3.141592653589793,
  "FW_MOST_AREAS": 65535,
  "FW_FOREST_TOUCH": 1e-9,
  "FW_FOREST_MOST": 1073741824,
  "FW_FOREST_OLD_VERSIONS": 8,
  "FW_FOREST_RADII": 8,
  "FW_BITANGENTS": 4,
  "FW_CURVE_SEGMENTS": 5,
  "FW_DUBINS_WORDS": 6,
  "FW_MAX_PRIORITY": 1024,
  "FW_TRAFFIC_KNOT": 0.25,
  "FW_TRAFFIC_ARRIVED": 0.05,
  "FW_MARK_NUMBERS": 4,
  "FW_MAX_SNAPSHOTS": 1024
 },
 "terrains": {
  "blocked": 0,
  "ground": 1,
  "swamp": 2,
  "water": 3,
  "shallow": 4,
  "tree": 5,
  "road": 6,
  "sand": 7
 },
 "enums": {
  "fw_result": {
   "ok": 0,
   "pending": 1,
   "unreachable": 2,
   "not-found": 3,
   "start-blocked": 4,
   "goal-blocked": 5,
   "stale": 6,
   "limit": 7,
   "null-argument": 8,
   "bad-def": 9,
   "bad-size": 10,
   "bad-value": 11,
   "not-finite": 12,
   "out-of-bounds": 13,
   "unknown-terrain": 14,
   "unknown-unit": 15,
   "wrong-map": 16,
   "not-prepared": 17,
   "method-does-not-fit": 18,
   "not-supported": 19,
   "buffer-too-small": 20,
   "too-many": 21,
   "no-memory": 22,
   "space-failed": 23,
   "gave-up": 24,
   "unknown-tree": 25,
   "unknown-ticket": 26,
   "read-only": 27,
   "released": 28,
   "illegal": 29,
   "not-new": 30
  },
  "fw_footprint_kind": {
   "by-size": 0,
   "circle": 1,
   "rectangle": 2,
   "polygon": 3
  },
  "fw_corner_rule": {
   "never": 0,
   "one": 1,
   "always": 2,
   "orthogonal": 3
  },
  "fw_dominance": {
   "default": 0,
   "strong": 1,
   "weak": 2
  },
  "fw_placement": {
   "default": 0,
   "cheapest": 1,
   "clearance": 2
  },
  "fw_abstraction": {
   "default": 0,
   "unit": 1,
   "shared": 2
  },
  "fw_method": {
   "auto": 0,
   "grid": 1,
   "astar": 2,
   "jump-points": 3,
   "on-demand": 4,
   "hierarchy": 5,
   "midpoint": 6,
   "areas": 7,
   "compass": 8,
   "sight": 9,
   "directional": 10,
   "directional-8": 11,
   "directional-24": 12,
   "directional-48": 13,
   "directional-80": 14,
   "hybrid": 15,
   "hybrid-strict": 16,
   "pivot": 17
  },
  "fw_gear": {
   "forward": 0,
   "reverse": 1
  },
  "fw_outcome": {
   "none": 0,
   "found": 1,
   "partial": 2,
   "nearest": 3,
   "unreachable": 4,
   "not-found": 5,
   "blocked": 6,
   "stale": 7,
   "gave-up": 8,
   "limit": 9,
   "illegal": 10
  },
  "fw_trace_kind": {
   "source": 0,
   "expand": 1,
   "generate": 2,
   "goal": 3,
   "step": 4
  },
  "fw_goal_kind": {
   "place": 0,
   "pose": 1,
   "radius": 2,
   "set": 3
  },
  "fw_heuristic": {
   "auto": 0,
   "straight": 1,
   "curve": 2,
   "table": 3,
   "motions": 4,
   "grid": 4,
   "turn": 5,
   "turn-table": 6
  },
  "fw_smoothing": {
   "none": 0,
   "auto": 1,
   "simple": 2,
   "simple-sampled": 3,
   "taut": 4,
   "curved": 5,
   "taut-lines": 6
  },
  "fw_pre_smooth": {
   "48": 1,
   "none": 0,
   "48-strict": 2
  },
  "fw_turns": {
   "none": 0,
   "ignore": 1,
   "recalculate": 2,
   "tighten": 3,
   "back-up": 4
  },
  "fw_roads": {
   "none": 0,
   "follow": 1,
   "lanes": 2,
   "wide": 3,
   "cones": 4
  },
  "fw_leg_failure": {
   "legs-complete": 0,
   "leg-blocked": 1,
   "leg-outside-window": 2,
   "leg-nothing-ahead": 3,
   "leg-astray": 4,
   "leg-no-areas": 5
  },
  "fw_search_level": {
   "none": 0,
   "curve": 1,
   "base": 2,
   "extended": 3,
   "fine": 4,
   "wide": 5
  },
  "fw_exhausted": {
   "none": 0,
   "start": 1,
   "goal": 2
  },
  "fw_partition": {
   "squares": 0,
   "quadtree": 1
  },
  "fw_forest_edge_kind": {
   "line": 0,
   "arc": 1,
   "blocked": 2
  },
  "fw_fault": {
   "none": 0,
   "blocked": 1,
   "position": 2,
   "heading": 3,
   "too-tight": 4,
   "gear": 5,
   "corner": 6,
   "forbidden": 7,
   "angle": 8,
   "start": 9,
   "goal": 10,
   "length": 11,
   "cost": 12,
   "stale": 13,
   "tree": 14,
   "steering": 15
  },
  "fw_side": {
   "shorter": 0,
   "left": 1,
   "right": 2
  },
  "fw_dubins_word": {
   "shortest": 0,
   "lsl": 1,
   "rsr": 2,
   "lsr": 3,
   "rsl": 4,
   "rlr": 5,
   "lrl": 6
  },
  "fw_barrier": {
   "none": 0,
   "request": 1,
   "start": 2,
   "goal": 3,
   "overlay": 4,
   "corners": 5,
   "size": 6,
   "terrain": 7,
   "walls": 8,
   "room": 9,
   "search": 10
  },
  "fw_y_axis": {
   "up": 0,
   "down": 1
  },
  "fw_hybrid_step": {
   "grid": 1,
   "forward": 2,
   "backward": 3,
   "gap": 4,
   "repair": 5,
   "smooth": 6
  },
  "fw_agent_activity": {
   "stands": 0,
   "thinks": 1,
   "moves": 2,
   "waits": 3,
   "yields": 4,
   "arrived": 5,
   "blocked": 6,
   "infeasible": 7
  },
  "fw_agent_reason": {
   "none": 0,
   "unsolved": 1
  },
  "fw_traffic_news": {
   "activity": 0,
   "leaves-group": 1,
   "leaves-wall": 2,
   "evades": 3,
   "site-is-clear": 4,
   "halts": 5
  },
  "fw_formation": {
   "line": 0,
   "column": 1,
   "wedge": 2,
   "box": 3
  },
  "fw_mark_kind": {
   "anchors": 0,
   "region": 1,
   "jump-point": 2,
   "cluster": 3,
   "entrance": 4,
   "transition": 5,
   "abstract-edge": 6,
   "motion": 7,
   "hit-mask": 8,
   "open": 9,
   "closed": 10,
   "reservation": 11,
   "stop": 12,
   "wait": 13,
   "joint-move": 14,
   "surfing-edge": 15,
   "hugging-edge": 16,
   "blocked-arc": 17,
   "circle": 18,
   "bitangent": 19,
   "sight": 20,
   "curve-part": 21,
   "centre": 22,
   "centre-line": 23,
   "gate": 24,
   "sample": 25,
   "cone": 26,
   "guide": 27,
   "area": 28,
   "midpoint": 29,
   "area-step": 30
  },
  "fw_mark_shape": {
   "point": 0,
   "line": 1,
   "tiles": 2
  },
  "fw_rejection_reason": {
   "unfit": 0,
   "not-prepared": 1,
   "no-path": 2,
   "illegal": 3,
   "expensive": 4,
   "too-much-work": 5,
   "covered": 6,
   "stopped": 7
  },
  "fw_wait_cause": {
   "none": 0,
   "path": 1,
   "group": 2,
   "plan": 3,
   "gate": 4,
   "passage": 5,
   "unit": 6,
   "yields": 7,
   "no-way": 8,
   "room": 9
  },
  "fw_presence": {
   "now": 0,
   "later": 1
  }
 },
 "structs": {
  "fw_allocator": {
   "size": 12,
   "fields": {
    "allocate": [
     0,
     "pointer"
    ],
    "release": [
     4,
     "pointer"
    ],
    "user": [
     8,
     "pointer"
    ]
   }
  },
  "fw_refusal": {
   "size": 72,
   "fields": {
    "result": [
     0,
     "fw_result"
    ],
    "field": [
     4,
     "u8*32"
    ],
    "other": [
     36,
     "u8*32"
    ],
    "reason": [
     68,
     "pointer"
    ]
   }
  },
  "fw_corner": {
   "size": 16,
   "fields": {
    "ahead": [
     0,
     "f64"
    ],
    "aside": [
     8,
     "f64"
    ]
   }
  },
  "fw_footprint": {
   "size": 184,
   "fields": {
    "kind": [
     0,
     "fw_footprint_kind"
    ],
    "radius": [
     8,
     "f64"
    ],
    "length": [
     16,
     "f64"
    ],
    "width": [
     24,
     "f64"
    ],
    "ahead": [
     32,
     "f64"
    ],
    "aside": [
     40,
     "f64"
    ],
    "cornerCount": [
     48,
     "i32"
    ],
    "corners": [
     56,
     "fw_corner*8"
    ]
   }
  },
  "fw_unit_def": {
   "size": 408,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "size": [
     8,
     "i32"
    ],
    "footprint": [
     16,
     "fw_footprint"
    ],
    "terrainCost": [
     200,
     "f32*32"
    ],
    "corners": [
     328,
     "fw_corner_rule"
    ],
    "turnRadius": [
     336,
     "f64"
    ],
    "reverse": [
     344,
     "bool"
    ],
    "reversePenalty": [
     352,
     "f64"
    ],
    "gearChangeCost": [
     360,
     "f64"
    ],
    "methods": [
     368,
     "u32"
    ],
    "allCurves": [
     372,
     "bool"
    ],
    "headings": [
     376,
     "i32"
    ],
    "cluster": [
     380,
     "i32"
    ],
    "dominance": [
     384,
     "fw_dominance"
    ],
    "placement": [
     388,
     "fw_placement"
    ],
    "curvatureRate": [
     392,
     "f64"
    ],
    "abstraction": [
     400,
     "fw_abstraction"
    ]
   }
  },
  "fw_map_def": {
   "size": 28,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "width": [
     8,
     "i32"
    ],
    "height": [
     12,
     "i32"
    ],
    "fill": [
     16,
     "u8"
    ],
    "oldVersions": [
     20,
     "i32"
    ],
    "allocator": [
     24,
     "pointer"
    ]
   }
  },
  "fw_map_memory": {
   "size": 20,
   "fields": {
    "map": [
     0,
     "u32"
    ],
    "layers": [
     4,
     "u32"
    ],
    "tables": [
     8,
     "u32"
    ],
    "scratch": [
     12,
     "u32"
    ],
    "versions": [
     16,
     "u32"
    ]
   }
  },
  "fw_tile_rect": {
   "size": 16,
   "fields": {
    "x": [
     0,
     "i32"
    ],
    "y": [
     4,
     "i32"
    ],
    "width": [
     8,
     "i32"
    ],
    "height": [
     12,
     "i32"
    ]
   }
  },
  "fw_pose": {
   "size": 24,
   "fields": {
    "x": [
     0,
     "f64"
    ],
    "y": [
     8,
     "f64"
    ],
    "heading": [
     16,
     "f64"
    ]
   }
  },
  "fw_segment": {
   "size": 48,
   "fields": {
    "start": [
     0,
     "fw_pose"
    ],
    "curvature": [
     24,
     "f64"
    ],
    "length": [
     32,
     "f64"
    ],
    "gear": [
     40,
     "fw_gear"
    ]
   }
  },
  "fw_violations": {
   "size": 16,
   "fields": {
    "blocked": [
     0,
     "i32"
    ],
    "tooTight": [
     4,
     "i32"
    ],
    "headingJumps": [
     8,
     "i32"
    ],
    "impossible": [
     12,
     "i32"
    ]
   }
  },
  "fw_path_summary": {
   "size": 96,
   "fields": {
    "outcome": [
     0,
     "fw_outcome"
    ],
    "method": [
     4,
     "fw_method"
    ],
    "unit": [
     8,
     "u32"
    ],
    "mapVersion": [
     16,
     "u64"
    ],
    "segmentCount": [
     24,
     "i32"
    ],
    "fixedAngles": [
     28,
     "i32"
    ],
    "length": [
     32,
     "f64"
    ],
    "cost": [
     40,
     "f64"
    ],
    "violations": [
     48,
     "fw_violations"
    ],
    "askedStart": [
     64,
     "fw_pose"
    ],
    "startShift": [
     88,
     "f64"
    ]
   }
  },
  "fw_speed_sample": {
   "size": 24,
   "fields": {
    "at": [
     0,
     "f64"
    ],
    "speed": [
     8,
     "f64"
    ],
    "time": [
     16,
     "f64"
    ]
   }
  },
  "fw_box": {
   "size": 32,
   "fields": {
    "minX": [
     0,
     "f64"
    ],
    "minY": [
     8,
     "f64"
    ],
    "maxX": [
     16,
     "f64"
    ],
    "maxY": [
     24,
     "f64"
    ]
   }
  },
  "fw_trace_event": {
   "size": 72,
   "fields": {
    "kind": [
     0,
     "fw_trace_kind"
    ],
    "id": [
     8,
     "u64"
    ],
    "parent": [
     16,
     "u64"
    ],
    "x": [
     24,
     "f64"
    ],
    "y": [
     32,
     "f64"
    ],
    "heading": [
     40,
     "f64"
    ],
    "g": [
     48,
     "f64"
    ],
    "h": [
     56,
     "f64"
    ],
    "f": [
     64,
     "f64"
    ]
   }
  },
  "fw_goal": {
   "size": 64,
   "fields": {
    "kind": [
     0,
     "fw_goal_kind"
    ],
    "pose": [
     8,
     "fw_pose"
    ],
    "radius": [
     32,
     "f64"
    ],
    "set": [
     40,
     "pointer"
    ],
    "count": [
     44,
     "i32"
    ],
    "hasHeading": [
     48,
     "bool"
    ],
    "headingTolerance": [
     56,
     "f64"
    ]
   }
  },
  "fw_request": {
   "size": 304,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "unit": [
     8,
     "u32"
    ],
    "start": [
     16,
     "fw_pose"
    ],
    "startSlack": [
     40,
     "f64"
    ],
    "goal": [
     48,
     "fw_goal"
    ],
    "method": [
     112,
     "fw_method"
    ],
    "nearest": [
     116,
     "bool"
    ],
    "partial": [
     117,
     "bool"
    ],
    "allowViolations": [
     118,
     "bool"
    ],
    "allowLonger": [
     119,
     "bool"
    ],
    "nearestTolerance": [
     120,
     "f64"
    ],
    "areas": [
     128,
     "pointer"
    ],
    "methodical": [
     132,
     "bool"
    ],
    "refine": [
     136,
     "u64"
    ],
    "fewerBends": [
     144,
     "bool"
    ],
    "bendCost": [
     152,
     "f64"
    ],
    "keepRight": [
     160,
     "bool"
    ],
    "weight": [
     168,
     "f64"
    ],
    "maxWork": [
     176,
     "u64"
    ],
    "maxTimeUs": [
     184,
     "u64"
    ],
    "maxDistance": [
     192,
     "f64"
    ],
    "headings": [
     200,
     "i32"
    ],
    "heuristic": [
     204,
     "fw_heuristic"
    ],
    "fastest": [
     208,
     "pointer"
    ],
    "turnCharge": [
     216,
     "f64"
    ],
    "cluster": [
     224,
     "i32"
    ],
    "segment": [
     228,
     "i32"
    ],
    "dominance": [
     232,
     "fw_dominance"
    ],
    "placement": [
     236,
     "fw_placement"
    ],
    "preSmooth": [
     240,
     "fw_pre_smooth"
    ],
    "smoothing": [
     244,
     "fw_smoothing"
    ],
    "turns": [
     248,
     "fw_turns"
    ],
    "roads": [
     252,
     "fw_roads"
    ],
    "roadTerrains": [
     256,
     "u32"
    ],
    "fixedAngles": [
     260,
     "i32"
    ],
    "overlay": [
     264,
     "pointer"
    ],
    "trace": [
     268,
     "pointer"
    ],
    "traceUser": [
     272,
     "pointer"
    ],
    "previous": [
     276,
     "pointer"
    ],
    "braking": [
     280,
     "f64"
    ],
    "splice": [
     288,
     "f64"
    ],
    "sampleStep": [
     296,
     "f64"
    ]
   }
  },
  "fw_planner_def": {
   "size": 20,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "allocator": [
     8,
     "pointer"
    ],
    "knownRuns": [
     12,
     "u32"
    ],
    "keptBytes": [
     16,
     "u32"
    ]
   }
  },
  "fw_statistics": {
   "size": 112,
   "fields": {
    "expanded": [
     0,
     "u64"
    ],
    "generated": [
     8,
     "u64"
    ],
    "improved": [
     16,
     "u64"
    ],
    "reopened": [
     24,
     "u64"
    ],
    "work": [
     32,
     "u64"
    ],
    "shaping": [
     40,
     "u64"
    ],
    "pages": [
     48,
     "u64"
    ],
    "bytes": [
     56,
     "u64"
    ],
    "fringe": [
     64,
     "u32"
    ],
    "bound": [
     72,
     "f64"
    ],
    "turnRounds": [
     80,
     "u32"
    ],
    "lostApproaches": [
     84,
     "u32"
    ],
    "legs": [
     88,
     "u32"
    ],
    "legFailure": [
     92,
     "fw_leg_failure"
    ],
    "level": [
     96,
     "fw_search_level"
    ],
    "exhausted": [
     100,
     "fw_exhausted"
    ],
    "eased": [
     104,
     "u32"
    ],
    "steeringStops": [
     108,
     "u32"
    ]
   }
  },
  "fw_area_map_def": {
   "size": 24,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "allocator": [
     8,
     "pointer"
    ],
    "labels": [
     12,
     "pointer"
    ],
    "side": [
     16,
     "i32"
    ],
    "partition": [
     20,
     "fw_partition"
    ]
   }
  },
  "fw_batch": {
   "size": 32,
   "fields": {
    "results": [
     0,
     "pointer"
    ],
    "offsets": [
     4,
     "pointer"
    ],
    "lengths": [
     8,
     "pointer"
    ],
    "costs": [
     12,
     "pointer"
    ],
    "segments": [
     16,
     "pointer"
    ],
    "capacity": [
     20,
     "i32"
    ],
    "done": [
     24,
     "i32"
    ],
    "search": [
     28,
     "pointer"
    ]
   }
  },
  "fw_anchor": {
   "size": 8,
   "fields": {
    "x": [
     0,
     "i32"
    ],
    "y": [
     4,
     "i32"
    ]
   }
  },
  "fw_tree": {
   "size": 24,
   "fields": {
    "x": [
     0,
     "f64"
    ],
    "y": [
     8,
     "f64"
    ],
    "radius": [
     16,
     "f64"
    ]
   }
  },
  "fw_forest_request": {
   "size": 64,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "radius": [
     8,
     "f64"
    ],
    "startX": [
     16,
     "f64"
    ],
    "startY": [
     24,
     "f64"
    ],
    "goalX": [
     32,
     "f64"
    ],
    "goalY": [
     40,
     "f64"
    ],
    "turnRadius": [
     48,
     "f64"
    ],
    "maxWork": [
     56,
     "u64"
    ]
   }
  },
  "fw_forest_edge": {
   "size": 64,
   "fields": {
    "kind": [
     0,
     "fw_forest_edge_kind"
    ],
    "segment": [
     8,
     "fw_segment"
    ],
    "isReached": [
     56,
     "bool"
    ]
   }
  },
  "fw_check_def": {
   "size": 144,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "overlay": [
     8,
     "pointer"
    ],
    "hasStart": [
     12,
     "bool"
    ],
    "start": [
     16,
     "fw_pose"
    ],
    "startSlack": [
     40,
     "f64"
    ],
    "hasGoal": [
     48,
     "bool"
    ],
    "goal": [
     56,
     "fw_goal"
    ],
    "checkCost": [
     120,
     "bool"
    ],
    "from": [
     128,
     "f64"
    ],
    "trees": [
     136,
     "pointer"
    ],
    "treeCount": [
     140,
     "i32"
    ]
   }
  },
  "fw_check_report": {
   "size": 136,
   "fields": {
    "legal": [
     0,
     "bool"
    ],
    "faults": [
     4,
     "i32*16"
    ],
    "first": [
     68,
     "fw_fault"
    ],
    "firstSegment": [
     72,
     "i32"
    ],
    "firstAt": [
     80,
     "f64"
    ],
    "firstX": [
     88,
     "f64"
    ],
    "firstY": [
     96,
     "f64"
    ],
    "firstTileX": [
     104,
     "i32"
    ],
    "firstTileY": [
     108,
     "i32"
    ],
    "length": [
     112,
     "f64"
    ],
    "cost": [
     120,
     "f64"
    ],
    "steeringStops": [
     128,
     "i32"
    ]
   }
  },
  "fw_sight": {
   "size": 40,
   "fields": {
    "u": [
     0,
     "f64"
    ],
    "x": [
     8,
     "f64"
    ],
    "y": [
     16,
     "f64"
    ],
    "distance": [
     24,
     "f64"
    ],
    "isClear": [
     32,
     "bool"
    ]
   }
  },
  "fw_radical": {
   "size": 56,
   "fields": {
    "a": [
     0,
     "f64"
    ],
    "theta": [
     8,
     "f64"
    ],
    "x": [
     16,
     "f64*2"
    ],
    "y": [
     32,
     "f64*2"
    ],
    "count": [
     48,
     "i32"
    ],
    "isBlocked": [
     52,
     "bool"
    ]
   }
  },
  "fw_curve": {
   "size": 264,
   "fields": {
    "segments": [
     0,
     "fw_segment*5"
    ],
    "count": [
     240,
     "i32"
    ],
    "length": [
     248,
     "f64"
    ],
    "cost": [
     256,
     "f64"
    ]
   }
  },
  "fw_motion_summary": {
   "size": 40,
   "fields": {
    "headings": [
     0,
     "i32"
    ],
    "motions": [
     4,
     "i32"
    ],
    "branching": [
     8,
     "f64"
    ],
    "unpruned": [
     16,
     "f64"
    ],
    "reach": [
     24,
     "i32"
    ],
    "bytes": [
     28,
     "u32"
    ],
    "complete": [
     32,
     "bool"
    ]
   }
  },
  "fw_explanation": {
   "size": 232,
   "fields": {
    "result": [
     0,
     "fw_result"
    ],
    "barrier": [
     4,
     "fw_barrier"
    ],
    "size": [
     8,
     "i32"
    ],
    "terrains": [
     12,
     "u32"
    ],
    "hasPlace": [
     16,
     "bool"
    ],
    "hasNearest": [
     17,
     "bool"
    ],
    "place": [
     24,
     "fw_pose"
    ],
    "nearest": [
     48,
     "fw_pose"
    ],
    "text": [
     72,
     "u8*160"
    ]
   }
  },
  "fw_speed_def": {
   "size": 328,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "top": [
     8,
     "f64"
    ],
    "acceleration": [
     16,
     "f64"
    ],
    "braking": [
     24,
     "f64"
    ],
    "lateral": [
     32,
     "f64"
    ],
    "start": [
     40,
     "f64"
    ],
    "end": [
     48,
     "f64"
    ],
    "terrainTop": [
     56,
     "f64*32"
    ],
    "turnRadius": [
     312,
     "f64"
    ],
    "radiusPerSpeed": [
     320,
     "f64"
    ]
   }
  },
  "fw_frame": {
   "size": 40,
   "fields": {
    "resolution": [
     0,
     "f64"
    ],
    "originX": [
     8,
     "f64"
    ],
    "originY": [
     16,
     "f64"
    ],
    "yaw": [
     24,
     "f64"
    ],
    "yAxis": [
     32,
     "fw_y_axis"
    ],
    "height": [
     36,
     "i32"
    ]
   }
  },
  "fw_cluster_summary": {
   "size": 40,
   "fields": {
    "side": [
     0,
     "i32"
    ],
    "dominance": [
     4,
     "fw_dominance"
    ],
    "placement": [
     8,
     "fw_placement"
    ],
    "clusters": [
     12,
     "u32"
    ],
    "transitions": [
     16,
     "u32"
    ],
    "edges": [
     20,
     "u32"
    ],
    "bytes": [
     24,
     "u32"
    ],
    "hasLandmarks": [
     28,
     "bool"
    ],
    "abstraction": [
     32,
     "fw_abstraction"
    ],
    "kinds": [
     36,
     "i32"
    ]
   }
  },
  "fw_hybrid_step_report": {
   "size": 24,
   "fields": {
    "result": [
     0,
     "fw_result"
    ],
    "expanded": [
     8,
     "u64"
    ],
    "work": [
     16,
     "u64"
    ]
   }
  },
  "fw_hybrid_report": {
   "size": 280,
   "fields": {
    "steps": [
     0,
     "fw_hybrid_step_report*7"
    ],
    "failed": [
     168,
     "i32"
    ],
    "hasA": [
     172,
     "bool"
    ],
    "hasB": [
     173,
     "bool"
    ],
    "a": [
     176,
     "fw_pose"
    ],
    "b": [
     200,
     "fw_pose"
    ],
    "hasGap": [
     224,
     "bool"
    ],
    "from": [
     232,
     "fw_pose"
    ],
    "to": [
     256,
     "fw_pose"
    ]
   }
  },
  "fw_inflation": {
   "size": 32,
   "fields": {
    "capability": [
     0,
     "u32"
    ],
    "radius": [
     8,
     "f64"
    ],
    "decay": [
     16,
     "f64"
    ],
    "highest": [
     24,
     "u8"
    ]
   }
  },
  "fw_agent_def": {
   "size": 88,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "id": [
     8,
     "u32"
    ],
    "unit": [
     12,
     "u32"
    ],
    "start": [
     16,
     "fw_pose"
    ],
    "top": [
     40,
     "f64"
    ],
    "acceleration": [
     48,
     "f64"
    ],
    "braking": [
     56,
     "f64"
    ],
    "lateral": [
     64,
     "f64"
    ],
    "sides": [
     72,
     "u32"
    ],
    "layers": [
     76,
     "u32"
    ],
    "givesWayTo": [
     80,
     "u32"
    ],
    "mayPush": [
     84,
     "u32"
    ]
   }
  },
  "fw_agent_state": {
   "size": 88,
   "fields": {
    "id": [
     0,
     "u32"
    ],
    "activity": [
     4,
     "fw_agent_activity"
    ],
    "other": [
     8,
     "u32"
    ],
    "gear": [
     12,
     "fw_gear"
    ],
    "pose": [
     16,
     "fw_pose"
    ],
    "speed": [
     40,
     "f64"
    ],
    "driven": [
     48,
     "f64"
    ],
    "waited": [
     56,
     "f64"
    ],
    "arrived": [
     64,
     "f64"
    ],
    "fromGoal": [
     72,
     "f64"
    ],
    "reason": [
     80,
     "fw_agent_reason"
    ]
   }
  },
  "fw_traffic_event": {
   "size": 32,
   "fields": {
    "time": [
     0,
     "f64"
    ],
    "id": [
     8,
     "u32"
    ],
    "activity": [
     12,
     "fw_agent_activity"
    ],
    "other": [
     16,
     "u32"
    ],
    "leavesGroup": [
     20,
     "bool"
    ],
    "news": [
     24,
     "fw_traffic_news"
    ],
    "site": [
     28,
     "u32"
    ]
   }
  },
  "fw_group_def": {
   "size": 24,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "ownSteps": [
     8,
     "f64"
    ],
    "keepsAbreast": [
     16,
     "bool"
    ]
   }
  },
  "fw_mark": {
   "size": 112,
   "fields": {
    "kind": [
     0,
     "fw_mark_kind"
    ],
    "shape": [
     4,
     "fw_mark_shape"
    ],
    "group": [
     8,
     "i32"
    ],
    "line": [
     16,
     "fw_segment"
    ],
    "tiles": [
     64,
     "fw_tile_rect"
    ],
    "numbers": [
     80,
     "f64*4"
    ]
   }
  },
  "fw_replay_report": {
   "size": 752,
   "fields": {
    "calls": [
     0,
     "u64"
    ],
    "compared": [
     8,
     "u64"
    ],
    "leftOut": [
     16,
     "u64"
    ],
    "marks": [
     24,
     "u64"
    ],
    "isCutOff": [
     32,
     "bool"
    ],
    "differs": [
     33,
     "bool"
    ],
    "place": [
     40,
     "u64"
    ],
    "call": [
     48,
     "u8*320"
    ],
    "recorded": [
     368,
     "u8*160"
    ],
    "answered": [
     528,
     "u8*160"
    ],
    "mark": [
     688,
     "u8*64"
    ]
   }
  },
  "fw_rejection": {
   "size": 184,
   "fields": {
    "reason": [
     0,
     "fw_rejection_reason"
    ],
    "value": [
     8,
     "f64"
    ],
    "limit": [
     16,
     "f64"
    ],
    "text": [
     24,
     "u8*160"
    ]
   }
  },
  "fw_node": {
   "size": 24,
   "fields": {
    "id": [
     0,
     "u64"
    ],
    "cost": [
     8,
     "u64"
    ],
    "via": [
     16,
     "u16"
    ]
   }
  },
  "fw_estimate": {
   "size": 24,
   "fields": {
    "id": [
     0,
     "u64"
    ],
    "h": [
     8,
     "u64"
    ],
    "via": [
     16,
     "u16"
    ]
   }
  },
  "fw_space": {
   "size": 24,
   "fields": {
    "begin": [
     0,
     "pointer"
    ],
    "expand": [
     4,
     "pointer"
    ],
    "estimate": [
     8,
     "pointer"
    ],
    "place": [
     12,
     "pointer"
    ],
    "space": [
     16,
     "pointer"
    ],
    "consistent": [
     20,
     "bool"
    ]
   }
  },
  "fw_space_request": {
   "size": 64,
   "fields": {
    "bytes": [
     0,
     "u32"
    ],
    "cookie": [
     4,
     "u32"
    ],
    "space": [
     8,
     "fw_space"
    ],
    "weight": [
     32,
     "f64"
    ],
    "maxWork": [
     40,
     "u64"
    ],
    "maxTimeUs": [
     48,
     "u64"
    ],
    "trace": [
     56,
     "pointer"
    ],
    "traceUser": [
     60,
     "pointer"
    ]
   }
  },
  "fw_portal": {
   "size": 32,
   "fields": {
    "leftX": [
     0,
     "f64"
    ],
    "leftY": [
     8,
     "f64"
    ],
    "rightX": [
     16,
     "f64"
    ],
    "rightY": [
     24,
     "f64"
    ]
   }
  }
 },
 "functions": {
  "fw_result_text": "pointer result:fw_result",
  "fw_version": "pointer",
  "fw_circle": "fw_footprint radius:f64",
  "fw_rectangle": "fw_footprint length:f64 width:f64",
  "fw_rectangle_at": "fw_footprint length:f64 width:f64 ahead:f64 aside:f64",
  "fw_polygon": "fw_footprint corners:pointer count:i32",
  "fw_method_name": "pointer method:fw_method",
  "fw_method_from_name": "fw_result name:pointer method:pointer",
  "fw_unit_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_unit_def": "fw_unit_def",
  "fw_unit_refusal": "fw_refusal def:pointer",
  "fw_map_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_map_def": "fw_map_def",
  "fw_map_create": "fw_result def:pointer map:pointer",
  "fw_map_destroy": " map:pointer",
  "fw_map_width": "i32 map:pointer",
  "fw_map_height": "i32 map:pointer",
  "fw_map_version": "u64 map:pointer",
  "fw_map_changes_since": "fw_result map:pointer since:u64 rects:pointer capacity:i32 count:pointer",
  "fw_map_snapshot": "pointer map:pointer",
  "fw_map_release": " snapshot:pointer",
  "fw_map_terrain": "u8 map:pointer x:i32 y:i32",
  "fw_map_set_terrain_name": "fw_result map:pointer terrain:u8 name:pointer",
  "fw_map_terrain_name": "pointer map:pointer terrain:u8",
  "fw_map_set_tile": "fw_result map:pointer x:i32 y:i32 terrain:u8",
  "fw_map_set_rect": "fw_result map:pointer x:i32 y:i32 width:i32 height:i32 terrain:u8",
  "fw_map_set_tiles": "fw_result map:pointer x:i32 y:i32 width:i32 height:i32 terrains:pointer stride:u32",
  "fw_map_commit": "fw_result map:pointer",
  "fw_map_has_pending_edits": "bool map:pointer",
  "fw_map_discard": " map:pointer",
  "fw_map_add_unit": "fw_result map:pointer def:pointer id:pointer",
  "fw_map_remove_unit": "fw_result map:pointer id:u32",
  "fw_map_unit": "fw_result map:pointer id:u32 def:pointer",
  "fw_map_get_unit": "fw_result map:pointer id:u32 def:pointer bytes:u32",
  "fw_map_prepare": "fw_result map:pointer id:u32 method:fw_method",
  "fw_map_prepare_step": "fw_result map:pointer id:u32 method:fw_method work:u64",
  "fw_map_prepare_done": "f64 map:pointer id:u32 method:fw_method",
  "fw_map_prepare_refusal": "fw_refusal map:pointer id:u32 method:fw_method",
  "fw_map_memory_use": "fw_result map:pointer use:pointer",
  "fw_map_get_memory": "fw_result map:pointer use:pointer bytes:u32",
  "fw_map_clearance": "i32 map:pointer capability:u32 x:i32 y:i32",
  "fw_map_fits": "bool map:pointer id:u32 x:i32 y:i32",
  "fw_map_connected": "bool map:pointer id:u32 fromX:i32 fromY:i32 toX:i32 toY:i32",
  "fw_map_region": "u32 map:pointer id:u32 x:i32 y:i32",
  "fw_map_nearest": "fw_result map:pointer id:u32 region:u32 x:f64 y:f64 nearestX:pointer nearestY:pointer",
  "fw_outcome_name": "pointer outcome:fw_outcome",
  "fw_path_create": "fw_result allocator:pointer path:pointer",
  "fw_path_destroy": " path:pointer",
  "fw_path_clear": " path:pointer",
  "fw_path_copy": "fw_result from:pointer to:pointer",
  "fw_path_set": "fw_result path:pointer segments:pointer count:i32 claimed:pointer",
  "fw_path_summarise": "fw_result path:pointer summary:pointer",
  "fw_path_get_summary": "fw_result path:pointer summary:pointer bytes:u32",
  "fw_path_segments": "pointer path:pointer count:pointer",
  "fw_path_length": "f64 path:pointer",
  "fw_path_pose_at": "fw_result path:pointer distance:f64 pose:pointer",
  "fw_segment_pose_at": "fw_result segment:pointer distance:f64 pose:pointer",
  "fw_path_pose_following": "fw_result path:pointer distance:f64 cursor:pointer pose:pointer",
  "fw_path_bounds": "fw_result path:pointer box:pointer",
  "fw_path_set_cost": "fw_result path:pointer cost:f64",
  "fw_path_split": "fw_result path:pointer distance:f64 rest:pointer",
  "fw_path_reverse": "fw_result path:pointer",
  "fw_path_join": "fw_result path:pointer tail:pointer",
  "fw_path_nearest": "fw_result path:pointer x:f64 y:f64 distance:pointer away:pointer",
  "fw_path_resample": "fw_result path:pointer deviation:f64 poses:pointer capacity:i32 count:pointer",
  "fw_path_impossible": "pointer path:pointer count:pointer",
  "fw_path_set_impossible": "fw_result path:pointer stretches:pointer count:i32",
  "fw_path_speeds": "pointer path:pointer count:pointer",
  "fw_path_set_speeds": "fw_result path:pointer samples:pointer count:i32",
  "fw_overlay_create": "fw_result width:i32 height:i32 allocator:pointer overlay:pointer",
  "fw_overlay_destroy": " overlay:pointer",
  "fw_overlay_clear": " overlay:pointer",
  "fw_overlay_block": "fw_result overlay:pointer x:i32 y:i32 width:i32 height:i32",
  "fw_overlay_forbid": "fw_result overlay:pointer x:i32 y:i32 moves:u8",
  "fw_overlay_add_cost": "fw_result overlay:pointer x:i32 y:i32 width:i32 height:i32 cost:f32",
  "fw_overlay_set_costs": "fw_result overlay:pointer x:i32 y:i32 width:i32 height:i32 costs:pointer stride:u32 unknown:u8",
  "fw_overlay_get_costs": "fw_result overlay:pointer x:i32 y:i32 width:i32 height:i32 costs:pointer stride:u32",
  "fw_overlay_corridor": "fw_result overlay:pointer x:i32 y:i32 width:i32 height:i32",
  "fw_overlay_corridor_along": "fw_result overlay:pointer path:pointer size:i32 margin:i32",
  "fw_goal_at": "fw_goal x:f64 y:f64",
  "fw_goal_pose": "fw_goal pose:fw_pose",
  "fw_goal_within": "fw_goal x:f64 y:f64 radius:f64",
  "fw_goal_pose_within": "fw_goal centre:fw_pose radius:f64",
  "fw_goal_nearest_of": "fw_goal set:pointer count:i32",
  "fw_goal_nearest_pose_of": "fw_goal set:pointer count:i32",
  "fw_pose_on_tile": "fw_pose x:i32 y:i32 size:i32",
  "fw_goal_on_tile": "fw_goal x:i32 y:i32 size:i32",
  "fw_request_init": "fw_result request:pointer bytes:u32",
  "fw_default_request": "fw_request",
  "fw_request_refusal": "fw_refusal map:pointer request:pointer",
  "fw_request_ignored": "i32 map:pointer request:pointer fields:pointer capacity:i32",
  "fw_planner_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_planner_def": "fw_planner_def",
  "fw_leg_failure_name": "pointer failure:fw_leg_failure",
  "fw_search_level_name": "pointer level:fw_search_level",
  "fw_exhausted_name": "pointer end:fw_exhausted",
  "fw_planner_create": "fw_result map:pointer def:pointer planner:pointer",
  "fw_planner_destroy": " planner:pointer",
  "fw_planner_bytes": "u32 planner:pointer",
  "fw_planner_prepare": "fw_result planner:pointer unit:u32 method:fw_method",
  "fw_planner_trim": " planner:pointer",
  "fw_find_path": "fw_result planner:pointer request:pointer path:pointer",
  "fw_search_begin": "fw_result planner:pointer request:pointer search:pointer",
  "fw_search_step": "fw_result search:pointer work:u64",
  "fw_search_step_for": "fw_result search:pointer microseconds:u64",
  "fw_search_best_so_far": "fw_result search:pointer path:pointer",
  "fw_search_statistics": "fw_result search:pointer statistics:pointer",
  "fw_search_get_statistics": "fw_result search:pointer statistics:pointer bytes:u32",
  "fw_search_progress": "f64 search:pointer",
  "fw_search_end": " search:pointer",
  "fw_planner_statistics": "fw_result planner:pointer statistics:pointer",
  "fw_planner_get_statistics": "fw_result planner:pointer statistics:pointer bytes:u32",
  "fw_area_map_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_area_map_def": "fw_area_map_def",
  "fw_area_map_create": "fw_result map:pointer unit:u32 def:pointer areas:pointer",
  "fw_area_map_destroy": " areas:pointer",
  "fw_area_map_count": "i32 areas:pointer",
  "fw_area_map_at": "i32 areas:pointer x:i32 y:i32",
  "fw_area_map_label": "i32 areas:pointer area:i32",
  "fw_area_map_bytes": "u32 areas:pointer",
  "fw_planner_area_path": "i32 planner:pointer areas:pointer capacity:i32",
  "fw_search_area_path": "i32 search:pointer areas:pointer capacity:i32",
  "fw_find_paths": "fw_result planner:pointer request:pointer starts:pointer goals:pointer count:i32 work:u64 batch:pointer",
  "fw_field_create": "fw_result map:pointer allocator:pointer field:pointer",
  "fw_field_destroy": " field:pointer",
  "fw_field_fill": "fw_result field:pointer unit:u32 goals:pointer count:i32 overlay:pointer",
  "fw_field_cost": "f64 field:pointer x:i32 y:i32",
  "fw_field_step": "u8 field:pointer x:i32 y:i32",
  "fw_field_bytes": "u32 field:pointer",
  "fw_map_read_terrains": "fw_result map:pointer terrains:pointer",
  "fw_map_read_clearances": "fw_result map:pointer capability:u32 clearances:pointer",
  "fw_map_read_fits": "fw_result map:pointer id:u32 fits:pointer",
  "fw_map_read_regions": "fw_result map:pointer id:u32 regions:pointer",
  "fw_field_read_costs": "fw_result field:pointer width:i32 height:i32 costs:pointer",
  "fw_field_read_steps": "fw_result field:pointer width:i32 height:i32 steps:pointer",
  "fw_path_sample": "fw_result path:pointer step:f64 poses:pointer capacity:i32 count:pointer",
  "fw_forest_create": "fw_result allocator:pointer forest:pointer",
  "fw_forest_destroy": " forest:pointer",
  "fw_forest_add": "fw_result forest:pointer circle:fw_tree id:pointer",
  "fw_forest_move": "fw_result forest:pointer id:u64 circle:fw_tree",
  "fw_forest_remove": "fw_result forest:pointer id:u64",
  "fw_forest_set_map": "fw_result forest:pointer map:pointer capability:u32",
  "fw_forest_tree": "fw_result forest:pointer id:u64 circle:pointer",
  "fw_forest_count": "i32 forest:pointer",
  "fw_forest_version": "u64 forest:pointer",
  "fw_forest_snapshot": "pointer forest:pointer",
  "fw_forest_release": " snapshot:pointer",
  "fw_forest_planner_create": "fw_result forest:pointer allocator:pointer planner:pointer",
  "fw_forest_planner_destroy": " planner:pointer",
  "fw_forest_request_init": "fw_result request:pointer bytes:u32",
  "fw_default_forest_request": "fw_forest_request",
  "fw_forest_find_path": "fw_result planner:pointer request:pointer path:pointer",
  "fw_forest_search_begin": "fw_result planner:pointer request:pointer",
  "fw_forest_search_step": "fw_result planner:pointer work:u64 path:pointer",
  "fw_forest_search_end": " planner:pointer",
  "fw_forest_planner_statistics": "fw_result planner:pointer statistics:pointer",
  "fw_forest_planner_get_statistics": "fw_result planner:pointer statistics:pointer bytes:u32",
  "fw_forest_planner_edges": "fw_result planner:pointer receive:pointer user:pointer",
  "fw_fault_text": "pointer fault:fw_fault",
  "fw_check_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_check_def": "fw_check_def",
  "fw_path_check": "fw_result map:pointer unit:u32 path:pointer def:pointer report:pointer",
  "fw_path_get_check": "fw_result map:pointer unit:u32 path:pointer def:pointer report:pointer bytes:u32",
  "fw_path_is_untouched": "bool map:pointer path:pointer from:f64 since:u64",
  "fw_bitangents": "fw_result a:fw_tree b:fw_tree lines:pointer count:pointer",
  "fw_circle_sees": "fw_result circle:fw_tree x:f64 y:f64 toX:f64 toY:f64 sight:pointer",
  "fw_arc_is_blocked": "fw_result arc:pointer other:fw_tree radical:pointer",
  "fw_turn_then_straight": "fw_result start:fw_pose x:f64 y:f64 turnRadius:f64 side:fw_side curve:pointer",
  "fw_dubins": "fw_result start:fw_pose goal:fw_pose turnRadius:f64 word:fw_dubins_word curve:pointer",
  "fw_dubins_by_length": "fw_result start:fw_pose goal:fw_pose turnRadius:f64 words:pointer curves:pointer count:pointer",
  "fw_dubins_length": "fw_result start:fw_pose goal:fw_pose turnRadius:f64 length:pointer",
  "fw_reeds_shepp": "fw_result start:fw_pose goal:fw_pose turnRadius:f64 reversePenalty:f64 gearChangeCost:f64 curve:pointer",
  "fw_sweep": "fw_result map:pointer unit:u32 overlay:pointer segment:pointer isFree:pointer",
  "fw_map_motions": "fw_result map:pointer id:u32 method:fw_method summary:pointer",
  "fw_map_get_motions": "fw_result map:pointer id:u32 method:fw_method summary:pointer bytes:u32",
  "fw_map_distance": "fw_result map:pointer capability:u32 x:f64 y:f64 distance:pointer",
  "fw_map_distances": "fw_result map:pointer capability:u32 x:i32 y:i32 width:i32 height:i32 most:f64 allocator:pointer distances:pointer stride:u32",
  "fw_barrier_name": "pointer barrier:fw_barrier",
  "fw_explain": "fw_result planner:pointer request:pointer why:pointer bytes:u32",
  "fw_path_smooth": "fw_result planner:pointer overlay:pointer kind:fw_smoothing path:pointer",
  "fw_path_turn": "fw_result planner:pointer overlay:pointer kind:fw_turns start:pointer goal:pointer path:pointer",
  "fw_path_fix_angles": "fw_result planner:pointer overlay:pointer angles:i32 path:pointer",
  "fw_path_ease": "fw_result planner:pointer overlay:pointer path:pointer stops:pointer",
  "fw_round_heading": "f64 heading:f64 angles:i32",
  "fw_speed_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_speed_def": "fw_speed_def",
  "fw_speed_refusal": "fw_refusal def:pointer",
  "fw_path_profile": "fw_result map:pointer def:pointer path:pointer tooFastAt:pointer",
  "fw_path_duration": "f64 path:pointer",
  "fw_path_pose_at_time": "fw_result path:pointer time:f64 pose:pointer speed:pointer",
  "fw_path_speed_at": "fw_result path:pointer distance:f64 speed:pointer time:pointer",
  "fw_frame_pose_to_metres": "fw_result frame:pointer tiles:pointer metres:pointer",
  "fw_frame_pose_to_tiles": "fw_result frame:pointer metres:pointer tiles:pointer",
  "fw_frame_to_metres": "f64 frame:pointer tiles:f64",
  "fw_frame_to_tiles": "f64 frame:pointer metres:f64",
  "fw_frame_unit_to_tiles": "fw_result frame:pointer unit:pointer",
  "fw_frame_unit_to_metres": "fw_result frame:pointer unit:pointer",
  "fw_frame_speeds_to_tiles": "fw_result frame:pointer speeds:pointer",
  "fw_frame_path_to_metres": "fw_result frame:pointer path:pointer",
  "fw_frame_path_to_tiles": "fw_result frame:pointer path:pointer",
  "fw_map_clusters": "fw_result map:pointer id:u32 summary:pointer",
  "fw_map_get_clusters": "fw_result map:pointer id:u32 summary:pointer bytes:u32",
  "fw_hybrid_step_name": "pointer step:fw_hybrid_step",
  "fw_planner_hybrid_report": "fw_result planner:pointer report:pointer",
  "fw_planner_get_hybrid_report": "fw_result planner:pointer report:pointer bytes:u32",
  "fw_search_hybrid_report": "fw_result search:pointer report:pointer",
  "fw_search_get_hybrid_report": "fw_result search:pointer report:pointer bytes:u32",
  "fw_planner_hybrid_way": "fw_result planner:pointer step:fw_hybrid_step path:pointer",
  "fw_map_inflate": "fw_result map:pointer inflation:pointer overlay:pointer",
  "fw_planner_enqueue": "fw_result planner:pointer request:pointer priority:i32 ticket:pointer",
  "fw_planner_run": "fw_result planner:pointer work:u64 microseconds:u64",
  "fw_planner_next_answer": "u64 planner:pointer",
  "fw_planner_collect": "fw_result planner:pointer ticket:u64 path:pointer",
  "fw_planner_best_so_far": "fw_result planner:pointer ticket:u64 path:pointer",
  "fw_planner_retarget": "fw_result planner:pointer ticket:u64 request:pointer",
  "fw_planner_cancel": " planner:pointer ticket:u64",
  "fw_planner_queued": "i32 planner:pointer",
  "fw_agent_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_agent_def": "fw_agent_def",
  "fw_agent_activity_name": "pointer activity:fw_agent_activity",
  "fw_traffic_create": "fw_result map:pointer allocator:pointer traffic:pointer",
  "fw_traffic_destroy": " traffic:pointer",
  "fw_traffic_add": "fw_result traffic:pointer def:pointer",
  "fw_agent_refusal": "fw_refusal traffic:pointer def:pointer",
  "fw_traffic_remove": "fw_result traffic:pointer id:u32",
  "fw_traffic_order": "fw_result traffic:pointer id:u32 x:f64 y:f64",
  "fw_traffic_order_group": "fw_result traffic:pointer ids:pointer places:pointer count:i32",
  "fw_group_def_init": "fw_result def:pointer bytes:u32",
  "fw_default_group_def": "fw_group_def",
  "fw_traffic_order_together": "fw_result traffic:pointer def:pointer ids:pointer places:pointer count:i32",
  "fw_traffic_prioritise": "fw_result traffic:pointer id:u32 priority:i32",
  "fw_formation_places": "fw_result formation:fw_formation centre:fw_pose spacing:f64 places:pointer count:i32",
  "fw_traffic_step": "fw_result traffic:pointer dt:f64 budget:u64",
  "fw_traffic_save": "fw_result traffic:pointer buffer:pointer capacity:u32 bytes:pointer",
  "fw_traffic_restore": "fw_result traffic:pointer buffer:pointer bytes:u32",
  "fw_traffic_time": "f64 traffic:pointer",
  "fw_traffic_states": "pointer traffic:pointer count:pointer",
  "fw_traffic_count": "i32 traffic:pointer",
  "fw_traffic_get_state": "fw_result traffic:pointer id:u32 state:pointer bytes:u32",
  "fw_traffic_get_state_at": "fw_result traffic:pointer index:i32 state:pointer bytes:u32",
  "fw_traffic_events": "pointer traffic:pointer count:pointer",
  "fw_traffic_get_event": "fw_result traffic:pointer index:i32 event:pointer bytes:u32",
  "fw_traffic_bytes": "u32 traffic:pointer",
  "fw_mark_kind_name": "pointer kind:fw_mark_kind",
  "fw_mark_number_name": "pointer kind:fw_mark_kind index:i32",
  "fw_inspect_layer": "fw_result map:pointer id:u32 receive:pointer user:pointer",
  "fw_inspect_regions": "fw_result map:pointer id:u32 receive:pointer user:pointer",
  "fw_inspect_jump_points": "fw_result map:pointer id:u32 receive:pointer user:pointer",
  "fw_inspect_clusters": "fw_result map:pointer id:u32 receive:pointer user:pointer",
  "fw_inspect_areas": "fw_result areas:pointer receive:pointer user:pointer",
  "fw_inspect_motions": "fw_result map:pointer id:u32 method:fw_method place:fw_pose receive:pointer user:pointer",
  "fw_inspect_guide": "fw_result search:pointer heading:f64 receive:pointer user:pointer",
  "fw_inspect_cones": "fw_result search:pointer receive:pointer user:pointer",
  "fw_inspect_walkable": "fw_result map:pointer id:u32 x:f64 y:f64 toX:f64 toY:f64 receive:pointer user:pointer",
  "fw_mark_from_trace": "bool event:pointer mark:pointer",
  "fw_inspect_traffic": "fw_result traffic:pointer receive:pointer user:pointer",
  "fw_inspect_forest": "fw_result planner:pointer receive:pointer user:pointer",
  "fw_inspect_bitangents": "fw_result a:fw_tree b:fw_tree receive:pointer user:pointer",
  "fw_inspect_sight": "fw_result circle:fw_tree x:f64 y:f64 toX:f64 toY:f64 receive:pointer user:pointer",
  "fw_inspect_curve": "fw_result segments:pointer count:i32 receive:pointer user:pointer",
  "fw_map_nearest_free": "fw_result map:pointer unit:u32 overlay:pointer from:fw_pose taken:pointer takenCount:i32 place:pointer",
  "fw_record_begin": "fw_result map:pointer write:pointer user:pointer",
  "fw_record_end": "fw_result map:pointer",
  "fw_replay": "fw_result recording:pointer bytes:u32 allocator:pointer report:pointer reportBytes:u32",
  "fw_recording_minimise": "fw_result recording:pointer bytes:u32 fails:pointer user:pointer write:pointer",
  "fw_rejection_reason_name": "pointer reason:fw_rejection_reason",
  "fw_search_rejection": "fw_result search:pointer method:fw_method why:pointer bytes:u32",
  "fw_planner_rejection": "fw_result planner:pointer method:fw_method why:pointer bytes:u32",
  "fw_snapshot_take": "fw_result map:pointer snapshot:pointer",
  "fw_snapshot_map": "pointer snapshot:pointer",
  "fw_snapshot_release": "fw_result snapshot:pointer",
  "fw_successors_push": " out:pointer id:u64 cost:u64 via:u16",
  "fw_space_request_init": "fw_result request:pointer bytes:u32",
  "fw_default_space_request": "fw_space_request",
  "fw_search_begin_space": "fw_result planner:pointer request:pointer search:pointer",
  "fw_search_nodes": "fw_result search:pointer nodes:pointer capacity:i32 count:pointer cost:pointer",
  "fw_path_funnel": "fw_result path:pointer start:fw_pose goal:fw_pose portals:pointer count:i32 radius:f64",
  "fw_path_in_sight": "fw_result path:pointer start:fw_pose points:pointer count:i32 turnRadius:f64 mayDrive:pointer user:pointer",
  "fw_nodes_in_sight": "fw_result nodes:pointer count:pointer sees:pointer user:pointer",
  "fw_traffic_set_obstacle": "fw_result traffic:pointer id:u32 pose:fw_pose vx:f64 vy:f64 radius:f64",
  "fw_traffic_remove_obstacle": "fw_result traffic:pointer id:u32",
  "fw_traffic_place": "fw_result traffic:pointer id:u32 pose:fw_pose",
  "fw_traffic_stop": "fw_result traffic:pointer id:u32",
  "fw_traffic_hold": "fw_result traffic:pointer id:u32 holds:bool",
  "fw_traffic_halt_near": "fw_result traffic:pointer id:u32 sides:u32 radius:f64",
  "fw_traffic_order_near": "fw_result traffic:pointer ids:pointer count:i32 x:f64 y:f64",
  "fw_traffic_follow": "fw_result traffic:pointer id:u32 other:u32 distance:f64",
  "fw_traffic_order_along": "fw_result traffic:pointer id:u32 places:pointer count:i32",
  "fw_traffic_in_circle": "fw_result traffic:pointer x:f64 y:f64 radius:f64 ids:pointer capacity:i32 count:pointer",
  "fw_traffic_in_box": "fw_result traffic:pointer minX:f64 minY:f64 maxX:f64 maxY:f64 ids:pointer capacity:i32 count:pointer",
  "fw_traffic_set_sides": "fw_result traffic:pointer id:u32 sides:u32",
  "fw_traffic_nearest": "fw_result traffic:pointer x:f64 y:f64 sides:u32 except:u32 most:f64 id:pointer distance:pointer",
  "fw_traffic_get_corners": "fw_result traffic:pointer id:u32 corners:pointer capacity:i32 count:pointer",
  "fw_traffic_get_wait": "fw_result traffic:pointer id:u32 seconds:pointer other:pointer",
  "fw_traffic_get_cause": "fw_result traffic:pointer id:u32 cause:pointer other:pointer",
  "fw_wait_cause_text": "pointer cause:fw_wait_cause",
  "fw_traffic_set_user": "fw_result traffic:pointer id:u32 user:u64",
  "fw_traffic_get_user": "u64 traffic:pointer id:u32",
  "fw_traffic_hash": "u64 traffic:pointer",
  "fw_traffic_set_regard": "fw_result traffic:pointer id:u32 layers:u32 givesWayTo:u32 mayPush:u32",
  "fw_traffic_in_rect": "fw_result traffic:pointer x:i32 y:i32 width:i32 height:i32 presence:fw_presence ids:pointer capacity:i32 count:pointer",
  "fw_traffic_clear_rect": "fw_result traffic:pointer x:i32 y:i32 width:i32 height:i32 site:pointer",
  "fw_traffic_release_site": "fw_result traffic:pointer site:u32",
  "fw_traffic_set_speeds": "fw_result traffic:pointer unit:u32 terrainTop:pointer",
  "fw_traffic_set_overlay": "fw_result traffic:pointer overlay:pointer",
  "fw_traffic_set_kind_overlay": "fw_result traffic:pointer unit:u32 overlay:pointer",
  "fw_traffic_set_unit_overlay": "fw_result traffic:pointer id:u32 overlay:pointer"
 }
};
