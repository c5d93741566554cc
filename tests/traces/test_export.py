"""A run that is handed to somebody else."""

import re
import shutil
import subprocess
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.traces.runs import write_run
from traces.errors import ExportRefused, TraceNotFound
from traces.export import export_trace
from traces.export_check import verify_export
from traces.home import Home
from traces.ids import new_run_id
from traces.verification import VerifyStatus

FORMS = ["export", "export.tar.gz", "export.tgz", "export.zip"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def commands_of(readme: str) -> list[str]:
    return re.findall(r"```sh\n(.*?)```", readme, re.S)


def run_in(folder: Path, command: str) -> str:
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


@pytest.mark.parametrize("form", FORMS)
def test_an_export_is_whole_and_checks_itself(home: Home, tmp_path: Path, form: str) -> None:
    run = write_run(home)
    exported = export_trace(home, run, tmp_path / form)
    assert (exported.runs, exported.contents, exported.missing) == ((run,), 3, ())
    shutil.rmtree(home.path)
    verdict = verify_export(tmp_path / form)
    assert (verdict.run, verdict.status, verdict.findings) == (run, VerifyStatus.OK, ())
    assert verdict.citations == 1


@pytest.mark.parametrize("form", ["a.tar.gz", "a.zip"])
def test_the_same_run_gives_the_same_archive(home: Home, tmp_path: Path, form: str) -> None:
    run = write_run(home)
    export_trace(home, run, tmp_path / form)
    export_trace(home, run, tmp_path / f"again-{form}")
    assert (tmp_path / form).read_bytes() == (tmp_path / f"again-{form}").read_bytes()


def test_the_readme_checks_an_export_with_sha256sum_alone(home: Home, tmp_path: Path) -> None:
    run = write_run(home)
    write_run(home)
    folder = tmp_path / "export"
    export_trace(home, run, folder)
    sums, chain, content = commands_of((folder / "README.md").read_text())
    assert "FAILED" not in run_in(folder, sums)
    assert run_in(folder, chain).startswith("whole: 12 lines, end ")
    end = run_in(folder, chain).split()[-1]
    assert end in (folder / "heads.jsonl").read_text()
    assert run_in(folder, content) == ""


def test_the_readme_finds_a_changed_line_and_changed_content(home: Home, tmp_path: Path) -> None:
    run = write_run(home)
    folder = tmp_path / "export"
    export_trace(home, run, folder)
    trace = folder / "traces" / f"{run}.jsonl"
    trace.write_bytes(trace.read_bytes().replace(b"One query", b"Two query"))
    blob = next((folder / "cas").rglob("*/*/*/*"), None) or next(
        (folder / "cas/sha256").glob("*/*")
    )
    blob.write_bytes(b"other")
    sums, chain, content = commands_of((folder / "README.md").read_text())
    assert run_in(folder, sums).count("FAILED") >= 2
    assert run_in(folder, chain) == "line 2 does not follow the line before it\n"
    assert run_in(folder, content).startswith("other bytes: cas/sha256/")


@pytest.mark.parametrize("name", ["trace.md", "README.md", "heads.jsonl", "RUN", "SHA256SUMS"])
def test_a_changed_or_missing_file_of_an_export_is_found(
    home: Home, tmp_path: Path, name: str
) -> None:
    export_trace(home, write_run(home), tmp_path / "export")
    path = tmp_path / "export" / name
    path.write_bytes(path.read_bytes() + b"more")
    assert verify_export(tmp_path / "export").status is not VerifyStatus.OK
    path.unlink()
    assert verify_export(tmp_path / "export").status is not VerifyStatus.OK


def test_an_added_file_does_not_belong(home: Home, tmp_path: Path) -> None:
    export_trace(home, write_run(home), tmp_path / "export")
    (tmp_path / "export" / "more").write_text("more")
    assert verify_export(tmp_path / "export").status is VerifyStatus.TAMPERED


def test_changed_bytes_in_an_archive_are_found(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "export.tar.gz"
    export_trace(home, write_run(home), path)
    data = path.read_bytes()
    for position in range(20, len(data), len(data) // 40):
        path.write_bytes(data[:position] + bytes([data[position] ^ 0x10]) + data[position + 1 :])
        assert verify_export(path).status is not VerifyStatus.OK, position
        path.write_bytes(data[:position])
        assert verify_export(path).status is not VerifyStatus.OK, position


def tar_of(path: Path, *members: tarfile.TarInfo) -> None:
    with tarfile.open(path, "w:gz") as tar:
        for member in members:
            tar.addfile(member, BytesIO(b"x" * member.size))


@pytest.mark.parametrize("name", ["top/../../evil", "/etc/evil", "top//x", "evil", "top/.hidden"])
def test_an_archive_can_not_write_outside(tmp_path: Path, name: str) -> None:
    tar_of(tmp_path / "evil.tar.gz", tarfile.TarInfo(name))
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as packed:
        packed.writestr(name, "x")
    for form in ("evil.tar.gz", "evil.zip"):
        verdict = verify_export(tmp_path / form)
        assert verdict.status is VerifyStatus.TAMPERED
        assert "a name that no export has" in verdict.findings[0].sentence


def test_a_link_in_an_archive_is_refused(tmp_path: Path) -> None:
    link = tarfile.TarInfo("top/RUN")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    tar_of(tmp_path / "evil.tar.gz", link)
    assert "not a file" in verify_export(tmp_path / "evil.tar.gz").findings[0].sentence


@pytest.mark.parametrize("form", ["none.zip", "none.tar.gz", "none"])
def test_what_is_no_export_is_a_verdict(tmp_path: Path, form: str) -> None:
    assert verify_export(tmp_path / form).exit_code == 1
    (tmp_path / form).write_bytes(b"no archive")
    assert verify_export(tmp_path / form).exit_code == 1


def test_nothing_is_overwritten_and_nothing_is_left_half_done(home: Home, tmp_path: Path) -> None:
    target = tmp_path / "export.zip"
    target.write_bytes(b"mine")
    with pytest.raises(ExportRefused, match="exists already"):
        export_trace(home, write_run(home), target)
    with pytest.raises(TraceNotFound):
        export_trace(home, new_run_id(), tmp_path / "other.zip")
    assert target.read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["export.zip", "home"]


@pytest.mark.parametrize("name", ["a.tar", "a.tar.bz2", "a.TAR.GZ", "a.7z"])
def test_a_kind_of_archive_that_can_not_be_made_is_refused(
    home: Home, tmp_path: Path, name: str
) -> None:
    with pytest.raises(ExportRefused, match=r"\.tar\.gz, \.tgz or \.zip"):
        export_trace(home, write_run(home), tmp_path / name)
    assert not (tmp_path / name).exists()


def test_an_export_that_can_not_be_written_names_the_place_that_was_given(
    home: Home, tmp_path: Path
) -> None:
    run = write_run(home)
    for folder in (tmp_path / "none", home.trace(run)):
        with pytest.raises(ExportRefused, match=f"^{folder} is not a folder"):
            export_trace(home, run, folder / "export.zip")
    with pytest.raises(ExportRefused, match=r"could not be written \(.*\); choose another"):
        export_trace(home, run, tmp_path / ("x" * 300))
