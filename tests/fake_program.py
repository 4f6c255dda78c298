"""A program that speaks the line protocol, and does what the message of a request says: see its functions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


class Behaviour:
    """What it does for each message; `id` is that of the request."""

    def __init__(self, id: int) -> None:
        self.id = id

    def answer(self, **keys: object) -> None:
        say(json.dumps({"id": self.id, **keys}))

    def die(self) -> None:
        sys.stderr.write("some trace\n\nout of luck\n  \n")
        sys.exit(3)

    def die_quietly(self) -> None:
        sys.exit(0)

    def segfault(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    def rare_signal(self) -> None:
        os.kill(os.getpid(), signal.SIGRTMIN + 6)

    def hang(self) -> None:
        sys.stderr.write("thinking\n")
        sys.stderr.flush()
        time.sleep(600)

    def hang_in_a_child(self) -> None:
        subprocess.run([sys.executable, "-c", "import time; time.sleep(600)"], check=False)

    def trickle(self) -> None:
        while True:
            sys.stdout.write(" ")
            sys.stdout.flush()
            time.sleep(0.01)

    def close_output(self) -> None:
        os.close(1)
        time.sleep(600)

    def half_a_line(self) -> None:
        sys.stdout.write(f'{{"id": {self.id}, "valid": true}}')
        sys.stdout.flush()
        os._exit(0)

    def garbage(self) -> None:
        say("Segmentation fault (just kidding)")

    def blank(self) -> None:
        say("")

    def a_list(self) -> None:
        say("[1]")

    def twice_valid(self) -> None:
        say(f'{{"id": {self.id}, "valid": false, "valid": true}}')

    def other_id(self) -> None:
        say(f'{{"id": {self.id + 1}, "valid": true}}')

    def no_id(self) -> None:
        say('{"error": "bad-request", "detail": "what?"}')

    def long_line(self) -> None:
        say("x" * (10 << 20))

    def flood(self) -> None:
        for _ in range(100):
            sys.stderr.write("y" * 100_000 + "\n")
        sys.stderr.flush()
        self.answer(valid=True)

    def flood_and_die(self) -> None:
        sys.stderr.write("z" * 1_000_000)
        sys.exit(1)

    def strange(self) -> None:
        sys.stderr.buffer.write(b"\x1b[31m\xff\n")
        sys.exit(1)

    def two_lines(self) -> None:
        say(*2 * [f'{{"id": {self.id}, "valid": true}}'])

    def valid(self) -> None:
        self.answer(valid=True)

    def maybe(self) -> None:
        self.answer(valid="maybe")

    def unsupported(self) -> None:
        self.answer(unsupported=True)

    def fault(self) -> None:
        self.answer(error="internal", detail="NullPointerException")

    def plain_fault(self) -> None:
        self.answer(error="internal")

    def which_process(self) -> None:
        self.answer(error="invalid-key", detail=str(os.getpid()))


def main(description: str) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "describe":
            say(json.dumps({**json.loads(description), "id": request["id"]}))
        else:
            getattr(Behaviour(request["id"]), bytes.fromhex(request["message"]).decode())()


if __name__ == "__main__":
    main(sys.argv[1])
