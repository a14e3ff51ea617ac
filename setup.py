"""Builds the kernels: every .pyx below sim/ is one extension. All else is in pyproject.toml.

FAIRDRAW_CHECKS=1 builds with bounds checks, sanitizers come through CFLAGS and LDFLAGS (see the Makefile).
"""
import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# Sets of parcels and spaces are counted all the time; every x86-64 processor since 2008 has the instruction.
POPCOUNT = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []
CHECKS = os.environ.get("FAIRDRAW_CHECKS") == "1"
ONLY = os.environ.get("FAIRDRAW_ONLY")          # a game: build the core and that game alone

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKS,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
}


def modules() -> list[Extension]:
    found = sorted(Path("sim").rglob("*.pyx"))
    if ONLY:
        found = [p for p in found if p.parts[1] in ("core", "bots", ONLY)]
    return [
        Extension(
            ".".join(p.with_suffix("").parts),
            [str(p)],
            extra_compile_args=["-O2", "-fno-strict-aliasing", *POPCOUNT],
        )
        for p in found
    ]


if __name__ == "__main__":      # the workers that translate the kernels side by side import this file again
    jobs = os.cpu_count() or 1
    setup(
        ext_modules=cythonize(modules(), build_dir="build/cython", compiler_directives=DIRECTIVES, nthreads=jobs),
        options={"build_ext": {"parallel": jobs}},
    )
