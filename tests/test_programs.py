"""Programs under the line protocol that die, hang, or answer nonsense; what our own need, and who they say they are."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ecref.errors import UnusableInput
from ecref.referee.implementations import process, program
from ecref.referee.implementations.commands import PROGRAMS, ours
from ecref.referee.implementations.process import Process, Silent
from ecref.referee.implementations.program import FAILURES, Program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FAKE = [sys.executable, str(Path(__file__).with_name("fake_program.py"))]
SLOW, QUICK = 30.0, 1.0  # seconds that it may take to answer, and not to answer

Make = Any  # the fixture below


@pytest.fixture
def fake() -> Iterator[Callable[..., Program]]:
    """Makes fake programs, and ends them."""
    made = []

    def make(timeout: float = SLOW, **description: Any) -> Program:
        made.append(Program("fake", [*FAKE, json.dumps(description)], timeout))
        return made[-1]

    yield make
    for each in made:
        each.close()


def asking(what: str) -> dict[str, str]:
    """A request of which a fake program looks at the message only."""
    return {"op": "verify", "scheme": "Ed25519", "message": what.encode().hex()}


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("valid", {"valid": True}),
        ("unsupported", {"unsupported": True}),
        ("flood", {"valid": True}),
        ("maybe", {"crash": "it answered {'valid': 'maybe'}"}),
        ("fault", {"crash": "NullPointerException"}),
        ("plain_fault", {"crash": "internal"}),
    ],
)
def test_an_answer(fake: Make, what: str, answer: dict[str, Any]) -> None:
    running = fake()
    before = running.answer(asking("which_process"))
    assert running.answer(asking(what)) == answer
    assert running.answer(asking("which_process")) == before  # it goes on


@pytest.mark.parametrize(
    ("what", "crash"),
    [
        ("die", "it ended with status 3: out of luck"),
        ("die_quietly", "it ended with status 0"),
        ("segfault", "it was ended by SIGSEGV"),
        ("rare_signal", "it was ended by signal 40"),
        ("half_a_line", "it ended with status 0"),
        ("flood_and_die", f"it ended with status 1: {'z' * 200}"),
        ("strange", r"it ended with status 1: \x1b[31m\ufffd"),
        ("garbage", "it answered nonsense: no JSON: Expecting value, at character 1"),
        ("blank", "it answered nonsense: no JSON: Expecting value, at character 1"),
        ("a_list", "it answered nonsense: no JSON object"),
        ("twice_valid", "it answered nonsense: duplicate key 'valid'"),
        ("other_id", "it answered nonsense: without the id of the request: {'valid': True}"),
        ("no_id", "it answered nonsense: without the id of the request: "),
        ("long_line", "it answered a line longer than 4194304 octets"),
    ],
)
def test_a_crash_is_told_and_the_program_is_started_anew(fake: Make, what: str, crash: str) -> None:
    running = fake()
    before = running.answer(asking("which_process"))
    answer = running.answer(asking(what))
    assert answer == {"crash": answer["crash"]}
    assert answer["crash"].startswith(crash)
    after = running.answer(asking("which_process"))
    assert after["error"] == before["error"] == "invalid-key"
    assert after["detail"] != before["detail"]


@pytest.mark.parametrize(
    ("what", "crash"),
    [
        ("hang", "no answer in 1 s: thinking"),
        ("hang_in_a_child", "no answer in 1 s"),
        ("trickle", "no answer in 1 s"),
    ],
)
def test_a_time_out(fake: Make, what: str, crash: str) -> None:
    start = time.monotonic()
    running = fake(QUICK)
    assert running.answer(asking(what)) == {"crash": crash}
    assert time.monotonic() - start < 60


def test_a_time_out_where_there_are_no_groups_of_processes(fake: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    assert fake(QUICK).answer(asking("hang"))["crash"].startswith("no answer in 1 s")


def test_a_program_that_closes_its_output(fake: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 0.1)
    assert fake().answer(asking("close_output")) == {"crash": "it closed its output"}


def test_a_program_that_has_ended_before_it_is_asked(fake: Make) -> None:
    running = fake()
    running._process._process.kill()
    running._process._process.wait()
    assert running.answer({**asking("valid"), "signature": "00" * (1 << 20)}) == {"crash": "it was ended by SIGKILL"}
    assert running.answer(asking("valid")) == {"valid": True}


def test_a_second_answer_is_told_at_the_next_request(fake: Make) -> None:
    running = fake()
    assert running.answer(asking("two_lines")) == {"valid": True}
    assert running.answer(asking("valid"))["crash"].startswith("it answered nonsense: without the id")
    assert running.answer(asking("valid")) == {"valid": True}


def test_an_answer_at_the_last_moment_counts(fake: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(process._Watch):
        def stop(self) -> None:
            self.late = True
            self._end()
            super().stop()

    running = fake()
    before = running.answer(asking("which_process"))
    monkeypatch.setattr(process, "_Watch", Late)
    assert running.answer(asking("which_process")) == before
    monkeypatch.undo()
    assert running.answer(asking("which_process")) not in (before, {"crash": "it was ended by SIGKILL"})


def test_an_interrupt_leaves_no_answer_behind(fake: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    running = fake()
    stdout = running._process._process.stdout

    class Interrupted:
        def readline(self, _: int) -> bytes:
            raise KeyboardInterrupt

        def close(self) -> None:
            stdout.close()

    monkeypatch.setattr(running._process._process, "stdout", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        running.answer(asking("valid"))
    assert running.answer(asking("maybe")) == {"crash": "it answered {'valid': 'maybe'}"}


# ---------------------------------------------------------------- restarts and the end


def test_it_is_given_up_after_several_restarts_in_a_row(fake: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    start = Program._start

    def counted(self: Program) -> Any:
        started.append(self)
        return start(self)

    monkeypatch.setattr(Program, "_start", counted)
    running = fake()
    crashes = [running.answer(asking("die"))["crash"] for _ in range(FAILURES - 1)]
    assert set(crashes) == {"it ended with status 3: out of luck"}
    assert running.answer(asking("valid")) == {"valid": True}  # so it counts anew
    crashes = [running.answer(asking("die"))["crash"] for _ in range(FAILURES)]
    assert crashes[-1] == "it ended with status 3: out of luck; given up after 10 requests in a row without an answer"
    assert set(crashes[:-1]) == {"it ended with status 3: out of luck"}
    count = len(started)
    assert count == 2 * FAILURES - 1
    assert running.answer(asking("valid")) == {"unsupported": True}
    assert len(started) == count


def test_a_program_that_does_not_start_again_is_told(tmp_path: Path) -> None:
    once = tmp_path / "once"
    once.write_text(f"#!/bin/sh\nrm \"$0\"\nexec {' '.join(FAKE)} '{{}}'\n")
    once.chmod(0o700)
    running = Program("once", [str(once)], SLOW)
    assert running.answer(asking("die"))["crash"].startswith("it ended with status 3")
    assert running.answer(asking("valid")) == {"crash": f"{once} can't be started: No such file or directory"}
    running.close()


def test_closing_waits_for_the_program_to_end_by_itself(tmp_path: Path) -> None:
    code = "import sys; list(sys.stdin); open(sys.argv[1], 'w').write('done')"
    Process([sys.executable, "-c", code, str(tmp_path / "end")]).close()
    assert (tmp_path / "end").read_text() == "done"


def test_closing_ends_a_program_that_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 0.1)
    running = Process([sys.executable, "-c", "import time; time.sleep(600)"])
    running.close()
    assert running._process.returncode == -9


def test_closing_twice(fake: Make) -> None:
    running = fake()
    running.close()
    running.close()
    assert running.answer(asking("valid")) == {"valid": True}


def test_silence_names_the_fate() -> None:
    with pytest.raises(Silent, match=r"^it ended with status 5$"):
        Process([sys.executable, "-c", "raise SystemExit(5)"]).ask([b"{}\n"], SLOW)


# ---------------------------------------------------------------- what it says of itself


@pytest.mark.parametrize(
    ("description", "version"),
    [
        ({"name": "mine", "version": "1.2"}, "mine 1.2"),
        ({"version": "1.2"}, "fake 1.2"),
        ({"name": "mine"}, "mine"),
        ({"name": 5, "version": []}, "fake"),
        ({"name": "\x1b[31m", "version": "9" * 300}, "\\x1b[31m " + "9" * 191),
    ],
)
def test_its_version(fake: Make, description: dict[str, Any], version: str) -> None:
    assert fake(**description).version() == version


@pytest.mark.parametrize(
    ("rules", "ed25519", "p256"),
    [
        ({"Ed25519": "zip215", "P-256": "low-s"}, "zip215", "low-s"),
        ({"Ed25519": "low-s", "ECDSA": "low-s"}, None, None),
        ({"Ed25519": ["zip215"], "P-256": None}, None, None),
        (["zip215", "fips186-5", "another"], "zip215", "fips186-5"),
        (["zip215", "ref10", "openssl-ed448"], None, None),
        ("zip215", None, None),
        (None, None, None),
    ],
)
def test_its_rules(fake: Make, rules: Any, ed25519: str | None, p256: str | None) -> None:
    running = fake(rules=rules)
    assert running.rules("Ed25519", None) == ed25519
    assert running.rules("ECDSA", "P-256") == p256


@pytest.mark.parametrize(
    ("nonces", "nonce"),
    [
        (["rfc6979", "random"], "rfc6979"),
        (["random"], "random"),
        (["hedged", "random"], None),
        ([["random"]], None),
        ([], None),
        ("random", None),
        (None, None),
    ],
)
def test_its_nonces(fake: Make, nonces: Any, nonce: str | None) -> None:
    assert fake(nonces=nonces).nonce("P-256") == nonce


# ---------------------------------------------------------------- commands


def test_a_command_is_split_as_a_shell_would_but_none_runs() -> None:
    command = f"{' '.join(FAKE)} '{{\"name\": \"a  b; $HOME\"}}'"
    running = program.program("mine", command=command, timeout=SLOW)
    assert running.name == "mine"
    assert running.version() == "a  b; $HOME"
    assert running.answer(asking("valid")) == {"valid": True}
    running.close()


@pytest.mark.parametrize(
    ("command", "code", "detail"),
    [
        ("", "bad-request", "an empty command"),
        ("prog 'x", "bad-request", "a command of which the words can't be told: No closing quotation"),
        ("/no/such/program x", "unsupported", "mine: /no/such/program can't be started: No such file or directory"),
        (f"{sys.executable} -c 'exit(7)'", "unsupported", "mine: it ended with status 7"),
        (
            f"{sys.executable} -c 'print(\"hello\")'",
            "unsupported",
            "mine: it answered nonsense: no JSON: Expecting value, at character 1",
        ),
    ],
)
def test_a_command_that_starts_nothing_of_use(command: str, code: str, detail: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        program.program("mine", command=command, timeout=SLOW)
    assert (caught.value.code, caught.value.detail) == (code, detail)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder of the PATH, with programs that do nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("node", "java", "go"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o700)
    return tmp_path


def test_the_commands_of_our_own_programs(tools: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jars = [tools / "one.jar", tools / "two.jar"]
    for jar in jars:
        jar.touch()
    monkeypatch.chdir(tools)
    script, java, go = (str(PROGRAMS / f"curves.{end}") for end in ("mjs", "java", "go"))
    java = java.replace("curves", "Curves")
    assert ours("node") == [f"{tools}/node", script, "crypto"]
    assert ours("noble") == [f"{tools}/node", script, "noble", f"{tools}/node_modules"]
    assert ours("noble", "/some/where") == [f"{tools}/node", script, "noble", "/some/where"]
    assert ours("java") == [f"{tools}/java", java, "SunEC"]
    class_path = os.pathsep.join(map(str, jars))
    assert ours("bouncycastle", None, list(map(str, jars))) == [f"{tools}/java", "-cp", class_path, java, "BC"]
    assert ours("go") == [f"{tools}/go", "run", go]
    assert {Path(each).exists() for each in (script, java, go)} == {True}


NEEDS = {"node": "node", "noble": "node", "java": "java", "bouncycastle": "java", "go": "go", "openssl": "openssl"}


@pytest.mark.parametrize(("name", "needs"), NEEDS.items())
def test_a_program_that_is_missing(name: str, needs: str, tools: Path) -> None:
    (tools / needs).unlink(missing_ok=True)
    with pytest.raises(UnusableInput) as caught:
        program.program(name, timeout=SLOW)
    assert caught.value.detail == f"{name} needs the program {needs}, which isn't found"


@pytest.mark.parametrize(
    ("jars", "detail"),
    [
        ([], "bouncycastle needs its jar: --java-jar bcprov.jar"),
        (["/no/such.jar"], "bouncycastle: there is no file '/no/such.jar'"),
    ],
)
def test_bouncycastle_without_its_jar(jars: list[str], detail: str, tools: Path) -> None:
    assert (tools / "java").exists()
    with pytest.raises(UnusableInput) as caught:
        program.program("bouncycastle", java_jars=jars, timeout=SLOW)
    assert caught.value.detail == detail


# ---------------------------------------------------------------- openssl that isn't

OPENSSL = """#!/bin/sh
PATH=/usr/bin:/bin
[ "$1" = version ] && { echo "OpenSSL 9.9.9 some day"; exit; }
ls -l >> LOG
pwd >> LOG
case "$(cat input 2>/dev/null)" in
    hang) exec sleep 600 ;;
    odd) echo "out of paper" >&2; exit 4 ;;
    quiet) exit 1 ;;
    key) echo "Could not read public key from key" >&2; exit 1 ;;
    empty) echo "pkeyutl: Could not allocate 0 bytes for oneshot sign/verify buffer" >&2; exit 1 ;;
esac
"""


@pytest.fixture
def openssl(tools: Path) -> Path:
    """Writes down what it finds in its folder; returned is where."""
    (tools / "openssl").write_text(OPENSSL.replace("LOG", str(tools / "log")))
    (tools / "openssl").chmod(0o700)
    return tools / "log"


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("odd", {"crash": "ProgramError: it ended with status 4: out of paper"}),
        ("quiet", {"crash": "ProgramError: it ended with status 1: "}),
        ("hang", {"crash": "ProgramError: no answer in 1 s"}),
        ("key", {"error": "invalid-key", "detail": "Refused: Could not read public key from key"}),
        ("empty", {"unsupported": True}),
    ],
)
@pytest.mark.parametrize("op", ["sign", "verify"])
def test_openssl_that_fails(openssl: Path, op: str, what: str, answer: dict[str, str]) -> None:
    running = program.program("openssl", timeout=QUICK if what == "hang" else SLOW)
    half = "private_key" if op == "sign" else "public_key"
    request = {**asking(what), "op": op, half: "00" * 32, f"{half}_format": "raw", "signature": ""}
    assert running.answer(request) == answer
    assert openssl.exists()
    running.close()


def test_openssl_finds_its_files_in_a_private_folder(openssl: Path) -> None:
    running = program.program("openssl", timeout=SLOW)
    assert running.version() == "OpenSSL 9.9.9"
    request = {**asking("a message"), "op": "sign", "private_key": "00" * 32, "private_key_format": "raw"}
    assert running.answer(request) == {"signature": ""}
    *listed, folder = openssl.read_text().splitlines()
    modes = {line.split()[-1]: line.split()[0] for line in listed if line.startswith("-")}
    assert modes == dict.fromkeys(("input", "key"), stat.filemode(stat.S_IFREG | 0o600))
    assert not Path(folder).exists()
