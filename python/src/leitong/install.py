"""``python -m leitong.install PACKAGE``: packages that the wheel does not carry, such as the drivers of databases."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ._process import MODULES, NODE

#: Beside the packages that the wheel carries, which npm would take away. Node looks here after them.
HOME = Path(__file__).parent


def main() -> int:
    if not sys.argv[1:] or sys.argv[1].startswith("-"):
        print("usage: python -m leitong.install PACKAGE...", file=sys.stderr)
        return 2
    npm = MODULES / "npm" / "bin" / "npm-cli.js"
    return subprocess.call([NODE, str(npm), "install", "--no-fund", "--no-audit", "--prefix", str(HOME), *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
