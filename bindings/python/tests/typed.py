"""A program as type checkers see it: mypy must accept it, and find the mistakes that are marked."""
import fairway

world = fairway.Map(8, 8, "ground", old_versions=2)
unit: int = world.add_unit(size=2, terrain_cost={"sand": 3.0}, methods=["hierarchy"])
planner = fairway.Planner(world)
path = planner.find_path(unit, (1.5, 1.5), fairway.Within(6, 6, 1), smoothing="taut", weight=1.5)
if path is not None:
    length: float = path.length
    first: float = path.sample(0.5)[0, 0]
planner.find_path(unit, (1.5, 1.5), (6, 6), wieght=1.5)  # type: ignore[call-arg]
planner.find_path(unit, (1.5, 1.5), (6, 6), weight="much")  # type: ignore[arg-type]
world.add_unit(size="large")  # type: ignore[arg-type]
world.width = 3  # type: ignore[misc]
