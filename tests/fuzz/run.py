"""Fuzz the parsers with atheris: `python tests/fuzz/run.py [TARGET ...]`, by default all, each in a process of its own.

What a run finds beyond its seeds is kept in --corpus DIR, for the next; what fails stays there as crash-*. An input
that takes over ten seconds or 1 GiB is a failure too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run the targets; the number of those that failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", metavar="TARGET", nargs="*", help="names in fuzz_targets.py (default: all)")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument("--corpus", type=Path, default=Path(".fuzz"), metavar="DIR", help="default: .fuzz")
    parser.add_argument("--here", action="store_true", help="run the one target in this process")
    args = parser.parse_args()
    if args.here:
        fuzz(args.targets[0], args.corpus, args.seconds)
    from fuzz_targets import TARGETS

    failed = [name for name in args.targets or TARGETS if not survives(name, args.corpus, args.seconds)]
    print(f"{len(args.targets or TARGETS) - len(failed)} passed, {len(failed)} failed")
    return min(len(failed), 1)


def survives(name: str, corpus: Path, seconds: int) -> bool:
    """Whether a target has no failure in so many seconds; prints a line, and what the failure was."""
    command = [sys.executable, __file__, "--here", "--seconds", str(seconds), "--corpus", str(corpus), name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = [line for line in done.stderr.splitlines() if line.startswith("Done ")]
    print(f"{name}: {last[0] if last else 'failed'}", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
    return done.returncode == 0


def fuzz(name: str, corpus: Path, seconds: int) -> None:
    """Fuzz one target, and end the process."""
    try:
        import atheris
    except ImportError:
        sys.exit("fuzzing needs atheris: pip install 'ecref[fuzz]'")

    with atheris.instrument_imports(include=["ecref"]):
        from fuzz_targets import TARGETS

    kept = corpus / name
    kept.mkdir(parents=True, exist_ok=True)
    for i, seed in enumerate(TARGETS[name].seeds()):
        (kept / f"seed-{i}").write_bytes(seed)
    settings = [f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=1024", f"-artifact_prefix={kept}/"]
    atheris.Setup([sys.argv[0], *settings, "-max_len=65536", "-len_control=10", str(kept)], TARGETS[name].run)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
