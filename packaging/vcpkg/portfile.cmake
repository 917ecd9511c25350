# Not run here: a draft of a vcpkg port. REPO and SHA512 are those of a release, which does not exist yet.
vcpkg_from_git(OUT_SOURCE_PATH SOURCE_PATH URL "${FAIRWAY_REPOSITORY}" REF "v${VERSION}")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DFAIRWAY_TOOLS=OFF -DFAIRWAY_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME fairway CONFIG_PATH lib/cmake/fairway)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
