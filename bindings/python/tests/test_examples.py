"""The examples: programs run and draw, cells of the notebook run one after the other."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"


class Examples(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_the_picture_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(EXAMPLES / "picture.py")], cwd=folder, check=True,
                           env={**os.environ, "MPLCONFIGDIR": folder})
            self.assertTrue((pathlib.Path(folder) / "picture.png").read_bytes().startswith(b"\x89PNG"))

    def test_the_cells_of_the_notebook_run(self):
        notebook, names = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8")), {}
        shown = []
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                *before, last = "".join(cell["source"]).split("\n")
                exec("\n".join(before), names)  # as a notebook does: the value of the last line is shown
                shown.append(eval(last, names))
        self.assertIn("<svg", shown[0]._repr_svg_())
        self.assertIn("<svg", shown[1]._repr_svg_())
        self.assertIs(shown[2][0], True)
        self.assertIs(shown[3], True)


if __name__ == "__main__":
    unittest.main()
