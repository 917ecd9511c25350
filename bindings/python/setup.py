"""Builds the package: the library's C sources and the raw layer become one module."""
import os
import shutil
from multiprocessing.pool import ThreadPool

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = os.path.dirname(os.path.abspath(__file__))


class ParallelBuild(build_ext):
    """Compiles as many files at a time as there are cores."""

    def build_extension(self, ext):
        compile_all = self.compiler.compile

        def compile_in_parallel(sources, **options):
            with ThreadPool(os.cpu_count()) as pool:
                return [object_name for objects in pool.imap(lambda source: compile_all([source], **options), sources)
                        for object_name in objects]

        self.compiler.compile = compile_in_parallel
        try:
            super().build_extension(ext)
        finally:
            self.compiler.compile = compile_all


class WholeSource(sdist):
    """Adds the C sources, which lie outside of this folder."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, [name for name in files if not name.startswith("..")])
        for folder in ("src", "include", "io"):
            shutil.copytree(os.path.join(HERE, "..", "..", folder), os.path.join(base_dir, "csources", folder))
        for name in ("raw.cdef", "io.cdef", "build_raw.py"):
            shutil.copy(os.path.join(HERE, name), base_dir)


setup(cffi_modules=["build_raw.py:builder"], cmdclass={"build_ext": ParallelBuild, "sdist": WholeSource})
