"""Draws a map, the cost from everywhere to a goal, and paths of two kinds of units, with matplotlib: picture.png."""
import matplotlib
import numpy

import fairway

matplotlib.use("Agg")  # no window
import matplotlib.pyplot as plt  # noqa: E402

world = fairway.Map(60, 40)
world[0:28, 20:23] = world[12:40, 40:43] = "blocked"
world[30:36, 5:16] = "swamp"
world.commit()
scout = world.add_unit(terrain_cost={"swamp": 3})
car = world.add_unit(footprint={"kind": "rectangle", "length": 3, "width": 1.5}, turn_radius=4, terrain_cost={"swamp": 3})
planner = fairway.Planner(world)
start, goal = (4.5, 4.5, 0.0), (55.5, 35.5)

extent = (0, world.width, world.height, 0)  # y points down, as on the map
costs = world.costs_from(scout, (int(goal[0]), int(goal[1])))
plt.imshow(numpy.where(numpy.isinf(costs), numpy.nan, costs), extent=extent, cmap="viridis")
plt.colorbar(label="cost to the goal")
for unit, label in ((scout, "scout"), (car, "car")):
    path = planner.find_path(unit, start if unit == car else start[:2], goal, smoothing="auto")
    x, y, _ = path.sample(0.1).T
    plt.plot(x, y, label=f"{label}: {path.length:.1f} tiles")
plt.legend()
plt.savefig("picture.png", dpi=120)
