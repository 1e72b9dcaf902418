"""Kills trainings that save themselves, goes on, and compares with one that ran through.

    check_kill.py PROGRAM.mlir DATA.npz WORKDIR
"""

import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Export/torch"))
import npz  # noqa: E402

program, data, folder = sys.argv[1:]
folder = pathlib.Path(folder)
KILLS = 3


def command(*arguments):
    return ["grad-run", program, f"--inputs={data}", "--shuffle=9", "--ranks=2",
            *map(str, arguments)]


point, resumed, whole = (folder / f"{name}.npz" for name in ("killed", "went-on", "through"))
point.unlink(missing_ok=True)
for number in range(KILLS):
    more = [f"--resume={point}"] if point.exists() else []
    before = point.stat().st_mtime_ns if point.exists() else 0
    process = subprocess.Popen(
        command("--steps=100000000", f"--checkpoint={point}", "--checkpoint-every=7", *more),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # Whatever it is doing a while after it has saved.
    for _ in range(3000):
        if point.exists() and point.stat().st_mtime_ns != before:
            break
        if process.poll() is not None:
            sys.exit("the training ended by itself")
        time.sleep(0.01)
    time.sleep(0.03 * number)
    process.kill()
    process.wait()
updates = npz.read(point)["training/position"][1][-1] + 5
subprocess.run(command(f"--steps={updates}", f"--resume={point}", f"--checkpoint={resumed}"),
               check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
subprocess.run(command(f"--steps={updates}", f"--checkpoint={whole}"),
               check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
if resumed.read_bytes() != whole.read_bytes():
    sys.exit("other bits than without the kills")
print(f"killed {KILLS} times, the same bits")
