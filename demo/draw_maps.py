#!/usr/bin/env python3
"""Draws castle.map and archipelago.map: python3 demo/draw_maps.py. The same maps each time; nothing but Python."""

import heapq
import math
import pathlib

GROUND, ROAD, TREE, SWAMP, DEEP, SHALLOW, SAND, WALL = ".RTSWsd@"


class Map:
    """A grid of letters; drawing outside of it does nothing."""

    def __init__(self, width, height, letter):
        self.width, self.height = width, height
        self.rows = [[letter] * width for _ in range(height)]

    def get(self, x, y):
        return self.rows[y][x] if 0 <= x < self.width and 0 <= y < self.height else WALL

    def put(self, x, y, letter, only=None):
        if 0 <= x < self.width and 0 <= y < self.height and (only is None or self.rows[y][x] in only):
            self.rows[y][x] = letter

    def fill(self, x, y, width, height, letter, only=None):
        for j in range(y, y + height):
            for i in range(x, x + width):
                self.put(i, j, letter, only)

    def each(self, letter_of, only=None):
        """Puts what letter_of(x, y) says at the tile's centre, where it says something."""
        for y in range(self.height):
            for x in range(self.width):
                letter = letter_of(x + 0.5, y + 0.5)
                if letter:
                    self.put(x, y, letter, only)

    def line(self, points, width, letter, only=None):
        """A smooth stroke (Catmull-Rom) through the points."""
        ends = [points[0]] + points + [points[-1]]
        for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:]):
            steps = 1 + int(3 * math.dist(b, c))
            for step in range(steps + 1):
                t = step / steps
                x, y = (0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t
                               + (3 * q - p - 3 * r + s) * t ** 3) for p, q, r, s in zip(a, b, c, d))
                self.fill(round(x - width / 2), round(y - width / 2), width, width, letter, only)

    def write(self, path):
        rows = "".join("".join(row) + "\n" for row in self.rows)
        path.write_text(f"type octile\nheight {self.height}\nwidth {self.width}\nmap\n{rows}", newline="\n")


def chance(x, y, seed):
    """A number in [0, 1) that belongs to a place."""
    n = (x * 374761393 + y * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    n = ((n ^ n >> 13) * 1274126177) & 0xFFFFFFFF
    return ((n ^ n >> 16) & 0xFFFF) / 65536


def noise(x, y, scale, seed):
    """Smooth noise in [0, 1) with features of about `scale` tiles, and half as much at half the scale."""
    total = 0.0
    for octave in range(3):
        u, v = x / scale * 2 ** octave, y / scale * 2 ** octave
        i, j = math.floor(u), math.floor(v)
        s, t = ((w * w * (3 - 2 * w)) for w in (u - i, v - j))
        a, b, c, d = (chance(i + p, j + q, seed + octave) for p, q in ((0, 0), (1, 0), (0, 1), (1, 1)))
        total += ((a * (1 - s) + b * s) * (1 - t) + (c * (1 - s) + d * s) * t) / 2 ** octave
    return total / 1.75


# The castle town ---------------------------------------------------------------------------------------------------


def octagon(x, y, centre_x, centre_y, half_width, half_height, cut):
    """How far a point is inside an octagon: positive inside, in tiles."""
    dx, dy = abs(x - centre_x), abs(y - centre_y)
    return min(half_width - dx, half_height - dy, (half_width + half_height - cut - dx - dy) / math.sqrt(2))


def house(town, x, y, width, height, doors, inner=None):
    """Walls around rooms; doors and inner walls as (x, y, width, height) from the house's corner."""
    town.fill(x, y, width, height, WALL)
    town.fill(x + 1, y + 1, width - 2, height - 2, GROUND)
    for i, j, w, h in inner or []:
        town.fill(x + i, y + j, w, h, WALL)
    for i, j, w, h in doors:
        town.fill(x + i, y + j, w, h, GROUND)


def tower(town, x, y, radius, hollow=False):
    town.each(lambda i, j: WALL if math.hypot(i - x, j - y) <= radius else None)
    if hollow:
        town.each(lambda i, j: GROUND if math.hypot(i - x, j - y) <= radius - 1.2 else None)


def countryside(town, wall):
    """Woods at the edges, a bog in the south-east, fields."""
    def woods(x, y):
        if wall(x, y) > -13: # open ground before the moat
            return None
        edge = min(x, y, town.width - x, town.height - y)
        return TREE if noise(x, y, 13, 3) > 0.46 + edge / 44 else None
    town.each(woods)
    town.each(lambda x, y: SWAMP if noise(x, y, 7, 8) + 0.3 - math.hypot(x - 107, y - 80) / 26 > 0.5 else None,
              GROUND + TREE)
    for row in range(4): # fields of sand-dry stubble between hedges
        town.fill(4, 66 + 6 * row, 15, 4, SAND, GROUND + TREE)
    for row in range(3):
        town.fill(106, 14 + 7 * row, 16, 5, SAND, GROUND + TREE)


def walls_and_moat(town, wall):
    def moat(x, y):
        depth = wall(x, y)
        if -6 < depth <= 0:
            return SHALLOW if depth > -1 or depth < -5 else DEEP
        return WALL if 0 < depth <= 2 else GROUND if depth > 2 else None
    town.each(moat)
    for points, width in (([(-3, 20), (12, 23), (20, 31), (25, 36)], 3), ([(102, 62), (108, 66), (115, 76), (131, 84)], 4)):
        town.line(points, width + 2, SHALLOW, GROUND + TREE + SWAMP + SAND) # a river feeds the moat
        town.line(points, width, DEEP, GROUND + TREE + SWAMP + SAND + SHALLOW)


def gates_and_roads(town):
    """Gates of 4 (south), 3 (west), 2 (east) and 1 (north), each with its road over the moat; a bridge over the river."""
    town.line([(14, 16), (14, 31), (17, 50)], 5, ROAD)
    town.line([(62, 98), (63, 92), (64, 86)], 4, ROAD)
    town.line([(64, 88), (64, 60)], 4, ROAD)
    town.line([(-3, 52), (12, 53), (24, 49), (40, 49), (64, 49)], 3, ROAD)
    town.line([(131, 40), (116, 43), (104, 47), (88, 47), (64, 48)], 2, ROAD)
    town.line([(74, -2), (72, 4), (70, 9)], 1, ROAD)
    town.line([(70, 8), (70, 28)], 1, ROAD)
    for x, y in ((60, 78.5), (68, 78.5), (29.5, 46), (29.5, 53), (98.5, 44.5), (98.5, 50), (67.5, 15.5), (73.5, 15.5)):
        tower(town, x, y, 2.1)
    for x, y in ((41, 17), (87, 17), (98, 28), (98, 67), (87, 78), (41, 78), (30, 67), (30, 28)):
        tower(town, x, y, 3.2)
    for points, width in (([(64, 88), (64, 60)], 4), ([(24, 49), (50, 49)], 3), ([(104, 47), (78, 47)], 2), ([(70, 8), (70, 28)], 1)):
        town.line(points, width, ROAD) # through the gate towers


def keep(town):
    """A wall within the wall, its gate of 3 to the market, a postern of 1, and a hall with rooms and doors of 1 to 3."""
    town.fill(46, 26, 37, 27, ROAD, GROUND) # the lane around it
    town.fill(48, 28, 33, 23, WALL)
    town.fill(49, 29, 31, 21, GROUND)
    for x, y in ((48.5, 28.5), (80.5, 28.5), (48.5, 50.5), (80.5, 50.5)):
        tower(town, x, y, 2.6)
    town.fill(62, 50, 4, 1, ROAD)
    town.fill(62, 41, 4, 9, ROAD)
    town.fill(70, 28, 1, 1, ROAD)
    town.fill(70, 29, 1, 2, ROAD)
    house(town, 53, 31, 23, 11,
          [(9, 10, 4, 1), (7, 3, 1, 2), (15, 3, 1, 2), (3, 6, 2, 1), (18, 6, 2, 1), (17, 0, 1, 1), (0, 8, 1, 1), (22, 8, 1, 2)],
          [(7, 1, 1, 9), (15, 1, 1, 9), (1, 6, 6, 1), (16, 6, 6, 1)])
    for x in (62, 65): # pillars of the great hall
        for y in (34, 37):
            town.put(x, y, WALL)
    house(town, 51, 44, 6, 5, [(5, 2, 1, 1)])
    house(town, 72, 44, 6, 5, [(0, 1, 1, 2)])
    town.fill(58, 45, 2, 2, SHALLOW) # well


def market(town):
    town.fill(56, 56, 17, 11, ROAD)
    town.fill(63, 60, 3, 3, WALL) # fountain
    town.put(64, 61, SHALLOW)
    for x in (57, 69):
        for y in (57, 64):
            town.fill(x, y, 3, 2, WALL) # stalls


def quarters(town):
    """Four quarters of houses along lanes."""
    town.line([(36, 48), (36, 40), (36, 30), (44, 21), (58, 20), (70, 21), (84, 21), (92, 30), (92, 46)], 2, ROAD, GROUND)
    town.line([(36, 50), (36, 64), (44, 73), (62, 73)], 2, ROAD, GROUND)
    town.line([(66, 73), (84, 73), (92, 64), (92, 48)], 2, ROAD, GROUND)
    town.line([(38, 60), (56, 60)], 2, ROAD, GROUND)
    town.line([(73, 60), (91, 60)], 2, ROAD, GROUND)
    houses = [ # north-west
        (39, 32, 6, 7, [(0, 4, 1, 1)], None), (39, 24, 7, 7, [(3, 0, 1, 1), (0, 5, 1, 1)], [(1, 4, 3, 1)]),
        (50, 23, 5, 3, [(2, 0, 1, 1)], None), (57, 23, 5, 3, [(1, 0, 1, 1)], None), (75, 23, 6, 3, [(2, 0, 2, 1)], None),
        # north-east
        (84, 25, 6, 6, [(5, 3, 1, 1)], None), (84, 33, 7, 6, [(6, 2, 1, 2), (3, 5, 1, 1)], [(3, 1, 1, 3)]),
        (84, 41, 6, 4, [(5, 1, 1, 1)], None),
        # south-west
        (39, 52, 7, 7, [(0, 3, 1, 1), (6, 2, 1, 1)], [(1, 4, 4, 1)]), (48, 53, 6, 6, [(2, 5, 2, 1)], None),
        (39, 63, 6, 5, [(2, 0, 1, 1)], None), (47, 63, 8, 8, [(3, 0, 1, 1), (7, 5, 1, 1)], [(1, 4, 5, 1)]),
        (57, 69, 5, 3, [(4, 1, 1, 1)], None),
        # south-east: a church with a tower, and houses
        (80, 61, 6, 12, [(2, 0, 2, 1)], None),
        (74, 64, 16, 6, [(0, 2, 1, 2), (6, 0, 4, 6)], [(4, 1, 1, 1), (4, 4, 1, 1), (11, 1, 1, 1), (11, 4, 1, 1)]),
        (75, 52, 6, 6, [(2, 5, 1, 1), (0, 2, 1, 1)], None), (83, 51, 7, 7, [(6, 3, 1, 1), (3, 6, 1, 1)], [(3, 1, 1, 4)]),
        # outside: a mill at the river, farms
        (6, 37, 7, 6, [(6, 2, 1, 2)], None), (8, 57, 7, 6, [(6, 2, 1, 2)], None),
        (108, 50, 7, 6, [(0, 2, 1, 1), (3, 0, 1, 1)], None), (22, 88, 7, 5, [(6, 2, 1, 1)], None), (73, 90, 6, 5, [(0, 1, 1, 2)], None)]
    for x, y, width, height, doors, inner in houses:
        house(town, x, y, width, height, doors, inner)
    for x, y in ((47, 56), (58, 54), (71, 54), (46, 45), (85, 47), (56, 23), (63, 23), (66, 69), (88, 69), (41, 70), (82, 49)):
        town.put(x, y, TREE, GROUND)


def castle():
    town = Map(128, 96, GROUND)
    def wall(x, y):
        return octagon(x, y, 64, 47.5, 35, 31.5, 11)
    countryside(town, wall)
    walls_and_moat(town, wall)
    gates_and_roads(town)
    keep(town)
    market(town)
    quarters(town)
    return town


# The archipelago ---------------------------------------------------------------------------------------------------

ISLANDS = [ # x, y, reach, height
    (36, 34, 30, 1.0), (18, 62, 18, 0.8), (52, 64, 16, 0.75), (92, 28, 22, 0.95), (126, 40, 26, 1.0), (112, 82, 30, 1.05),
    (146, 92, 15, 0.8), (72, 96, 20, 0.9), (28, 98, 21, 0.95), (76, 52, 9, 0.62), (150, 14, 12, 0.7), (64, 12, 10, 0.65),
    (88, 62, 8, 0.6), (8, 12, 9, 0.6)]


def height_at(x, y):
    """Height above the sea floor, the coast bent by noise."""
    u = x + 26 * (noise(x, y, 26, 91) - 0.5)
    v = y + 26 * (noise(x, y, 26, 47) - 0.5)
    island = sum(h * max(0.0, 1 - (math.hypot(u - a, (v - b) * 1.15) / r) ** 2) ** 1.5 for a, b, r, h in ISLANDS)
    edge = min(x, y, 160 - x, 120 - y) / 8
    return min(island, 1.1) * 0.75 + (noise(x, y, 15, 5) - 0.5) * 0.55 + 0.24 + min(0.0, (edge - 1) * 0.3)


def terrain_at(x, y):
    height = height_at(x, y)
    if height < 0.40:
        return DEEP
    if height < 0.50:
        return SHALLOW
    if height < 0.555:
        return SAND
    if height > 0.86 and noise(x, y, 6, 21) > 0.42:
        return WALL
    if noise(x, y, 9, 13) > 0.53 and height > 0.60:
        return TREE
    if height < 0.63 and noise(x, y, 8, 34) > 0.70:
        return SWAMP
    return GROUND


def road(sea, start, goal):
    """Lays a road where it costs least: along roads, over land, over fords only when it must."""
    price = {ROAD: 0.3, GROUND: 1, SAND: 1.6, TREE: 2.2, SWAMP: 3, SHALLOW: 6, DEEP: 30, WALL: 60}
    best, queue = {start: (0, None)}, [(0, start)]
    while queue:
        cost, (x, y) = heapq.heappop(queue)
        if (x, y) == goal:
            break
        for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            there = (x + i, y + j)
            if not (2 <= there[0] < sea.width - 3 and 2 <= there[1] < sea.height - 3):
                continue
            step = math.hypot(i, j) * (0.3 + 2 * noise(*there, 9, 55))
            step *= sum(price[sea.get(there[0] + p, there[1] + q)] for p in (0, 1) for q in (0, 1))
            if cost + step < best.get(there, (1e9, None))[0]:
                best[there] = (cost + step, (x, y))
                heapq.heappush(queue, (cost + step, there))
    at = goal
    while at:
        before = best[at][1] or at
        sea.fill(min(at[0], before[0]), min(at[1], before[1]), 2 + abs(at[0] - before[0]), 2 + abs(at[1] - before[1]), ROAD)
        at = best[at][1]


def village(sea, x, y, seed):
    """Houses of different sizes around a crossing, doors to the lanes."""
    sea.each(lambda i, j: GROUND if math.hypot(i - x - 1, j - y - 1) < 9 else None, TREE + SWAMP + WALL)
    sea.fill(x - 1, y - 1, 4, 4, ROAD)
    for side_x in (-1, 1):
        for side_y in (-1, 1):
            width, height = (3 + int(3 * chance(side_x, side_y, seed + i)) for i in (0, 1))
            left = x - 1 - width if side_x < 0 else x + 3
            top = y - 1 - height if side_y < 0 else y + 3
            door = (1 + int((width - 2) * chance(side_x, side_y, seed + 2)), height - 1 if side_y < 0 else 0, 1, 1)
            house(sea, left, top, width, height, [door])


def archipelago():
    sea = Map(160, 120, DEEP)
    sea.each(terrain_at)
    villages = [(44, 26), (20, 51), (50, 58), (27, 97), (90, 21), (130, 38), (104, 80), (142, 89), (67, 92)]
    for seed, (x, y) in enumerate(villages):
        village(sea, x, y, 3 * seed)
    for a, b in ((0, 1), (1, 2), (0, 4), (4, 5), (0, 6), (6, 7), (6, 8)):
        road(sea, villages[a], villages[b])
    return sea


if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    castle().write(here / "castle.map")
    archipelago().write(here / "archipelago.map")
