"""Units, traffic, forests, snapshots, pickles and pictures; and what happens to objects that are let go."""
import copy
import gc
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest
import xml.etree.ElementTree

import numpy

import fairway


def town(seed=4, side=(30, 40)):
    free = numpy.random.default_rng(seed).random(side) > .25
    free[3, 3] = True
    return free


class Arrays(unittest.TestCase):
    def test_clearance_is_the_side_of_the_largest_free_square(self):
        free = town()
        world = fairway.Map.from_array(free)
        clearance = world.clearance(["ground"])
        for y in range(30):
            for x in range(40):
                side = 0
                while side < min(30 - y, 40 - x) and free[y:y + side + 1, x:x + side + 1].all():
                    side += 1
                self.assertEqual(clearance[y, x], side)
        unit = world.add_unit(size=2)
        numpy.testing.assert_array_equal(world.free(unit), clearance >= 2)

    def test_regions_join_what_paths_join(self):
        world = fairway.Map.from_array(town())
        unit = world.add_unit(corners="orthogonal")
        regions, costs = world.regions(unit), world.costs_from(unit, (3, 3))
        numpy.testing.assert_array_equal(regions == regions[3, 3], numpy.isfinite(costs))
        numpy.testing.assert_array_equal(regions > 0, world.free(unit))

    def test_costs_from_a_place_are_those_of_paths(self):
        world = fairway.Map.from_array(town())
        unit, planner = world.add_unit(), fairway.Planner(world)
        costs = world.costs_from(unit, (3, 3))
        self.assertEqual(costs.shape, world.shape)
        found = 0
        for y in range(0, 30, 4):
            for x in range(0, 40, 4):
                path = planner.find_path(unit, (3.5, 3.5), (x + .5, y + .5), method="astar")
                self.assertAlmostEqual(costs[y, x], math.inf if path is None else path.cost, 6)
                found += path is not None
        self.assertGreater(found, 20)

    def test_directions_lead_to_the_goal(self):
        world = fairway.Map.from_array(town())
        unit, field = world.add_unit(), fairway.Field(world)
        field.fill(unit, [(3, 3)])
        costs, directions = field.costs(), field.directions()
        for y, x in numpy.argwhere(numpy.isfinite(costs)):
            for _ in range(200):
                if (x, y) == (3, 3):
                    break
                dx, dy = directions[y, x]
                self.assertLess(costs[y + dy, x + dx], costs[y, x])
                x, y = x + dx, y + dy
            self.assertEqual((x, y), (3, 3))

    def test_a_path_of_length_0_is_one_pose(self):
        world = fairway.Map(8, 8)
        path = fairway.Planner(world).find_path(world.add_unit(), (2.5, 2.5), (2.5, 2.5))
        numpy.testing.assert_array_equal(path.sample(.1)[:, :2], [[2.5, 2.5]])


class Places(unittest.TestCase):
    def test_where_a_unit_may_stand_and_where_it_left_its_path(self):
        world = fairway.Map.from_array([[1, 0, 1, 1]])
        unit = world.add_unit()
        self.assertEqual(world.nearest_free(unit, (1.6, .5, 1)), (2.5, .5, 1))
        self.assertEqual(world.nearest_free(unit, (1.6, .5), taken=[(2.5, .5, .5)])[0], .5)
        full = fairway.Overlay(4, 1)
        full.block(0, 0, 4, 1)
        self.assertIsNone(world.nearest_free(unit, (0, 0), overlay=full))
        path = fairway.Planner(world).find_path(unit, (2.5, .5), (3.5, .5))
        self.assertEqual(path.nearest((3, 1.5)), (.5, 1))

    def test_costs_of_a_robot_lie_on_an_overlay(self):
        world = fairway.Map(5, 3)
        unit, planner, overlay = world.add_unit(), fairway.Planner(world), fairway.Overlay(5, 3)
        costs = numpy.zeros((3, 5), numpy.uint8)
        costs[:2, 2] = 254
        overlay.set_costs(costs)
        path = planner.find_path(unit, (.5, .5), (4.5, .5), overlay=overlay)
        self.assertGreater(path.length, 4)
        for wrong in (numpy.full((3, 5), 256), numpy.full((3, 5), .5), numpy.zeros((2, 2, 2))):
            with self.assertRaisesRegex(fairway.FairwayError, "from 0 to 255"):
                overlay.set_costs(wrong)


class Units(unittest.TestCase):
    def test_are_values(self):
        unit = fairway.Unit(size=2, terrain_cost={"sand": 3}, methods=["hierarchy"])
        self.assertEqual(unit, fairway.Unit(["hierarchy"], size=2, terrain_cost={"sand": 3}))
        self.assertNotEqual(unit, fairway.Unit(size=2))
        self.assertEqual(len({unit, pickle.loads(pickle.dumps(unit))}), 1)
        self.assertEqual(unit.as_dict()["size"], 2)
        with self.assertRaisesRegex(fairway.FairwayError, "turn_radius"):
            fairway.Unit(turn_radius=-1)
        for corners in ([(0, 1, 2)] * 3, numpy.zeros((2, 4))):
            with self.assertRaisesRegex(fairway.FairwayError, r"corners: pairs \(ahead, aside\) expected"):
                fairway.Unit(footprint={"kind": "polygon", "corners": corners})

    def test_stand_for_their_ids(self):
        world, unit = fairway.Map(16, 16), fairway.Unit()
        planner = fairway.Planner(world)
        with self.assertRaisesRegex(fairway.FairwayError, "not registered"):
            planner.find_path(unit, (.5, .5), (3.5, .5))
        number = world.add_unit(unit)
        self.assertEqual(world.units, {number: unit})
        self.assertEqual(planner.find_path(unit, (.5, .5), (3.5, .5)).length, 3)
        self.assertTrue(world.fits(unit, 1, 1))
        world.remove_unit(unit)
        self.assertEqual(world.units, {})


class Pickles(unittest.TestCase):
    def test_a_map_a_unit_and_a_request_find_the_same_path_elsewhere(self):
        world, unit = fairway.Map.from_array(town(), old_versions=3), fairway.Unit(turn_radius=0)
        world.name_terrain(9, "lava")
        world.add_unit(unit)
        request = fairway.Request(unit, (3.5, 3.5), fairway.Within(30, 20, 3), smoothing="taut")
        path = fairway.Planner(world).find_path(request)
        other, same = pickle.loads(pickle.dumps((world, request)))
        numpy.testing.assert_array_equal(other.to_array(), world.to_array())
        self.assertEqual(other.terrain_name(9), "lava")
        self.assertEqual(fairway.Planner(other).find_path(same).length, path.length)

    def test_a_path_keeps_segments_summary_and_speeds(self):
        world = fairway.Map.from_array(town())
        path = fairway.Planner(world).find_path(world.add_unit(), (3.5, 3.5), (30.5, 20.5), nearest=True)
        path = path.profile(top=2)
        same = pickle.loads(pickle.dumps(path))
        numpy.testing.assert_array_equal(same.segments, path.segments)
        numpy.testing.assert_array_equal(same.speeds, path.speeds)
        self.assertEqual(same.summary, path.summary)
        self.assertEqual(same.duration, path.duration)
        self.assertGreater(path.duration, path.length / 2)


class Copies(unittest.TestCase):
    def test_of_what_only_the_library_knows_are_refused(self):
        world, forest = fairway.Map.from_array(town()), fairway.Forest()
        unit, planner = world.add_unit(), fairway.Planner(world)
        for owned in (planner, planner.begin(unit, (3.5, 3.5), (30.5, 20.5)), fairway.Overlay(9, 9), fairway.Traffic(world),
                      fairway.Field(world), world.snapshot(), forest, forest.snapshot(), fairway.AreaMap(world, unit, side=8)):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "cannot be copied or pickled"):
                    copied(owned)

    def test_of_maps_and_paths_outlive_them(self):
        world = fairway.Map.from_array(town())
        unit = fairway.Unit()
        world.add_unit(unit)
        path = fairway.Planner(world).find_path(unit, (3.5, 3.5), (30.5, 20.5))
        for copied in (copy.copy, copy.deepcopy):
            other, same = copied(world), copied(path)
            other[0, 0] = "water"
            other.commit()
            self.assertNotEqual(world[0, 0], fairway.Terrain.WATER)
            numpy.testing.assert_array_equal(same.segments, path.segments)


class Pictures(unittest.TestCase):
    def test_are_svg_with_an_arc_for_an_arc(self):
        world = fairway.Map.from_array(town() * 3)
        self.assertIn('fill="#3b3f45"', world._repr_svg_())
        unit = world.add_unit(turn_radius=2, terrain_cost={"water": 1}, footprint={"kind": "circle", "radius": .4},
                              methods=["hybrid"])
        world[:, :] = 3
        world.commit()
        path = fairway.Planner(world).find_path(unit, (5.5, 5.5, 0), (20.5, 20.5, math.pi))
        drawn = xml.etree.ElementTree.fromstring(path._repr_svg_())
        data = drawn[0].attrib["d"]
        self.assertEqual(data.count("A"), (path.segments["curvature"] != 0).sum())
        self.assertEqual(data.count("L") + data.count("A"), len(path))
        xml.etree.ElementTree.fromstring(world._repr_svg_())
        self.assertLess(len(fairway.Map(4000, 3000)._repr_svg_()), 1000)


class Snapshots(unittest.TestCase):
    def test_stay_as_they_are(self):
        world = fairway.Map.from_array([[1, 0, 1]])
        unit = world.add_unit()
        held = world.snapshot()
        world[0, 1] = 1
        world.commit()
        self.assertIsNone(fairway.Planner(held).find_path(unit, (.5, .5), (2.5, .5)))
        self.assertEqual(fairway.Planner(world).find_path(unit, (.5, .5), (2.5, .5)).length, 2)
        self.assertEqual(held.to_array().tolist(), [[1, 0, 1]])
        self.assertIn("version 1", repr(held)) if held.version == 1 else self.assertEqual(held.version, 2)

    def test_outlive_their_map(self):
        held = fairway.Map(8, 8).snapshot()
        gc.collect()
        self.assertEqual(held.shape, (8, 8))


class Forests(unittest.TestCase):
    def test_paths_lead_around_circles(self):
        forest = fairway.Forest()
        tree = forest.add(0, 0, 1)
        planner, held = fairway.ForestPlanner(forest), forest.snapshot()
        # Two tangents, and the arc between them.
        self.assertAlmostEqual(planner.find_path((-4, 0), (4, 0)).length,
                               2 * math.sqrt(15) + math.pi - 2 * math.acos(1 / 4))
        forest.move(tree, 0, 9, 1)
        self.assertEqual(planner.find_path((-4, 0), (4, 0)).length, 8)
        self.assertEqual((forest.tree(tree), held.tree(tree)), ((0, 9, 1), (0, 0, 1)))
        self.assertGreater(fairway.ForestPlanner(held).find_path((-4, 0), (4, 0)).length, 8)
        self.assertIsNone(planner.find_path((-4, 0), (0, 9)))
        self.assertEqual(planner.result, fairway.Result.GOAL_BLOCKED)
        forest.remove(tree)
        with self.assertRaisesRegex(fairway.FairwayError, "circle"):
            forest.remove(tree)
        with self.assertRaises(fairway.FairwayError):
            planner.find_path((-4, 0), (4, 0), radius=-1)


class Crowds(unittest.TestCase):
    def setUp(self):
        self.yard = fairway.Map(24, 24)
        self.kind = self.yard.add_unit(footprint={"kind": "circle", "radius": .4})
        self.traffic = fairway.Traffic(self.yard)

    def test_units_arrive_and_never_overlap(self):
        starts = fairway.places("box", (6, 12), 1.5, 12)
        for number, start in enumerate(starts, 1):
            self.traffic.add(number, self.kind, start, top=3, acceleration=6, braking=6, lateral=6)
        self.traffic.order_group(range(1, 13), fairway.places("line", (18, 12, 0), 1.5, 12), together=True)
        arrived = 0
        while self.traffic.time < 60 and arrived < 12:
            self.traffic.step(.25)
            states = self.traffic.states()
            place = states["x"] + 1j * states["y"]
            apart = abs(place[:, None] - place) + numpy.eye(12)
            self.assertGreaterEqual(apart.min(), .8 - 1e-6)
            arrived = (states["activity"] == fairway.AgentActivity.ARRIVED).sum()
        self.assertEqual(arrived, 12)
        self.assertEqual(self.traffic.state(3)["activity"], fairway.AgentActivity.ARRIVED)

    def test_a_saved_traffic_goes_on(self):
        self.traffic.add(1, self.kind, (4, 4))
        self.traffic.order(1, (20, 20))
        self.traffic.step(1)
        other = fairway.Traffic(self.yard)
        self.assertEqual(other.restore(self.traffic.save()), fairway.Result.OK)
        for traffic in (self.traffic, other):
            traffic.step(2)
        numpy.testing.assert_array_equal(self.traffic.states(), other.states())
        self.yard[12, 12] = "blocked"
        self.yard.commit()
        saved = self.traffic.save()
        self.yard[12, 12] = "ground"
        self.yard.commit()
        self.assertEqual(fairway.Traffic(self.yard).restore(saved), fairway.Result.STALE)
        with self.assertRaises(fairway.FairwayError):
            fairway.Traffic(self.yard).restore(b"nothing of this kind")

    def test_overlays_and_speeds_of_terrains_hold(self):
        self.yard[2, :] = "swamp"
        self.yard.commit()
        wall = fairway.Overlay(24, 24)
        wall.block(10, 0, 1, 8)

        def ride(prepare):
            traffic = fairway.Traffic(self.yard)
            traffic.add(1, self.kind, (1.5, 2.5), top=4, acceleration=6, braking=6, lateral=6)
            prepare(traffic)
            traffic.order(1, (18.5, 2.5))
            while traffic.time < 60 and traffic.state(1)["activity"] != fairway.AgentActivity.ARRIVED:
                traffic.step(.25)
            return traffic.time

        time = ride(lambda traffic: None)
        self.assertGreater(ride(lambda traffic: traffic.set_speeds(self.kind, {"swamp": 1})), 2 * time)
        self.assertEqual(ride(lambda traffic: traffic.set_speeds(self.kind, None)), time)
        self.assertGreater(ride(lambda traffic: traffic.set_overlay(wall)), time)
        self.assertGreater(ride(lambda traffic: traffic.set_kind_overlay(self.kind, wall)), time)
        self.assertGreater(ride(lambda traffic: traffic.set_unit_overlay(1, wall)), time)
        with self.assertRaisesRegex(fairway.FairwayError, "overlay: Overlay expected, not Map"):
            self.traffic.set_overlay(self.yard)

    def test_mistakes_are_told(self):
        with self.assertRaisesRegex(fairway.FairwayError, "id"):
            self.traffic.add(0, self.kind, (4, 4))
        with self.assertRaisesRegex(ValueError, "1 units and 2 places"):
            self.traffic.order_group([1], [(1, 1), (2, 2)])


class Mistakes(unittest.TestCase):
    def refuses(self, field, call, *arguments, **options):
        with self.assertRaises(fairway.FairwayError) as refused:
            call(*arguments, **options)
        self.assertEqual(refused.exception.field, field)

    def test_a_footprint_says_its_kind_and_corners_are_counted(self):
        world, corners = fairway.Map(9, 9), [(1, 0), (-.5, .4), (-.5, -.4)]
        counted = {"kind": "polygon", "corners": corners, "corner_count": 3}
        units = [fairway.Unit(footprint={"kind": "polygon", "corners": given})
                 for given in (corners, numpy.array(corners), [{"ahead": x, "aside": y} for x, y in corners])]
        self.assertEqual(units, 3 * [fairway.Unit(footprint=counted)])
        self.assertTrue(world.add_unit(units[0]))
        self.refuses("footprint.kind", world.add_unit, footprint={"radius": .4})
        self.refuses("footprint.corner_count", world.add_unit, footprint={"kind": "polygon", "corners": corners[1:]})
        self.refuses("footprint.corners", world.add_unit, footprint={"kind": "polygon", "corners": 3 * corners})
        self.refuses("footprint", world.add_unit, footprint=.4)

    def test_numbers_are_not_cut_off(self):
        world = fairway.Map(4, 3)
        unit = world.add_unit()
        for labels in (numpy.full((3, 4), 65536), numpy.full((3, 4), -1), numpy.full((3, 4), 1.5)):
            self.refuses("labels", fairway.AreaMap, world, unit, labels)
        self.assertEqual(fairway.AreaMap(world, unit, numpy.full((3, 4), 65535.)).label(0), 65535)
        self.refuses("", fairway.Map, 2.5, 5)
        self.assertEqual(fairway.Map(numpy.float32(2), 5).shape, (5, 2))
        self.refuses("moves", fairway.Overlay(4, 3).forbid, 1, 1, "up")

    def test_what_is_empty_changes_and_finds_nothing(self):
        world = fairway.Map(4, 3)
        for rows, columns in ((slice(2, 2), slice(None)), (slice(None), slice(3, 1)), (slice(9, 12), slice(0, 2))):
            world[rows, columns] = "blocked"
        world.commit()
        self.assertTrue((world.to_array() == 1).all())
        found = fairway.Planner(world).find_paths(world.add_unit(), [], [])
        self.assertEqual((len(found.lengths), len(found.segments)), (0, 0))


class LettingGo(unittest.TestCase):
    def test_objects_in_circles_are_destroyed_in_order(self):
        """The collector, and the end of the program, finalize in any order."""
        program = """if True:
            import gc, fairway
            class Game: pass
            for _ in range(30):
                game = Game()
                game.self, game.map = game, fairway.Map(64, 64)
                game.unit, game.held = game.map.add_unit(), game.map.snapshot()
                game.overlay = fairway.Overlay(64, 64)
                game.planners = [fairway.Planner(game.map), fairway.Planner(game.held)]
                game.searches = [each.begin(game.unit, (1.5, 1.5), (9.5, 9.5), overlay=game.overlay)
                                 for each in game.planners]
                game.paths = [each.find_path(game.unit, (1.5, 1.5), (9.5, 9.5)) for each in game.planners]
                game.rest = fairway.Field(game.map), fairway.Traffic(game.held)
            gc.collect()
            print(game.searches[0].step(), game.paths[0].length)
        """
        told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((told.returncode, told.stdout[:8]), (0, "True 11."), told.stderr)

    def test_a_search_needs_nothing_but_itself(self):
        world = fairway.Map(16, 16)
        overlay = fairway.Overlay(16, 16)
        overlay.block(3, 0, 1, 15)
        search = fairway.Planner(world).begin(world.add_unit(), (.5, .5), fairway.NearestOf([(9.5, .5)]), overlay=overlay)
        world.close()
        overlay.close()
        del world, overlay
        gc.collect()
        self.assertFalse(search.step(work=1))
        self.assertTrue(search.step())
        self.assertGreater(search.best_so_far().length, 20)


    def test_what_a_request_names_lives_until_its_search_ends(self):
        world = fairway.Map(60, 60)
        world[:50, 20] = "blocked"
        world.commit()
        unit, planner = world.add_unit(), fairway.Planner(world)

        def overlay():
            made = fairway.Overlay(60, 60)
            made.block(40, 20, 1, 40)
            return made

        def reuse():
            gc.collect()
            for _ in range(50):
                fairway.Overlay(60, 60).block(0, 0, 60, 60)

        named = {"overlay": overlay, "areas": lambda: fairway.AreaMap(world, unit, side=10),
                 "previous": lambda: planner.find_path(unit, (5.5, 15.5), (55.5, 5.5))}
        for name, make in named.items():
            ask = {"start": (5.5, 5.5), "goal": (55.5, 5.5), "method": "areas" if name == "areas" else "astar"}
            length = planner.find_path(unit, **ask, **{name: make()}).length
            searched, queued = make(), make()
            search = planner.begin(unit, **ask, **{name: searched})
            ticket = planner.enqueue(unit, **ask, **{name: queued})
            searched.close()
            queued.close()
            reuse()
            while not search.step(work=20):
                pass
            self.assertEqual(search.best_so_far().length, length, name)
            planner.run()
            self.assertEqual(planner.collect(ticket).length, length, name)
            with self.assertRaisesRegex(ValueError, "was closed"):
                planner.find_path(unit, **ask, **{name: searched})
            with self.assertRaisesRegex(fairway.FairwayError, f"{name}: {type(searched).__name__} expected, not str"):
                planner.find_path(unit, **ask, **{name: "thing"})

    def test_what_a_search_uses_lives_on_when_another_thread_closes_it(self):
        world = fairway.Map.from_array(numpy.random.default_rng(3).random((1500, 1500)) > .1)
        unit, planner, overlay = world.add_unit(), fairway.Planner(world), fairway.Overlay(1500, 1500)
        world[:9, :9] = world[-9:, -9:] = "ground"
        world.commit()
        for i in range(0, 1500, 30):
            overlay.block(i, 20, 20, 1400)
        closer = threading.Timer(.01, overlay.close)
        closer.start()
        planner.find_path(unit, (2.5, 2.5), (1496.5, 1496.5), method="astar", overlay=overlay)
        closer.join()
        self.assertEqual(planner.result, fairway.Result.OK)


class Waiting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A lorry among trees, with a heuristic that knows no obstacles: its search takes long."""
        tiles = numpy.random.default_rng(1).random((900, 900)) > .05
        tiles[:8, :8] = tiles[-16:, -16:] = True
        cls.world = fairway.Map.from_array(tiles)
        cls.lorry = cls.world.add_unit(turn_radius=3, footprint={"kind": "rectangle", "length": 2.4, "width": 1.2},
                                       methods=["directional"])
        cls.query = {"unit": cls.lorry, "start": (4, 4, 0), "goal": (890, 890, 2), "method": "directional",
                     "heuristic": "straight"}

    def ends_by_ctrl_c(self, call):
        """Calls until Ctrl-C ends it, which must take less than 100 ms of the process."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        sent = []

        def send():
            sent.append(time.process_time())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(.2, send).start()
        began = time.monotonic()
        try:
            with self.assertRaises(KeyboardInterrupt):
                while time.monotonic() < began + 20:
                    call()
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertLess(time.process_time() - sent[0], .1)

    def test_ctrl_c_ends_a_search(self):
        planner = fairway.Planner(self.world)
        self.ends_by_ctrl_c(lambda: planner.find_path(**self.query))

    def test_ctrl_c_ends_many_searches_amid_one(self):
        planner = fairway.Planner(self.world)
        query = dict(self.query)
        unit, ends = query.pop("unit"), [[query.pop(end)] for end in ("start", "goal")]
        self.ends_by_ctrl_c(lambda: planner.find_paths(unit, *ends, **query))
        self.assertEqual(planner.find_paths(unit, [(4, 4, 0)], [(5, 4, 0)], method="directional").results.tolist(), [0])

    def test_a_second_thread_gets_an_error(self):
        planner = fairway.Planner(self.world)
        search = planner.begin(**self.query)
        thread = threading.Thread(target=search.step)
        thread.start()
        while not planner._used.locked():
            time.sleep(.001)
        for call in (lambda: planner.find_path(**self.query), search.step, planner.close):
            with self.assertRaisesRegex(RuntimeError, "another thread uses this planner"):
                call()
        self.assertTrue(thread.is_alive())
        thread.join()
        self.assertIsNotNone(search.best_so_far())


if __name__ == "__main__":
    unittest.main()
