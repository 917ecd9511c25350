"""usage: scripts/test-python --bench

Times 1,000 queries on a map of rooms: by a loop in C (loop.c), by find_paths() in one call, and by find_path() one by one.
Prints the processor time of a query, and how Python's compares.
"""
import subprocess
import sys
import tempfile
import time

import numpy

import fairway

ROUNDS = 40


def town(random, side=256):
    """Rooms with doors: walls every 16 tiles."""
    tiles = numpy.ones((side, side), numpy.uint8)
    tiles[::16, :] = tiles[:, ::16] = 0
    for room in range(0, side, 16):
        for wall in range(16, side, 16):
            tiles[room + random.integers(2, 14), wall] = tiles[wall, room + random.integers(2, 14)] = 1
    return tiles


def fastest(call):
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        result = call()
        times.append(time.process_time() - began)
    return min(times), result


def main():
    random = numpy.random.default_rng(7)
    tiles, count = town(random), 1000
    free = numpy.argwhere(tiles)[:, ::-1] + .5
    ends = numpy.hstack([free[random.integers(len(free), size=count)] for _ in range(2)])
    with tempfile.NamedTemporaryFile() as file:
        height, width = tiles.shape
        file.write(numpy.array([width, height, count], numpy.int32).tobytes() + tiles.tobytes() + ends.tobytes())
        file.flush()
        told = subprocess.run([sys.argv[1], file.name], capture_output=True, text=True, check=True).stdout.split()
    in_c, length = float(told[0]), float(told[1])

    world = fairway.Map.from_array(tiles)
    unit, planner = world.add_unit(), fairway.Planner(world)
    pairs = [(tuple(end[:2]), tuple(end[2:])) for end in ends.tolist()]
    at_once, paths = fastest(lambda: planner.find_paths(unit, ends[:, :2], ends[:, 2:]))
    one_by_one, single = fastest(lambda: [planner.find_path(unit, start, goal) for start, goal in pairs])
    assert abs(paths.lengths.sum() - length) < 1e-6, "the answers differ"
    assert abs(sum(path.length for path in single if path is not None) - length) < 1e-6, "the answers differ"
    print(f"a loop in C                 {in_c / count * 1e6:7.2f} us for each of {count} queries")
    print(f"find_paths(), in one call   {at_once / count * 1e6:7.2f} us, {at_once / in_c:.2f} times the loop in C")
    print(f"find_path(), one by one     {one_by_one / count * 1e6:7.2f} us, {(one_by_one - in_c) / count * 1e6:.2f} us more")


if __name__ == "__main__":
    main()
