"""The town of Carson City, for the referee: whose parcels they are, what stands there, what that costs and earns."""
from sim.carson_city import words as w
from tests.rules.carson_city.grid import AROUND

EVERY_PARCEL = set(range(w.PARCELS))
ATTACKABLE = {w.RANCH, w.MINE, w.DRUGSTORE, w.BANK, w.SALOON, w.HOTEL}                          # CC-7.8
HOUSE_UNITS = {w.RANCH: "ranch_house_units", w.HOTEL: "hotel_house_units", w.CHURCH: "church_house_units"}
NO_CAP = 99


class Town:
    def __init__(self, players, rules):
        self.players, self.rules = players, rules
        self.seats = range(players)
        self.owned = [set() for _ in self.seats]
        self.house, self.mountain = set(), set()
        self.built = {}                                         # the building on a parcel
        self.lines = set()                                      # grid lines with a road piece

    def all_owned(self):
        return set().union(*self.owned)

    def unowned(self):
        return EVERY_PARCEL - self.all_owned()

    def owner(self, x):
        return next((p for p in self.seats if x in self.owned[p]), w.NOBODY)

    def tiles(self):
        return self.house | self.mountain | set(self.built)

    def own_buildings(self, p, tile):
        return sum(kind == tile and x in self.owned[p] for x, kind in self.built.items())

    def protected(self, church):
        """CC-7.9: the buildings that a church protects."""
        return {x for x in AROUND[church] & set(self.built)
                if self.rules["church_protects"] == "all_owners" or self.owner(x) == self.owner(church)}

    def attackable(self):
        """CC-7.8."""
        found = {x for x, tile in self.built.items() if tile in ATTACKABLE}
        for church in [x for x, tile in self.built.items() if tile == w.CHURCH]:
            found -= self.protected(church)
        return found

    def price(self, x):
        """CC-6.2."""
        near = (AROUND[x] | {x}) & self.tiles()
        return self.rules["parcel_base_price"] + self.rules["parcel_price_per_neighbour"] * len(near)

    # 11: income -------------------------------------------------------------------------------------------------------

    def house_units(self, p, x):
        """CC-11.1: H(p)."""
        units = 0
        for y in AROUND[x]:
            if self.owner(y) in (p, w.NOBODY):
                units += y in self.house
                if self.built.get(y) in HOUSE_UNITS:
                    units += self.rules[HOUSE_UNITS[self.built[y]]]
        return units

    def income(self, x):
        """Section 11."""
        rules, p, tile = self.rules, self.owner(x), self.built[x]
        if tile == w.RANCH:
            full = self.tiles() - self.mountain if rules["mountain_counts_as_empty"] else self.tiles()  # CC-11.7
            earned = max(rules["income_ranch_min"], rules["income_ranch_per_empty"] * len(AROUND[x] - full))
        elif tile == w.MINE:                                                                    # CC-11.2
            near = [y for y in AROUND[x] & self.mountain if self.owner(y) in (p, w.NOBODY)]
            earned = rules["income_mine_per_mountain"] * len(near)
        elif tile == w.DRUGSTORE:                                                               # CC-11.4
            units = self.house_units(p, x) + self.own_buildings(p, w.RANCH)
            earned = rules["income_drugstore_per_unit"] * units
        elif tile == w.BANK:
            earned = rules["income_bank_per_unit"] * (self.house_units(p, x) + self.own_buildings(p, w.MINE))
        elif tile == w.SALOON:
            earned = rules["income_saloon_per_house"] * self.house_units(p, x)
        else:
            return rules["income_hotel"] if tile == w.HOTEL else 0
        cap = rules["cap_" + w.BUILDING_NAMES[tile]]                                            # CC-11.6
        return earned if cap == NO_CAP else min(earned, cap)
