"""``python -m leitong``: the command itself."""
import subprocess
import sys

from ._process import COMMAND, NODE


def main() -> int:
    process = subprocess.Popen([NODE, COMMAND, *sys.argv[1:]])
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # The command has heard it too, and tidies up.
            continue


if __name__ == "__main__":
    sys.exit(main())
