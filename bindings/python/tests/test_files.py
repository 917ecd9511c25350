"""Maps in files, frames, area maps and the queue of a planner."""
import gc
import json
import math
import os
import pickle
import tempfile
import unittest

import numpy

import fairway

PUBLIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "shared", "data")
CAN_READ = hasattr(fairway._raw.lib, "fw_io_map_load")


def town(seed, side=(30, 40)):
    return numpy.random.default_rng(seed).random(side) > .25


@unittest.skipUnless(CAN_READ, "this build reads no files")
class Files(unittest.TestCase):
    def test_a_map_that_was_saved_is_read_again(self):
        free = town(1)
        world = fairway.Map.from_array(free)
        with tempfile.TemporaryDirectory() as folder:
            for name, kind in (("a.map", "MOVINGAI"), ("b.png", "IMAGE"), ("c.tmj", "TILED_JSON"), ("d.yaml", "ROS")):
                file = os.path.join(folder, name)
                fairway.save(world, file)
                found = fairway.read(file)
                self.assertEqual(found.format, fairway.IoFormat[kind])
                numpy.testing.assert_array_equal(found.map.to_array(), world.to_array())
            unit = found.map.add_unit()
            gc.collect()
            self.assertEqual(fairway.Planner(found.map).find_path(unit, *self.ends(free)).length > 0, True)

    def ends(self, free):
        world = fairway.Map.from_array(free)
        regions = world.regions(world.add_unit())
        labels, counts = numpy.unique(regions[regions > 0], return_counts=True)
        rows, columns = numpy.nonzero(regions == labels[counts.argmax()])
        return (columns[0] + .5, rows[0] + .5), (columns[-1] + .5, rows[-1] + .5)

    def test_bytes_are_read_and_say_where_they_are_wrong(self):
        rows = b"..#\n.E.\n"
        found = fairway.read(rows, letters=".=ground,#=blocked,E=water", name="mine")
        water, ground, blocked = fairway.Terrain.WATER, fairway.Terrain.GROUND, fairway.Terrain.BLOCKED
        numpy.testing.assert_array_equal(found.map.to_array(), [[ground, ground, blocked], [ground, water, ground]])
        self.assertIsNone(found.frame)
        with self.assertRaisesRegex(fairway.FairwayError, "mine"):
            fairway.read(b"type octile\nheight 2\nwidth 3\nmap\n...\n.", name="mine")
        with self.assertRaises(fairway.FairwayError) as caught:
            fairway.read(os.path.join("no", "such.map"))
        self.assertEqual(caught.exception.result, fairway.Result.NOT_FOUND)
        with self.assertRaisesRegex(fairway.FairwayError, "covered is at least 0 and below 1"):
            fairway.read(rows, covered=2)
        with self.assertRaisesRegex(fairway.FairwayError, "unknown"):
            fairway.read(rows, unknown="perhaps")
        with self.assertRaisesRegex(fairway.FairwayError, "layer: str expected, not int"):
            fairway.read(rows, layer=3)

    def test_places_and_frames_go_through_a_file(self):
        world = fairway.Map.from_array(town(2))
        gate = fairway.NamedPlace("gate", "door", 3.0, 4.0, 2.0, 1.0)
        frame = fairway.Frame(.05, -3.0, 7.5, height=30)
        with tempfile.TemporaryDirectory() as folder:
            fairway.save(world, os.path.join(folder, "a.tmj"), places=[gate])
            self.assertEqual(fairway.read(os.path.join(folder, "a.tmj")).places, [gate])
            fairway.save(world, os.path.join(folder, "a.yaml"), frame=frame)
            found = fairway.read(os.path.join(folder, "a.yaml"))
            self.assertEqual(found.frame, frame)
            self.assertEqual(pickle.loads(pickle.dumps(found.frame)), frame)
            with self.assertRaises(fairway.FairwayError):
                fairway.save(world, os.path.join(folder, "a.gif"))

    def test_units_of_a_file_have_a_kind_and_a_pose(self):
        level = {"tilewidth": 8, "tileheight": 8, "width": 2, "height": 1, "layers": [
            {"type": "tilelayer", "width": 2, "height": 1, "data": [1, 1]},
            {"type": "objectgroup", "objects": [{"name": "van", "x": 4, "y": 4, "point": True, "properties": [
                {"name": "unit", "value": "van.json"}, {"name": "heading", "value": 90}]}]}],
            "tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "properties": [{"name": "walkable", "value": True}]}]}]}
        with tempfile.TemporaryDirectory() as folder:
            for name, content in [("a.tmj", level), ("van.json", {"size": 2, "footprint": {"rect": [1.5, 0.75]}})]:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    json.dump(content, file)
            van, = fairway.read(os.path.join(folder, "a.tmj")).units
        self.assertEqual((van.name, van.at[:2]), ("van", (.5, .5)))
        self.assertAlmostEqual(van.at[2], numpy.pi / 2)
        self.assertEqual((van.unit.as_dict()["size"], van.unit.as_dict()["footprint"]["length"]), (2, 1.5))

    def test_frames_turn_places(self):
        frame = fairway.Frame(.5, 10.0, 20.0, height=30)
        self.assertEqual(frame.to_metres((0, 30)), (10.0, 20.0))
        self.assertEqual(frame.to_metres((4, 30)), (12.0, 20.0))
        x, y, heading = frame.to_tiles((12.0, 20.5, math.pi / 2))
        self.assertAlmostEqual(x, 4.0)
        self.assertAlmostEqual(y, 29.0)
        self.assertAlmostEqual(heading, -math.pi / 2)
        with self.assertRaises(fairway.FairwayError):
            fairway.Frame(0.0, height=30).to_tiles((1, 1))

    def test_a_frame_whose_y_points_up_needs_the_height_of_the_map(self):
        for turn in (fairway.Frame(.5).to_metres, fairway.Frame(.5).to_tiles):
            for places in ((1, 1), [(1, 1), (2, 2)]):
                with self.assertRaisesRegex(fairway.FairwayError, "height: the height of the map, in tiles, expected"):
                    turn(places)
        self.assertEqual(fairway.Frame(.5, y_axis="down").to_metres((2, 4)), (1, 2))
        self.assertEqual(fairway.Frame(.5).to_tiles(fairway.Unit(turn_radius=2)).as_dict()["turn_radius"], 4)

    def test_public_files_are_read(self):
        folder = os.path.join(PUBLIC, "robot")
        if not os.path.isdir(folder):
            self.skipTest("../shared/data is not here")
        name = next(name for name in sorted(os.listdir(folder)) if name.endswith(".yaml"))
        found = fairway.read(os.path.join(folder, name))
        self.assertEqual(found.format, fairway.IoFormat.ROS)
        self.assertGreater(found.frame.resolution, 0)
        self.assertEqual(found.frame.height, found.map.height)


class Areas(unittest.TestCase):
    def test_areas_have_their_labels(self):
        world = fairway.Map(20, 10)
        labels = numpy.zeros((10, 20), int)
        labels[:, :7] = 3
        unit = world.add_unit()
        areas = fairway.AreaMap(world, unit, labels, side=10)
        self.assertEqual(areas.label(areas.at(6, 9)), 3)
        self.assertEqual(areas.label(areas.at(7, 9)), 0)
        self.assertEqual(areas.at(-1, 0), -1)
        self.assertGreaterEqual(len(areas), 3)
        path = fairway.Planner(world).find_path(unit, (.5, .5), (19.5, 9.5), method="areas", areas=areas)
        self.assertTrue(fairway.check(world, unit, path)["legal"])

    def test_a_quadtree_has_fewer_areas_than_squares(self):
        world = fairway.Map(128, 128)
        world[100:103, 100:103] = fairway.Terrain.BLOCKED
        world.commit()
        unit = world.add_unit()
        squares = fairway.AreaMap(world, unit, side=8)
        quadtree = fairway.AreaMap(world, unit, side=8, partition="quadtree")
        self.assertEqual(len(squares), 256)
        self.assertLess(len(quadtree), 20)

    def test_what_is_let_go_stays_while_a_search_needs_it(self):
        world = fairway.Map(64, 64)
        unit, planner = world.add_unit(), fairway.Planner(world)
        areas, overlay = fairway.AreaMap(world, unit), fairway.Overlay(64, 64)
        search = planner.begin(unit, (.5, .5), (60.5, 60.5), method="areas", areas=areas)
        overlay.block(30, 0, 1, 60)
        ticket = planner.enqueue(unit, (.5, .5), (60.5, .5), overlay=overlay)
        areas.close()
        overlay.close()
        del areas, overlay
        gc.collect()
        self.assertTrue(search.step())
        search.close()
        self.assertTrue(planner.run())
        self.assertGreater(planner.collect(ticket).length, 100)  # round the wall of the overlay


class Queue(unittest.TestCase):
    def test_answers_are_those_of_find_path(self):
        free = town(3, (60, 60))
        world = fairway.Map.from_array(free)
        unit, planner, other = world.add_unit(), fairway.Planner(world), fairway.Planner(world)
        rows, columns = numpy.nonzero(free)
        random = numpy.random.default_rng(3)
        asked = {}
        for number in range(60):
            ends = [(columns[i] + .5, rows[i] + .5) for i in random.integers(len(rows), size=2)]
            asked[planner.enqueue(unit, *ends, priority=1 + number % 3)] = ends
        self.assertEqual(planner.queued, 60)
        answered = {}
        while not planner.run(work=300):
            answered.update(planner.answers())
        answered.update(planner.answers())
        self.assertEqual(set(answered), set(asked))
        for ticket, ends in asked.items():
            path, single = answered[ticket], other.find_path(unit, *ends)
            self.assertEqual(path is None, single is None)
            if path is not None:
                numpy.testing.assert_array_equal(path.segments, single.segments)

    def test_tickets_end(self):
        world = fairway.Map(20, 20)
        unit, planner = world.add_unit(), fairway.Planner(world)
        ticket = planner.enqueue(unit, (.5, .5), (9.5, 9.5))
        self.assertIsNone(planner.collect(ticket))
        self.assertEqual(planner.result, fairway.Result.PENDING)
        planner.cancel(ticket)
        planner.cancel(ticket)
        with self.assertRaises(fairway.FairwayError) as caught:
            planner.collect(ticket)
        self.assertEqual(caught.exception.result, fairway.Result.UNKNOWN_TICKET)
        with self.assertRaisesRegex(fairway.FairwayError, "smoothing"):
            planner.enqueue(unit, (.5, .5), (9.5, 9.5), smoothing="no such")
        planner.enqueue(unit, (.5, .5), (9.5, 9.5), overlay=fairway.Overlay(20, 20))
        del planner  # with a request in its queue
        gc.collect()


if __name__ == "__main__":
    unittest.main()
