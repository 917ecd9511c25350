"""Enumerations of the library. Made from bindings/api.json by generate.py: do not edit."""
import enum


class _Named(enum.IntEnum):
    """Numbers that print their names, in all versions of Python."""

    __str__ = enum.Enum.__str__

    def __format__(self, spec):
        return format(int(self), spec) if spec else str(self)


class Result(_Named):
    """Result of a call. After `FW_OK` (0) come the answers of a search, then errors in the arguments. Unless a function says otherwise, a result other than `FW_OK` and `FW_PENDING` means that nothing was changed."""

    OK = 0
    PENDING = 1
    UNREACHABLE = 2
    NOT_FOUND = 3
    START_BLOCKED = 4
    GOAL_BLOCKED = 5
    STALE = 6
    LIMIT = 7
    NULL_ARGUMENT = 8
    BAD_DEF = 9
    BAD_SIZE = 10
    BAD_VALUE = 11
    NOT_FINITE = 12
    OUT_OF_BOUNDS = 13
    UNKNOWN_TERRAIN = 14
    UNKNOWN_UNIT = 15
    WRONG_MAP = 16
    NOT_PREPARED = 17
    METHOD_DOES_NOT_FIT = 18
    NOT_SUPPORTED = 19
    BUFFER_TOO_SMALL = 20
    TOO_MANY = 21
    NO_MEMORY = 22
    SPACE_FAILED = 23
    GAVE_UP = 24
    UNKNOWN_TREE = 25
    UNKNOWN_TICKET = 26
    READ_ONLY = 27
    RELEASED = 28
    ILLEGAL = 29
    NOT_NEW = 30


class Terrain(_Named):
    """Terrains of a map."""

    BLOCKED = 0
    GROUND = 1
    SWAMP = 2
    WATER = 3
    SHALLOW = 4
    TREE = 5
    ROAD = 6
    SAND = 7


class FootprintKind(_Named):
    """Shape of a body around its pose."""

    BY_SIZE = 0
    CIRCLE = 1
    RECTANGLE = 2
    POLYGON = 3


class CornerRule(_Named):
    """Which diagonal grid moves are allowed past blocked corners. A diagonal move has two tiles beside it; a tile counts as free if the unit, with its size, fits there."""

    NEVER = 0
    ONE = 1
    ALWAYS = 2
    ORTHOGONAL = 3


class Dominance(_Named):
    """Which of the steps between two clusters the graph of FW_HIERARCHY keeps, if others serve the unit as well (Harabor & Botea 2008)."""

    DEFAULT = 0
    STRONG = 1
    WEAK = 2


class Placement(_Named):
    """Which step across a segment of an entrance between two clusters the graph of FW_HIERARCHY keeps."""

    DEFAULT = 0
    CHEAPEST = 1
    CLEARANCE = 2


class Abstraction(_Named):
    """Whose graph of clusters FW_HIERARCHY searches."""

    DEFAULT = 0
    UNIT = 1
    SHARED = 2


class Method(_Named):
    """Path-finding methods. fw_method_name() gives the name on the command line. Their numbers never change, because units keep sets of their bits."""

    AUTO = 0
    GRID = 1
    ASTAR = 2
    JUMP_POINTS = 3
    ON_DEMAND = 4
    HIERARCHY = 5
    MIDPOINT = 6
    AREAS = 7
    COMPASS = 8
    SIGHT = 9
    DIRECTIONAL = 10
    DIRECTIONAL_8 = 11
    DIRECTIONAL_24 = 12
    DIRECTIONAL_48 = 13
    DIRECTIONAL_80 = 14
    HYBRID = 15
    HYBRID_STRICT = 16
    PIVOT = 17


class Gear(_Named):
    """Direction of motion along a segment."""

    FORWARD = 0
    REVERSE = 1


class Outcome(_Named):
    """Result of the search that made a path. fw_outcome_name() gives the name in JSON."""

    NONE = 0
    FOUND = 1
    PARTIAL = 2
    NEAREST = 3
    UNREACHABLE = 4
    NOT_FOUND = 5
    BLOCKED = 6
    STALE = 7
    GAVE_UP = 8
    LIMIT = 9
    ILLEGAL = 10


class TraceKind(_Named):
    """Kind of a step."""

    SOURCE = 0
    EXPAND = 1
    GENERATE = 2
    GOAL = 3
    STEP = 4


class GoalKind(_Named):
    """Kinds of goals."""

    PLACE = 0
    POSE = 1
    RADIUS = 2
    SET = 3


class Heuristic(_Named):
    """Heuristics of directional search: how it estimates the remaining cost. A heuristic that never overestimates guarantees the optimum; see fw_statistics::bound."""

    AUTO = 0
    STRAIGHT = 1
    CURVE = 2
    TABLE = 3
    MOTIONS = 4
    GRID = 4
    TURN = 5
    TURN_TABLE = 6


class Smoothing(_Named):
    """Kinds of smoothing, which makes a path straighter or rounder after the search."""

    NONE = 0
    AUTO = 1
    SIMPLE = 2
    SIMPLE_SAMPLED = 3
    TAUT = 4
    CURVED = 5
    TAUT_LINES = 6


class PreSmooth(_Named):
    """Processing of a grid path before its turns are made legal. Needs the tables of FW_DIRECTIONAL or FW_HYBRID (for FW_PRE_SMOOTH_48_STRICT, those of FW_HYBRID_STRICT), a position or pose as the goal, and equal costs on all terrains."""

    NONE = 0
    _48 = 1
    _48_STRICT = 2


class Turns(_Named):
    """How the turns of a grid path are made drivable for a unit with a turning radius. Every turn becomes an arc and a straight line to the next waypoint, with any heading there. The choices differ in what happens if such a turn touches something.

The path starts with the heading of the request's start and ends with the heading of FW_GOAL_POSE. If no solution is found for a turn, it remains a turn on the spot: it counts as one of the `heading_jumps`, and the line after it is listed as impossible. Faults are counted as in fw_path_check(), see fw_violations. A path with faults is not smoothed.

Paths of units without a turning radius stay as they are. FW_METHOD_DOES_NOT_FIT: directional methods (their turns are legal already), and units that cut corners. fw_path_turn() does the same to a finished path. Source: Pinter 2001, \"legal turns\"."""

    NONE = 0
    IGNORE = 1
    RECALCULATE = 2
    TIGHTEN = 3
    BACK_UP = 4


class Roads(_Named):
    """How a path uses roads, that is the terrains in `fw_request::road_terrains`. A unit is on a road if the tile under its body's centre is road.

No choice seeks roads: a unit enters a road only if that is cheapest. FW_ROADS_LANES and FW_ROADS_CONES are for grid methods. None can be combined with `turns` (FW_METHOD_DOES_NOT_FIT). Source: Pinter 2001, \"roads\"."""

    NONE = 0
    FOLLOW = 1
    LANES = 2
    WIDE = 3
    CONES = 4


class LegFailure(_Named):
    """Why a method that plans a walk in legs gave up."""

    LEGS_COMPLETE = 0
    LEG_BLOCKED = 1
    LEG_OUTSIDE_WINDOW = 2
    LEG_NOTHING_AHEAD = 3
    LEG_ASTRAY = 4
    LEG_NO_AREAS = 5


class SearchLevel(_Named):
    """The levels of directional search. Each begins only if the ones before have found no path; see docs/directional.md."""

    NONE = 0
    CURVE = 1
    BASE = 2
    EXTENDED = 3
    FINE = 4
    WIDE = 5


class Exhausted(_Named):
    """Why a directional search has found no path: the end from which it has searched all poses. There is a search from the goals only if they have headings; so the value may be FW_EXHAUSTED_START although an obstacle encloses the goal."""

    NONE = 0
    START = 1
    GOAL = 2


class Partition(_Named):
    """How an area map cuts the tiles that have no label."""

    SQUARES = 0
    QUADTREE = 1


class ForestEdgeKind(_Named):
    """Kinds of the edges that a planner has computed in a forest."""

    LINE = 0
    ARC = 1
    BLOCKED = 2


class Fault(_Named):
    """Kinds of faults that a path can have."""

    NONE = 0
    BLOCKED = 1
    POSITION = 2
    HEADING = 3
    TOO_TIGHT = 4
    GEAR = 5
    CORNER = 6
    FORBIDDEN = 7
    ANGLE = 8
    START = 9
    GOAL = 10
    LENGTH = 11
    COST = 12
    STALE = 13
    TREE = 14
    STEERING = 15


class Side(_Named):
    """Direction of a turn."""

    SHORTER = 0
    LEFT = 1
    RIGHT = 2


class DubinsWord(_Named):
    """Words of Dubins curves. Each letter is one segment: L = left arc, S = straight line, R = right arc."""

    SHORTEST = 0
    LSL = 1
    RSR = 2
    LSR = 3
    RSL = 4
    RLR = 5
    LRL = 6


class Barrier(_Named):
    """What keeps a unit from its goal. Of several, the first one alone that would have to go."""

    NONE = 0
    REQUEST = 1
    START = 2
    GOAL = 3
    OVERLAY = 4
    CORNERS = 5
    SIZE = 6
    TERRAIN = 7
    WALLS = 8
    ROOM = 9
    SEARCH = 10


class YAxis(_Named):
    """Where the y axis of a world points if its x axis points to the right. The y axis of a map points down."""

    UP = 0
    DOWN = 1


class HybridStep(_Named):
    """The steps, by the numbers of the article."""

    GRID = 1
    FORWARD = 2
    BACKWARD = 3
    GAP = 4
    REPAIR = 5
    SMOOTH = 6


class AgentActivity(_Named):
    """What a unit is doing."""

    STANDS = 0
    THINKS = 1
    MOVES = 2
    WAITS = 3
    YIELDS = 4
    ARRIVED = 5
    BLOCKED = 6
    INFEASIBLE = 7


class AgentReason(_Named):
    """What else is known of why a unit waits."""

    NONE = 0
    UNSOLVED = 1


class TrafficNews(_Named):
    """What an event tells."""

    ACTIVITY = 0
    LEAVES_GROUP = 1
    LEAVES_WALL = 2
    EVADES = 3
    SITE_IS_CLEAR = 4
    HALTS = 5


class Formation(_Named):
    """Shapes in which a group stands."""

    LINE = 0
    COLUMN = 1
    WEDGE = 2
    BOX = 3


class MarkKind(_Named):
    """What a mark shows. In brackets: the shape of its marks, and their numbers in their order."""

    ANCHORS = 0
    REGION = 1
    JUMP_POINT = 2
    CLUSTER = 3
    ENTRANCE = 4
    TRANSITION = 5
    ABSTRACT_EDGE = 6
    MOTION = 7
    HIT_MASK = 8
    OPEN = 9
    CLOSED = 10
    RESERVATION = 11
    STOP = 12
    WAIT = 13
    JOINT_MOVE = 14
    SURFING_EDGE = 15
    HUGGING_EDGE = 16
    BLOCKED_ARC = 17
    CIRCLE = 18
    BITANGENT = 19
    SIGHT = 20
    CURVE_PART = 21
    CENTRE = 22
    CENTRE_LINE = 23
    GATE = 24
    SAMPLE = 25
    CONE = 26
    GUIDE = 27
    AREA = 28
    MIDPOINT = 29
    AREA_STEP = 30


class MarkShape(_Named):
    """Shapes of marks."""

    POINT = 0
    LINE = 1
    TILES = 2


class RejectionReason(_Named):
    """Why FW_AUTO has rejected a method."""

    UNFIT = 0
    NOT_PREPARED = 1
    NO_PATH = 2
    ILLEGAL = 3
    EXPENSIVE = 4
    TOO_MUCH_WORK = 5
    COVERED = 6
    STOPPED = 7


class WaitCause(_Named):
    """The rule that keeps a unit where it stands, or from coming nearer to its goal."""

    NONE = 0
    PATH = 1
    GROUP = 2
    PLAN = 3
    GATE = 4
    PASSAGE = 5
    UNIT = 6
    YIELDS = 7
    NO_WAY = 8
    ROOM = 9


class Presence(_Named):
    """Which units fw_traffic_in_rect() lists."""

    NOW = 0
    LATER = 1


class IoCosts(_Named):
    """What the bytes of a robot's costmap mean."""

    COSTMAP_2D = 0
    OCCUPANCY_GRID = 1


class IoFormat(_Named):
    """Formats of maps."""

    UNKNOWN = 0
    MOVINGAI = 1
    IMAGE = 2
    ROS = 3
    TILED_XML = 4
    TILED_JSON = 5
    LDTK = 6
    LETTERS = 7
    NUMBERS = 8


class IoUnknown(_Named):
    """What cells are that a ROS map does not know."""

    APART = 0
    FREE = 1
    BLOCKED = 2


class IoSpeedKind(_Named):
    """What the values of a mask for speeds are. The numbers are those of nav2's `type`."""

    PERCENT = 1
    ABSOLUTE = 2
