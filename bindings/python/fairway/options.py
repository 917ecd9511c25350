"""What keyword arguments may be, for editors and type checkers. Made from bindings/api.json by generate.py: do not
edit."""
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, TypedDict, Union

from . import enums

if TYPE_CHECKING:
    from . import AreaMap, Overlay, Path


class MapOptions(TypedDict, total=False):
    """Fields of fw_map_def."""

    old_versions: int


class UnitFields(TypedDict, total=False):
    """Fields of fw_unit_def."""

    size: int
    footprint: Mapping[str, Any]
    terrain_cost: Union[Mapping[Union[int, str], float], Sequence[float]]
    corners: Union[enums.CornerRule, str, int]
    turn_radius: float
    reverse: bool
    reverse_penalty: float
    gear_change_cost: float
    all_curves: bool
    headings: int
    cluster: int
    dominance: Union[enums.Dominance, str, int]
    placement: Union[enums.Placement, str, int]
    curvature_rate: float
    abstraction: Union[enums.Abstraction, str, int]


class RequestOptions(TypedDict, total=False):
    """Fields of fw_request."""

    start_slack: float
    method: Union[enums.Method, str, int]
    nearest: bool
    partial: bool
    allow_violations: bool
    allow_longer: bool
    nearest_tolerance: float
    areas: Optional["AreaMap"]
    methodical: bool
    refine: int
    fewer_bends: bool
    bend_cost: float
    keep_right: bool
    weight: float
    max_work: int
    max_time_us: int
    max_distance: float
    headings: int
    heuristic: Union[enums.Heuristic, str, int]
    fastest: Optional["SpeedFields"]
    turn_charge: float
    cluster: int
    segment: int
    dominance: Union[enums.Dominance, str, int]
    placement: Union[enums.Placement, str, int]
    pre_smooth: Union[enums.PreSmooth, str, int]
    smoothing: Union[enums.Smoothing, str, int]
    turns: Union[enums.Turns, str, int]
    roads: Union[enums.Roads, str, int]
    road_terrains: int
    fixed_angles: int
    overlay: Optional["Overlay"]
    previous: Optional["Path"]
    braking: float
    splice: float
    sample_step: float


class AgentFields(TypedDict, total=False):
    """Fields of fw_agent_def."""

    top: float
    acceleration: float
    braking: float
    lateral: float
    sides: int
    layers: int
    gives_way_to: int
    may_push: int


class GroupFields(TypedDict, total=False):
    """Fields of fw_group_def."""

    own_steps: float
    keeps_abreast: bool


class SpeedFields(TypedDict, total=False):
    """Fields of fw_speed_def."""

    top: float
    acceleration: float
    braking: float
    lateral: float
    start: float
    end: float
    terrain_top: Union[Mapping[Union[int, str], float], Sequence[float]]
    turn_radius: float
    radius_per_speed: float


class ForestOptions(TypedDict, total=False):
    """Fields of fw_forest_request."""

    turn_radius: float
    max_work: int
