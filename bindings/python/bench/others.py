"""usage: scripts/test-python --bench

Times queries on a map of rooms of 256 x 256 tiles: by Fairway, by scikit-image's route_through_array and by astar_path of
networkx, as far as these are installed. All three find the cheapest path to eight neighbours; scikit-image cuts corners.
"""
import math
import time

import numpy

import fairway
from compare import town

QUERIES = 20


def timed(name, setup, find, ends):
    began = time.process_time()
    state = setup()
    prepared = time.process_time() - began
    began = time.process_time()
    lengths = [find(state, start, goal) for start, goal in ends]
    took = (time.process_time() - began) / len(ends)
    print(f"{name:<28} {took * 1e3:9.3f} ms a query, {prepared * 1e3:8.1f} ms before the first, {sum(lengths):.1f} tiles in all")
    return lengths


def by_fairway(tiles):
    def setup():
        world = fairway.Map.from_array(tiles)
        return fairway.Planner(world), world.add_unit()

    def find(state, start, goal):
        planner, unit = state
        return planner.find_path(unit, (start[0] + .5, start[1] + .5), (goal[0] + .5, goal[1] + .5)).cost

    return setup, find


def by_skimage(tiles):
    from skimage.graph import route_through_array
    costs = numpy.where(tiles, 1.0, -1.0)
    return lambda: costs, lambda state, start, goal: route_through_array(state, start[::-1], goal[::-1])[1]


def by_networkx(tiles):
    import networkx

    def setup():
        graph = networkx.Graph()
        height, width = tiles.shape
        for y, x in numpy.argwhere(tiles):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                to_x, to_y = x + dx, y + dy
                inside = 0 <= to_x < width and to_y < height
                if inside and tiles[to_y, to_x] and tiles[y, to_x] and tiles[to_y, x]:
                    graph.add_edge((x, y), (to_x, to_y), weight=math.hypot(dx, dy))
        return graph

    def estimate(place, goal):
        dx, dy = abs(place[0] - goal[0]), abs(place[1] - goal[1])
        return max(dx, dy) + (math.sqrt(2) - 1) * min(dx, dy)

    return setup, lambda graph, start, goal: networkx.astar_path_length(graph, start, goal, estimate)


def main():
    random = numpy.random.default_rng(7)
    tiles = town(random)
    free = [tuple(place) for place in numpy.argwhere(tiles)[:, ::-1].tolist()]
    setup, find = by_fairway(tiles)
    planner, unit = setup()
    ends = []
    while len(ends) < QUERIES:
        start, goal = (free[random.integers(len(free))] for _ in range(2))
        if planner.find_path(unit, (start[0] + .5, start[1] + .5), (goal[0] + .5, goal[1] + .5)) is not None:
            ends.append((start, goal))
    exact = timed("fairway", setup, find, ends)
    for name, make in (("scikit-image", by_skimage), ("networkx", by_networkx)):
        try:
            lengths = timed(name, *make(tiles), ends)
        except ImportError:
            print(f"{name:<28} is not installed")
            continue
        if name == "networkx":
            assert numpy.allclose(lengths, exact), "the answers differ"


main()
