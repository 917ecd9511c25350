"""Not run here: a draft of a recipe for Conan 2. scripts/check-versions compares its version and options."""
from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout


class Fairway(ConanFile):
    name = "fairway"
    version = "0.1.0"
    license = "MIT"
    description = "Paths that a unit can really follow: grid search, vehicles, hierarchy, traffic"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    exports_sources = "CMakeLists.txt", "cmake/*", "include/*", "src/*", "LICENSE"

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["BUILD_SHARED_LIBS"] = bool(self.options.shared)
        toolchain.variables["FAIRWAY_TOOLS"] = False
        toolchain.variables["FAIRWAY_TESTS"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["fairway"]
        self.cpp_info.system_libs = ["m"]
        self.cpp_info.set_property("cmake_file_name", "fairway")
        self.cpp_info.set_property("cmake_target_name", "fairway::fairway")
