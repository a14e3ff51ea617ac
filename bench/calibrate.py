"""Our speed as a ratio to a small kernel that is measured in the same run, so that machines can be compared.

    python bench/calibrate.py PROTOTYPE.pyx GAME [--players 4]

The prototype is a Cython module with run(games, seed) -> (decisions, ...), built here into a temporary folder.
"""
import argparse
import importlib.util
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parents[1]))
ROUNDS = 7


def build(source: Path, folder: str) -> ModuleType:
    """Compile with the flags of our own kernels."""
    import numpy
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    extension = Extension(source.stem, [str(source)], include_dirs=[numpy.get_include()], extra_compile_args=["-O2"])
    command = Distribution({"ext_modules": cythonize([extension], build_dir=folder, language_level=3, quiet=True)})
    build_ext = command.get_command_obj("build_ext")
    build_ext.build_lib = build_ext.build_temp = folder
    build_ext.ensure_finalized()
    build_ext.run()
    spec = importlib.util.spec_from_file_location(source.stem, build_ext.get_ext_fullpath(source.stem))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def per_decision(play, *arguments) -> float:
    """CPU nanoseconds a decision."""
    start = time.process_time()
    decisions = play(*arguments)
    return (time.process_time() - start) / decisions * 1e9


def main() -> None:
    from sim.bots.spec import entrants
    from sim.core.driver import play_blocks
    from sim.core.game import table
    from sim.core.rulebook import book, resolve

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prototype", type=Path)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    asked = parser.parse_args()
    read = book(asked.game)
    fixed = table(read, resolve(read, asked.players))
    bots = [spec.player() for spec in entrants(read, asked.players, "random")]
    with tempfile.TemporaryDirectory() as folder:
        source = asked.prototype.resolve()
        os.chdir(folder)                    # the compiler leaves its files where it stands
        prototype = build(source, folder)

    def ours(lists: bool) -> int:
        return play_blocks(fixed, bots, [list(range(asked.players))], 1, 0, 8_000, lists=lists)["decisions"]

    def theirs() -> int:
        return int(prototype.run(100_000, 1)[0])

    ways = {"prototype": (theirs,), f"{asked.game}, random": (ours, False), f"{asked.game}, random lists": (ours, True)}
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):                 # in turns, so that what else the machine does meets all of them
        for name, way in ways.items():
            spent[name].append(per_decision(*way))
    middle = {name: statistics.median(times) for name, times in spent.items()}
    for name, times in spent.items():
        print(f"{name}: {middle[name]:.1f} ns a decision [{min(times):.1f} .. {max(times):.1f}], "
              f"{middle[name] / middle['prototype']:.2f} x prototype")


if __name__ == "__main__":
    main()
