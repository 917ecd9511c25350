"""Paths, maps and mistakes, as a user of numpy meets them."""
import gc
import heapq
import math
import os
import signal
import threading
import time
import unittest

import numpy

import fairway


def cheapest(free, start, goal):
    """Dijkstra's algorithm with eight neighbours; diagonal steps need both corners free."""
    height, width = free.shape
    done, queue = {}, [(0.0, start)]
    while queue:
        cost, (x, y) = heapq.heappop(queue)
        if (x, y) in done:
            continue
        done[x, y] = cost
        if (x, y) == goal:
            return cost
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                to_x, to_y = x + dx, y + dy
                is_on_map = 0 <= to_x < width and 0 <= to_y < height
                if not is_on_map or not (free[to_y, to_x] and free[y, to_x] and free[to_y, x]):
                    continue
                heapq.heappush(queue, (cost + math.hypot(dx, dy), (to_x, to_y)))
    return None


class Told(unittest.TestCase):
    def setUp(self):
        self.world = fairway.Map(20, 10)
        self.unit, self.planner = self.world.add_unit(), fairway.Planner(self.world)

    def test_a_goal_leaves_nothing_to_the_next_one(self):
        for goal in (fairway.Within(5, 5, -1), fairway.Within(5, 5, float("nan"), heading=1)):
            with self.assertRaisesRegex(fairway.FairwayError, "goal.radius"):
                self.planner.find_path(self.unit, (1, 1), goal)
            self.assertIsNotNone(self.planner.find_path(self.unit, (1, 1), (2, 2)))
        with self.assertRaisesRegex(fairway.FairwayError, "goal"):
            self.planner.find_path(self.unit, (1, 1), fairway.NearestOf([]))

    def test_what_is_of_another_kind_is_named(self):
        world, unit = self.world, self.unit
        for expected, call in (
                ("on_map: Map or Snapshot expected, not None", lambda: fairway.Planner(None)),
                ("on_map: Map or Snapshot expected, not str", lambda: fairway.Traffic("map")),
                ("on_map: Map or Snapshot expected, not Planner", lambda: fairway.save(self.planner, "a.map")),
                ("unit: Unit expected, not str", lambda: world.add_unit("car")),
                ("tiles, not -1 x 4", lambda: fairway.Map(-1, 4)),
                ("nearest: True or False expected, not 3", lambda: self.planner.find_path(unit, (1, 1), (2, 2), nearest=3)),
                ("path: Path expected, not None", lambda: fairway.check(world, unit, None)),
                ("fastest: a dictionary of its fields expected", lambda: self.planner.find_path(unit, (1, 1), (2, 2), fastest=3)),
                ("terrain_cost: ", lambda: world.add_unit(terrain_cost={"ground": "cheap"})),
                ("terrain_top: ", lambda: fairway.Traffic(world).set_speeds(unit, 3)),
                ("a place is", lambda: fairway.Field(world).fill(unit, (1, 2)))):
            with self.assertRaisesRegex(fairway.FairwayError, expected):
                call()
        with self.assertRaisesRegex(TypeError, "indexed by .y, x."):
            world[3] = "blocked"


class Paths(unittest.TestCase):
    def test_costs_are_those_of_dijkstra(self):
        random = numpy.random.default_rng(1)
        found = 0
        for _ in range(40):
            free = random.random((24, 31)) > 0.3
            world = fairway.Map.from_array(free)
            unit, planner = world.add_unit(), fairway.Planner(world)
            start, goal = ((int(random.integers(31)), int(random.integers(24))) for _ in range(2))
            free_ends = free[start[1], start[0]] and free[goal[1], goal[0]]
            path = planner.find_path(unit, (start[0] + .5, start[1] + .5), (goal[0] + .5, goal[1] + .5), method="astar")
            cost = cheapest(free, start, goal) if free_ends else None
            self.assertEqual(path is None, cost is None)
            if path is not None:
                found += 1
                self.assertAlmostEqual(path.cost, cost, 9)
                self.assertTrue(fairway.check(world, unit, path)["legal"])
        self.assertGreater(found, 10)

    def test_many_paths_are_those_of_single_calls(self):
        random = numpy.random.default_rng(2)
        world = fairway.Map.from_array(random.random((60, 80)) > .2)
        unit, planner = world.add_unit(), fairway.Planner(world)
        starts, goals = (random.random((300, 2)) * (80, 60) for _ in range(2))
        found = planner.find_paths(unit, starts, goals, smoothing="none")
        self.assertGreater((found.results == 0).sum(), 30)
        for i, (start, goal) in enumerate(zip(starts, goals)):
            path = planner.find_path(unit, start, goal, smoothing="none")
            self.assertEqual(found.results[i], planner.result)
            segments = found.segments[found.offsets[i]:found.offsets[i + 1]]
            self.assertEqual(len(segments), 0 if path is None else len(path.segments))
            if path is not None:
                self.assertEqual(found.lengths[i], path.length)
                numpy.testing.assert_array_equal(segments["x"], path.segments["x"])

    def test_segments_and_samples_describe_one_path(self):
        world = fairway.Map(64, 64)
        unit = world.add_unit(turn_radius=2, footprint={"kind": "circle", "radius": .4},
                              methods=["hybrid", "directional"])
        path = fairway.Planner(world).find_path(unit, (5.5, 5.5, 0), (50.5, 9.5, math.pi))
        self.assertAlmostEqual(path.segments["length"].sum(), path.length)
        self.assertLessEqual(abs(path.segments["curvature"]).max(), .5 + 1e-9)
        poses = path.sample(.25)
        steps = numpy.hypot(*numpy.diff(poses[:, :2], axis=0).T)
        self.assertLessEqual(steps.max(), .25 + 1e-9)
        numpy.testing.assert_allclose(poses[[0, -1], :2], [[5.5, 5.5], [50.5, 9.5]])

    def test_arrays_keep_their_path(self):
        world = fairway.Map(16, 16)
        planner, unit = fairway.Planner(world), world.add_unit()
        segments = planner.find_path(unit, (.5, .5), (15.5, .5)).segments
        gc.collect()
        for _ in range(20):
            planner.find_path(unit, (.5, 15.5), (15.5, 15.5))
        self.assertEqual(segments["y"].tolist(), [.5] * len(segments))
        with self.assertRaises(ValueError):
            segments["x"] = 0

    def test_goals(self):
        world = fairway.Map(32, 32)
        planner, unit = fairway.Planner(world), world.add_unit()
        self.assertEqual(planner.find_path(unit, (.5, .5), fairway.NearestOf([(9.5, .5), (4.5, .5)])).length, 4)
        self.assertLessEqual(planner.find_path(unit, (.5, .5), fairway.Within(20, .5, 3)).length, 17)

    def test_edits_are_seen_after_their_commit(self):
        world = fairway.Map.from_array([[1, 0, 1]])
        planner, unit = fairway.Planner(world), world.add_unit()
        world[0, 1] = "ground"
        self.assertIsNone(planner.find_path(unit, (.5, .5), (2.5, .5)))
        self.assertEqual(planner.result, fairway.Result.UNREACHABLE)
        world.commit()
        self.assertEqual(planner.find_path(unit, (.5, .5), (2.5, .5)).length, 2)
        self.assertEqual(world.to_array().tolist(), [[1, 1, 1]])

    def test_arrays_of_any_kind_make_the_same_map(self):
        free = numpy.arange(35).reshape(5, 7) % 3 != 0
        arrays = [free, free.astype(float), numpy.asfortranarray(free).astype(numpy.int64), free[:, ::-1][:, ::-1],
                  free.tolist()]
        for array in arrays:
            numpy.testing.assert_array_equal(fairway.Map.from_array(array).to_array(), free)

    def test_overlays_and_costs(self):
        world = fairway.Map.from_array([[1, 1, 1], [7, 7, 7]])
        planner, unit = fairway.Planner(world), world.add_unit(terrain_cost={"sand": 3})
        self.assertAlmostEqual(planner.find_path(unit, (.5, 1.5), (2.5, 1.5), method="astar").cost, 4 * math.sqrt(2))
        overlay = fairway.Overlay(3, 2)
        overlay.block(1, 0, 1, 2)
        self.assertIsNone(planner.find_path(unit, (.5, .5), (2.5, .5), overlay=overlay))

    def test_fields_hold_what_searches_find(self):
        free = numpy.random.default_rng(3).random((20, 20)) > .25
        free[3, 3] = True
        world = fairway.Map.from_array(free)
        unit = world.add_unit()
        field = fairway.Field(world)
        field.fill(unit, [(3, 3)])
        costs = field.costs()
        for y in range(0, 20, 3):
            for x in range(0, 20, 3):
                cost = cheapest(free, (x, y), (3, 3)) if free[y, x] else None
                self.assertAlmostEqual(costs[y, x], math.inf if cost is None else cost, 6)


class Reasons(unittest.TestCase):
    def test_tell_what_is_in_the_way(self):
        world = fairway.Map.from_array(numpy.array([[1, 1, 0, 1, 1], [1, 1, 3, 1, 1]]))
        unit, planner = world.add_unit(), fairway.Planner(world)
        why = planner.explain(unit, (.5, .5), (4.5, .5))
        self.assertEqual((why.result, why.barrier), (fairway.Result.UNREACHABLE, fairway.Barrier.TERRAIN))
        self.assertEqual((why.terrains, why.place, why.size), ([3], (2.5, 1.5), 1))
        self.assertIn("terrains", why.text)
        self.assertEqual(planner.explain(unit, (.5, .5), (1.5, 1.5)).barrier, fairway.Barrier.NONE)


class Mistakes(unittest.TestCase):
    def setUp(self):
        self.world = fairway.Map(16, 16)
        self.unit = self.world.add_unit()
        self.planner = fairway.Planner(self.world)

    def refused(self, message, call, *values, **options):
        with self.assertRaisesRegex(fairway.FairwayError, message):
            call(*values, **options)

    def test_are_told_by_field(self):
        find = self.planner.find_path
        self.refused("turnradius: there is no such field", find, self.unit, (.5, .5), (1, 1), turnradius=2)
        self.refused("method: there is no 'dijkstra'; there are .*astar", find, self.unit, (.5, .5), (1, 1),
                     method="dijkstra")
        self.refused("weight: the weight must be from 1", find, self.unit, (.5, .5), (1, 1), weight=0)
        self.refused("start", find, self.unit, (math.nan, .5), (1, 1))
        self.refused("goal.pose", find, self.unit, (.5, .5), (99, 1))
        self.refused("unit: no unit", find, self.unit + 1, (.5, .5), (1, 1))
        self.refused("turn_radius", self.world.add_unit, turn_radius=-1)
        self.refused("lava", self.world.__setitem__, (0, 0), "lava")
        self.refused(".", fairway.Map, 0, 5)
        for wrong in (257, -1, .5, math.nan, math.inf):
            self.refused("whole numbers from 0 to 31", fairway.Map.from_array, [[wrong]])
        for shape in ((3,), (2, 2, 2)):
            self.refused("shape", fairway.Map.from_array, numpy.ones(shape))
        for place in ("here", None, (1,), (1, 2, 3, 4), ("x", "y")):
            self.refused("a place is", find, self.unit, place, (1, 1))
            self.refused("a place is", find, self.unit, (.5, .5), place)

    def test_what_was_closed_cannot_be_used_and_a_map_lives_as_long_as_its_planner(self):
        self.world.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            self.world.width
        gc.collect()
        self.assertEqual(self.planner.find_path(self.unit, (.5, .5), (3.5, .5)).length, 3)
        self.planner.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            self.planner.find_path(self.unit, (.5, .5), (3.5, .5))


class Waiting(unittest.TestCase):
    """A search that takes long: a city of rooms, and a vehicle that searches from pose to pose."""

    @classmethod
    def setUpClass(cls):
        cls.world = fairway.Map.from_array(numpy.random.default_rng(5).random((1500, 1500)) > .36)
        cls.unit = cls.world.add_unit()

    def test_ctrl_c_ends_it(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell
        planner = fairway.Planner(self.world)
        threading.Timer(.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        began = time.monotonic()
        try:
            with self.assertRaises(KeyboardInterrupt):
                while time.monotonic() < began + 20:
                    planner.find_path(self.unit, (1.5, 1.5), fairway.Within(1498, 1498, 2), method="astar")
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertGreater(time.monotonic() - began, .2)

    def test_two_threads_cannot_use_one_planner(self):
        planner = fairway.Planner(self.world)
        with planner._used:
            with self.assertRaisesRegex(RuntimeError, "another thread"):
                planner.find_path(self.unit, (1.5, 1.5), (2.5, 2.5))


if __name__ == "__main__":
    unittest.main()
