# Not run here: a draft of a formula. `url` and `sha256` are those of a release, which does not exist yet.
class Fairway < Formula
  desc "Paths that a unit can really follow: grid search, vehicles, hierarchy, traffic"
  version "0.1.0"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "pkg-config" => :build
  depends_on "jansson"
  depends_on "libpng"

  def install
    system "cmake", "-S", ".", "-B", "build", "-DBUILD_SHARED_LIBS=ON", "-DFAIRWAY_IO=ON", "-DFAIRWAY_TESTS=OFF",
           *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"version.c").write <<~C
      #include <fairway/fairway.h>
      int main(void) { return fw_version()[0] == 0; }
    C
    system ENV.cc, "version.c", "-I#{include}", "-L#{lib}", "-lfairway", "-o", "version"
    system "./version"
  end
end
