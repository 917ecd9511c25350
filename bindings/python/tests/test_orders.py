"""Orders of a strategy game, and the questions that it asks of its traffic."""
import unittest

import numpy

import fairway


class Orders(unittest.TestCase):
    def setUp(self):
        self.world = fairway.Map(40, 40)
        self.soldier = self.world.add_unit(footprint={"kind": "circle", "radius": .4})
        self.traffic = fairway.Traffic(self.world)

    def add(self, count, **fields):
        for id in range(1, count + 1):
            self.traffic.add(id, self.soldier, (3.5 + id % 5, 3.5 + id // 5), top=2.0, acceleration=4.0, **fields)
        return range(1, count + 1)

    def run_for(self, seconds):
        for _ in range(round(seconds * 10)):
            self.traffic.step(.1)

    def test_all_of_you_there(self):
        ids = self.add(12)
        self.traffic.order_near(ids, (30.5, 30.5))
        self.run_for(60)
        states = self.traffic.states()
        self.assertTrue((states["activity"] == fairway.AgentActivity.ARRIVED).all())
        self.assertLess(numpy.hypot(states["x"] - 30.5, states["y"] - 30.5).max(), 1.3 * .4 * len(ids) ** .5 + .8)

    def test_stop_follow_and_hold(self):
        self.add(2)
        self.traffic.order_along(1, [(30.5, 3.5), (30.5, 30.5)])
        self.traffic.follow(2, 1, 3.0)
        self.run_for(4)
        corners = self.traffic.corners(1)
        self.assertEqual(corners.shape[1], 2)
        self.assertGreaterEqual(len(corners), 1)
        self.traffic.stop(1)
        self.traffic.hold(1)
        self.run_for(10)
        first, second = self.traffic.state(1), self.traffic.state(2)
        self.assertEqual(first["speed"], 0)
        away = ((first["pose"]["x"] - second["pose"]["x"]) ** 2 + (first["pose"]["y"] - second["pose"]["y"]) ** 2) ** .5
        self.assertLess(away, 3.6)
        self.assertEqual(self.traffic.wait(1), (0.0, 0))
        self.assertEqual(self.traffic.cause(1), (fairway.traffic.WaitCause.NONE, 0))

    def test_who_is_where(self):
        self.add(20)
        states = self.traffic.states()
        for x, y, radius in ((5.5, 5.5, 1.0), (3.5, 3.5, 0.0), (5.0, 5.0, 30.0), (39.0, 39.0, 1.0)):
            near = numpy.hypot(states["x"] - x, states["y"] - y) <= radius + .4
            self.assertEqual(self.traffic.in_circle(x, y, radius), list(states["id"][near]))
        self.assertEqual(len(self.traffic.in_rect(0, 0, 40, 40)), 20)
        distances = numpy.hypot(states["x"] - 9, states["y"] - 9)
        id, distance = self.traffic.nearest(9, 9)
        self.assertAlmostEqual(distance, distances.min())
        self.assertAlmostEqual(distances[list(states["id"]).index(id)], distance)
        self.assertNotEqual(self.traffic.nearest(9, 9, besides=id)[0], id)
        self.assertIsNone(self.traffic.nearest(9, 9, sides=2))
        self.traffic.set_sides(7, 2)
        self.assertEqual(self.traffic.nearest(9, 9, sides=2)[0], 7)
        self.assertIsNone(self.traffic.nearest(39, 39, most=1.0))

    def test_sites_obstacles_and_teleports(self):
        self.add(5)
        empty = self.traffic.clear_rect(30, 30, 2, 2)
        site = self.traffic.clear_rect(3, 3, 5, 2)
        self.traffic.step(0.1)
        told = [event["site"] for event in self.traffic.events() if event["news"] == fairway.TrafficNews.SITE_IS_CLEAR]
        self.assertEqual(told, [empty])
        self.assertIs(self.traffic.state(1)["reason"], fairway.AgentReason.NONE)
        self.run_for(10)
        self.assertEqual(self.traffic.in_rect(3, 3, 5, 2), [])
        self.traffic.release_site(site)
        with self.assertRaises(fairway.FairwayError):
            self.traffic.release_site(site)
        self.traffic.place(1, (20.5, 20.5))
        self.assertEqual(self.traffic.in_circle(20.5, 20.5), [1])
        self.traffic.set_obstacle(1, (25.0, 20.5), 1.0)
        self.traffic.order(1, (30.5, 20.5))
        nearest = 9.0
        for _ in range(150):
            self.traffic.step(.1)
            pose = self.traffic.state(1)["pose"]
            nearest = min(nearest, ((pose["x"] - 25) ** 2 + (pose["y"] - 20.5) ** 2) ** .5)
        self.assertGreaterEqual(nearest, 1.4)
        self.assertEqual(self.traffic.state(1)["activity"], fairway.AgentActivity.ARRIVED)
        self.traffic.remove_obstacle(1)

    def test_sides_and_regard(self):
        self.add(2)
        self.traffic.set_regard(2, 2, 0, 0)  # it flies: it may be where another one stands
        self.traffic.place(2, (4.5, 3.5))
        self.assertEqual(self.traffic.in_circle(4.5, 3.5), [1, 2])
        self.traffic.set_sides(1, 4)
        self.traffic.halt_near(2, 4, 8.0)
        self.traffic.place(2, (30.5, 3.5))
        self.traffic.order(2, (4.5, 3.5))
        self.run_for(30)
        self.assertGreater(self.traffic.state(2)["pose"]["x"], 5.5)

    def test_equal_states_have_equal_hashes(self):
        self.add(6)
        other = fairway.Traffic(self.world)
        other.restore(self.traffic.save())
        self.assertEqual(self.traffic.hash, other.hash)
        self.traffic.order(1, (20.5, 20.5))
        self.assertNotEqual(self.traffic.hash, other.hash)


if __name__ == "__main__":
    unittest.main()
