"""Names the wheel by the platform that the native modules in it need; it is the same for every Python 3."""
import platform
import re
import struct
import sys
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Commands of a Mach-O file that say the least system: LC_VERSION_MIN_MACOSX and LC_BUILD_VERSION, and where in them.
_LEAST_SYSTEM = {0x24: 8, 0x32: 12}


def _glibc(module: bytes) -> tuple[int, ...]:
    """The newest version of the C library whose symbols a module asks for."""
    return max((tuple(map(int, found.split(b"."))) for found in re.findall(rb"GLIBC_(\d+\.\d+)", module)), default=(2, 17))


def _macos(module: bytes) -> tuple[int, ...]:
    """The least system of a module, which is of one architecture."""
    commands, at = struct.unpack_from("<I", module, 16)[0], 32
    for _ in range(commands):
        command, size = struct.unpack_from("<II", module, at)
        if command in _LEAST_SYSTEM:
            version = struct.unpack_from("<I", module, at + _LEAST_SYSTEM[command])[0]
            return (version >> 16, version >> 8 & 255)
        at += size
    return (11, 0)


def platform_of(folder: Path) -> str:
    """As pip knows it: `linux_x86_64` is refused by PyPI, and that of a Python for two architectures is wrong for modules of one."""
    modules = [path.read_bytes() for path in folder.rglob("*.node")]
    machine = sysconfig.get_platform().rpartition("-")[2]
    if sys.platform == "darwin":
        machine = platform.machine()
        major, minor = max(map(_macos, modules))
        # From 11 on pip knows main versions alone.
        return f"macosx_{major}_{0 if major > 10 else minor}_{machine}"
    if sys.platform == "linux":
        if platform.libc_ver()[0] != "glibc":
            return f"musllinux_1_2_{machine}"
        return f"manylinux_{'_'.join(map(str, max(map(_glibc, modules))))}_{machine}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


class Platform(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["tag"] = f"py3-none-{platform_of(Path(self.root, 'src/leitong/_node'))}"
        build_data["pure_python"] = False
