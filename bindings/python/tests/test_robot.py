"""What robots need: metres, costs near walls and costmaps; and what enumerations, maps and paths show of themselves."""
import math
import unittest
import warnings

import numpy

import fairway

FRAME = fairway.Frame(.05, -25.0, -17.5, yaw=.3, height=60)


def yard():
    world = fairway.Map(80, 60)
    world[20:30, 30:40] = "blocked"
    world.commit()
    return world


class Metres(unittest.TestCase):
    def setUp(self):
        self.world = yard()
        self.unit = self.world.add_unit(footprint={"kind": "circle", "radius": 2}, turn_radius=6)
        self.path = fairway.Planner(self.world).find_path(self.unit, (6, 6, 0), (70, 50), smoothing="auto")

    def test_arrays_are_turned_as_single_places_are(self):
        poses = self.path.sample(3.0)
        for given in (poses, poses[:, :2], poses[::-2, :2], numpy.asfortranarray(poses)):
            turned = FRAME.to_metres(given)
            self.assertEqual(turned.shape, given.shape)
            for place, one in zip(turned, given):
                self.assertEqual(tuple(place), FRAME.to_metres(tuple(one)))
            numpy.testing.assert_allclose(FRAME.to_tiles(turned), given, atol=1e-9)
        self.assertEqual(FRAME.to_metres([(1, 2), (3, 4)]).shape, (2, 2))
        with self.assertRaisesRegex(fairway.FairwayError, r"shape \(n, 2\)"):
            FRAME.to_metres(numpy.zeros((3, 4)))

    def test_a_path_in_metres_leads_through_the_same_places(self):
        drive = FRAME.to_metres(self.path)
        self.assertAlmostEqual(drive.length, .05 * self.path.length, 12)
        for share in (0, .3, .7, 1):
            there = FRAME.to_metres(self.path.pose_at(share * self.path.length))
            numpy.testing.assert_allclose(drive.pose_at(share * drive.length), there, atol=1e-9)
        self.assertAlmostEqual(FRAME.to_tiles(drive).length, self.path.length, 9)
        self.assertEqual(self.path.segments["x"][0], 6)

    def test_speeds_are_metres_per_second(self):
        drive = FRAME.to_metres(self.path).profile(top=.5, acceleration=.25, braking=.25, lateral=1)
        self.assertAlmostEqual(drive.speeds["speed"].max(), .5)
        x, y, _ = drive.pose_at_time(1)  # v^2 / 2a after one second
        self.assertAlmostEqual(drive.nearest((x, y))[0], .125, 6)
        self.assertEqual(drive.pose_at_time(drive.duration), drive.pose_at(drive.length))
        with self.assertRaisesRegex(fairway.FairwayError, "pose_at_time: the path has no speeds"):
            self.path.pose_at_time(1)

    def test_units_are_measured_in_metres(self):
        car = fairway.Unit("directional", footprint={"kind": "rectangle", "length": 1.2, "width": .5, "ahead": .3},
                           turn_radius=.8, reverse=True, gear_change_cost=.5)
        turned = FRAME.to_tiles(car).as_dict()
        self.assertAlmostEqual(turned["footprint"]["length"], 24)
        self.assertAlmostEqual(turned["footprint"]["ahead"], 6)
        self.assertAlmostEqual(turned["turn_radius"], 16)
        self.assertAlmostEqual(turned["gear_change_cost"], 10)
        self.assertEqual(turned["methods"], car.as_dict()["methods"])
        self.assertEqual(car.as_dict()["turn_radius"], .8)
        self.assertIsInstance(self.world.add_unit(FRAME.to_tiles(car)), int)


    def test_what_cannot_be_turned_is_told(self):
        for turned, expected in ((lambda: FRAME.to_tiles((math.nan, 1)), "frame: .* of what it turns, is not finite"),
                                 (lambda: FRAME.to_metres([(1, 2), (3, math.inf)]), "of what it turns, is not finite"),
                                 (lambda: fairway.Frame(-.05, height=9).to_tiles((1, 1)), "frame: the resolution must be from 1e-6")):
            with self.assertRaisesRegex(fairway.FairwayError, expected):
                turned()


class Costs(unittest.TestCase):
    def test_tiles_near_walls_cost_more(self):
        world = yard()
        unit, planner = world.add_unit(), fairway.Planner(world)
        near = fairway.Overlay(80, 60)
        near.inflate(world, radius=1, decay=.5, highest=2)
        begin, end = (28.5, 19.5), (41.5, 19.5)  # along the wall's upper side
        plain = planner.find_path(unit, begin, end)
        wide = planner.find_path(unit, begin, end, overlay=near)
        self.assertEqual(plain.segments["y"].min(), 19.5)
        self.assertLess(wide.segments["y"].min(), 17)
        world[20:30, 30:40] = "ground"
        world.commit()
        near.inflate(world, radius=1, decay=.5, highest=2)
        self.assertEqual(planner.find_path(unit, begin, end, overlay=near).cost, 13)

    def test_what_is_entered_is_no_wall(self):
        world = yard()
        world[20:30, 30:40] = "water"
        world.commit()
        ship = world.add_unit(terrain_cost={"ground": 1, "water": 1})
        near, planner = fairway.Overlay(80, 60), fairway.Planner(world)
        for enter, costs in ((("ground", "water"), 13), ("ground", 39)):
            near.inflate(world, radius=2, highest=2, enter=enter)
            self.assertEqual(planner.find_path(ship, (28.5, 25.5), (41.5, 25.5), overlay=near).cost, costs)
        for wrong in ({"highest": 300}, {"highest": math.nan}):
            with self.assertRaisesRegex(fairway.FairwayError, "highest: a cost per tile from 1/16"):
                near.inflate(world, **wrong)
        for wrong in ({"highest": 0}, {"radius": -1}, {"decay": math.nan}):
            with self.assertRaises(fairway.FairwayError):
                near.inflate(world, **wrong)
        with self.assertRaisesRegex(fairway.FairwayError, "another"):
            fairway.Overlay(8, 6).inflate(world)

    def test_wrong_costs_name_what_was_expected(self):
        world, near = yard(), fairway.Overlay(80, 60)
        for expected, call in (
                ("inflate: the radius must be from 0 to 64 tiles", lambda: near.inflate(world, radius=65)),
                ("and the decay from 1/256 to 16", lambda: near.inflate(world, decay=0)),
                ("unknown: a whole number from 0 to 254 expected, not 255", lambda: near.set_costs([[1]], unknown=255)),
                ("unknown: a whole number from 0 to 254 expected, not 300", lambda: near.set_costs([[1]], unknown=300)),
                ("x: a whole number from .* expected, not 3.0", lambda: near.block(3.0, 1)),
                ("height: a whole number from .* expected, not 4294967296", lambda: near.corridor(1, 1, 1, 2 ** 32)),
                ("cost: a number expected, not 'high'", lambda: near.add_cost(1, 1, "high")),
                ("y: a whole number from .* expected, not None", lambda: near.forbid(1, None, "E")),
                ("margin: a whole number from .* expected, not 0.5",
                 lambda: near.corridor_along(fairway.Path(), margin=.5)),
                (r"costs: an array of shape \(60, 80\), indexed \[y, x\], expected, not \(80, 60\): rows and columns are swapped",
                 lambda: near.set_costs(numpy.zeros((80, 60)))),
                ("width: a whole number from 1 to 16384 expected, not 8.0", lambda: fairway.Overlay(8.0, 6)),
                ("x: a whole number from .* expected, not 1.5", lambda: world.fits(0, 1.5, 1)),
                ("set_costs: an array of at least 1 x 1", lambda: near.set_costs(numpy.zeros((0, 80)))),
                ("costs are whole numbers", lambda: near.set_costs([[math.nan]])),
                ("add_cost: the cost must not be negative", lambda: near.add_cost(1, 1, -1)),
                ("convert_costs: an array of at least 1 x 1",
                 lambda: fairway.convert_costs("costmap-2d", numpy.zeros((0, 3), numpy.uint8)))):
            with warnings.catch_warnings(), self.assertRaisesRegex(fairway.FairwayError, expected):
                warnings.simplefilter("error")
                call()

    def test_costmaps_of_ros_are_read_from_below(self):
        grid = numpy.array([[-1, 0, 98], [49, 99, 100]], numpy.int8)
        wanted = [[24, 254, 254], [255, 0, 48]]
        numpy.testing.assert_array_equal(fairway.convert_costs("occupancy-grid", grid), wanted)
        numpy.testing.assert_array_equal(fairway.convert_costs("occupancy-grid", grid.T.astype(int).T), wanted)
        nav2 = numpy.array([[255, 0, 252], [126, 253, 254]], numpy.uint8)
        numpy.testing.assert_array_equal(fairway.convert_costs("costmap-2d", nav2, highest=3), wanted)
        for wrong in (grid[0], grid * 1.0, grid.astype(int) + 300):
            with self.assertRaisesRegex(fairway.FairwayError, "whole numbers"):
                fairway.convert_costs("occupancy-grid", wrong)
        with self.assertRaisesRegex(fairway.FairwayError, "highest"):
            fairway.convert_costs("occupancy-grid", grid, highest=math.nan)


class Shown(unittest.TestCase):
    def test_enumerators_print_their_names(self):
        self.assertEqual((str(fairway.Result.NOT_FOUND), f"{fairway.Method.HYBRID}", f"{fairway.Result.NOT_FOUND:02d}"),
                         ("Result.NOT_FOUND", "Method.HYBRID", "03"))

    def test_tiles_are_read_as_they_are_set(self):
        world = yard()
        for place in ((20, 30), (19, 30), (-1, -1), (slice(18, 22), slice(28, 33)), (25, slice(None))):
            numpy.testing.assert_array_equal(world[place], world.to_array()[place])
        world[0, 0] = "water"
        self.assertEqual(world[0, 0], fairway.Terrain.GROUND)  # of the last commit
        world.commit()
        self.assertEqual(world[0, 0], fairway.Terrain.WATER)
        with self.assertRaises(IndexError):
            world[60, 0]
        with self.assertRaises(TypeError):
            list(world)

    def test_a_planner_tells_what_its_last_search_took(self):
        world = yard()
        unit, planner = world.add_unit(), fairway.Planner(world)
        for method in ("astar", "on-demand"):
            planner.find_path(unit, (5, 25), (70, 25), method=method)
            told = planner.statistics
            with planner.begin(unit, (5, 25), (70, 25), method=method) as search:
                search.step()
                self.assertEqual(search.statistics, told)
            self.assertGreater(told["expanded"], 0)

    def test_segments_are_gone_through(self):
        world = yard()
        path = fairway.Planner(world).find_path(world.add_unit(), (5, 25), (70, 25))
        self.assertEqual(len(list(path)), len(path))
        self.assertEqual(sum(segment["length"] for segment in path), path.length)

    def test_objects_say_what_they_are(self):
        planner = fairway.Planner(yard())
        self.assertEqual(repr(planner), "<fairway.Planner>")
        planner.close()
        self.assertEqual(repr(planner), "<fairway.Planner, closed>")

    def test_mistakes_name_what_there_is(self):
        world = yard()
        for expected, call in (
                ("16384 x 16384 tiles, not nan x 5", lambda: fairway.Map(math.nan, 5)),
                ("not a x 5", lambda: fairway.Map("a", 5)),
                ("'lava'; there are blocked, ground", lambda: world.add_unit(terrain_cost={"lava": 1})),
                ("terrain_cost: there are 40, and 32", lambda: world.add_unit(terrain_cost=[1] * 40)),
                ("unit: a Unit or its id expected, not 'tank'", lambda: world.free("tank"))):
            with self.assertRaisesRegex(fairway.FairwayError, expected):
                call()
        crowd, unit = fairway.Traffic(world), world.add_unit(footprint={"kind": "circle", "radius": .4})
        crowd.add(1, unit, (5, 5))
        for expected, call in (
                ("step: seconds must be from 0 to 60", lambda: crowd.step(-1)),
                ("order_near: a unit is named twice", lambda: crowd.order_near([1, 1], (9, 9))),
                ("there are 1 units and 2 places", lambda: crowd.order_group([1], [(9, 9), (12, 9)])),
                ("follow: .* follow itself", lambda: crowd.follow(1, 1, 2)),
                ("no obstacle with this id", lambda: crowd.remove_obstacle(5)),
                ("in_circle: the radius must not be", lambda: crowd.in_circle(5, 5, -1)),
                ("width and height must be positive", lambda: crowd.clear_rect(0, 0, 0, 0)),
                ("no saved traffic", lambda: fairway.Traffic(world).restore(b"abc"))):
            with self.assertRaisesRegex(ValueError, expected) as raised:
                call()
            self.assertIsInstance(raised.exception, fairway.FairwayError)
        numpy.testing.assert_array_equal(world.clearance("ground"), world.clearance(["ground"]))


if __name__ == "__main__":
    unittest.main()
