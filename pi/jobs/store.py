"""Jobs on the disk: one file each, replaced whole, readable by every server of a home."""

import hashlib
import os
import secrets
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from contract import ResearchRequest, ResearchResult
from pi.jobs.errors import JobRefused, NoSuchJob
from pi.jobs.owners import Owners, in_turn
from pi.jobs.record import JobRecord, JobState, is_job_id, new_job_id
from pi.recording import result_bytes
from traces.clock import Clock, timestamp
from traces.errors import ContentMissing
from traces.filesystem import (
    FOLDER_MODE,
    FileSystem,
    RealFileSystem,
    refused,
    try_quietly,
    write_all,
)
from traces.home import Home
from traces.safe_read import read_regular
from traces.store import LEFTOVER_SECONDS, ContentStore

MOST_KEPT: Final = 100
KEPT_FOR: Final = timedelta(days=7)
_RECORD_MAX_BYTES: Final = 16 * 1024 * 1024


class JobStore:
    """The jobs of a home. All methods block; those that write raise TraceWriteError when the disk
    refuses. Any number of servers may share a home."""

    def __init__(
        self,
        home: Home,
        clock: Clock,
        filesystem: FileSystem | None = None,
        *,
        most_kept: int = MOST_KEPT,
    ) -> None:
        self._home = home
        self._most_kept = most_kept
        self._folder = home.jobs
        self._clock = clock
        self._filesystem = filesystem or RealFileSystem()
        self._results = ContentStore(home.cas, self._filesystem)
        self._owners = Owners(self._folder / "servers", self._filesystem)
        self._server: str | None = None

    def add(self, request: ResearchRequest, key: str | None) -> tuple[JobRecord, bool]:
        """A new job, and True; or the one that was handed in with this key before, and False. A
        job that came to no answer is not held against its key. Raises JobRefused when the key
        was used for another question."""
        self._ensure()
        digest = hashlib.sha256(key.encode()).hexdigest() if key is not None else None
        with in_turn(self._folder / "lock", self._filesystem):
            server = self._claimed()
            known = list(self._all())
            for record in known:
                if digest is not None and record.key == digest and _holds(record):
                    return _the_same(record, request), False
            self._prune(known)
            now = timestamp(self._clock.now())
            record = JobRecord(
                id=new_job_id(),
                state=JobState.WAITING,
                request=request,
                created_at=now,
                updated_at=now,
                server=server,
                key=digest,
            )
            self.write(record)
        return record, True

    def read(self, job_id: str) -> JobRecord:
        """A job as it stands. One whose server is gone is interrupted. Raises NoSuchJob."""
        if not is_job_id(job_id):
            raise NoSuchJob(job_id)
        return self._settled(self._read(job_id))

    def write(self, record: JobRecord) -> None:
        """Replace a job's file, durably and whole."""
        temporary = self._folder / f".{secrets.token_hex(8)}.tmp"
        filesystem = self._filesystem
        try:
            descriptor = filesystem.create(temporary)
            try:
                write_all(filesystem, descriptor, record.model_dump_json().encode())
                filesystem.sync(descriptor)
            finally:
                filesystem.close(descriptor)
            filesystem.rename(temporary, self._path(record.id))
            filesystem.sync_folder(self._folder)
        except OSError as error:
            try_quietly(lambda: filesystem.remove(temporary))
            raise refused("The job", error) from error

    def finish(self, record: JobRecord, result: ResearchResult) -> JobRecord:
        """Store a result, and only then say that the job is done."""
        name = self._results.put(result_bytes(result))
        done = {"state": JobState.DONE, "result": name, "trace_id": result.trace_id}
        return self.change(record, **done)

    def change(self, record: JobRecord, **changes: object) -> JobRecord:
        """Write a job with other values, and return it."""
        changed = self.changed(record, **changes)
        self.write(changed)
        return changed

    def changed(self, record: JobRecord, **changes: object) -> JobRecord:
        """A job with other values, not written."""
        return record.model_copy(update={"updated_at": timestamp(self._clock.now()), **changes})

    def result(self, record: JobRecord) -> ResearchResult:
        """The result of a job that is done. Raises JobRefused when it is gone."""
        try:
            return ResearchResult.model_validate_json(self._results.get(record.result or ""))
        except (ContentMissing, ValidationError) as error:
            raise JobRefused(f"The result of {record.id} can't be read back; ask again.") from error

    def ask_to_cancel(self, record: JobRecord) -> None:
        """Leave word for the server that runs the job."""
        try:
            self._filesystem.close(self._filesystem.open_append(self._marker(record.id)))
        except OSError as error:
            raise refused("The wish to cancel", error) from error

    def is_asked_to_cancel(self, job_id: str) -> bool:
        """Whether another server left word."""
        return self._marker(job_id).exists()

    def close(self) -> None:
        """This server runs no jobs any more."""
        if self._server is not None:
            self._owners.release(self._server)
            self._server = None

    def _ensure(self) -> None:
        try:
            self._home.ensure(self._filesystem)
            for folder in (self._folder, self._folder / "servers"):
                if not folder.is_dir():
                    self._filesystem.make_folder(folder)
                    self._filesystem.sync_folder(folder.parent)
                if folder.stat().st_mode & 0o077:
                    folder.chmod(FOLDER_MODE)
        except OSError as error:
            raise refused("The jobs", error) from error

    def _claimed(self) -> str:
        """This server's own name, under which it is known to be alive."""
        if self._server is None:
            server = new_job_id()
            try:
                self._owners.claim(server)
            except OSError as error:
                raise refused("The jobs", error) from error
            self._server = server
        return self._server

    def _read(self, job_id: str) -> JobRecord:
        try:
            return JobRecord.model_validate_json(
                read_regular(self._path(job_id), _RECORD_MAX_BYTES)
            )
        except (OSError, ValidationError) as error:
            raise NoSuchJob(job_id) from error

    def _settled(self, record: JobRecord) -> JobRecord:
        if not record.state.is_open or self._owners.is_alive(record.server):
            return record
        again = self._read(record.id)  # its server may have finished it and then gone
        return self.interrupted(again) if again.state.is_open else again

    def interrupted(self, record: JobRecord) -> JobRecord:
        """A job whose server ended before it did, with the way to go on."""
        advice = (
            f"go on with `marchwarden ask --resume {record.trace_id}`"
            if record.trace_id
            else "hand it in again"
        )
        return self.changed(
            record,
            state=JobState.INTERRUPTED,
            failure=f"The server ended before the answer was there; {advice}.",
            updated_at=record.updated_at,
        )

    def _all(self) -> Iterator[JobRecord]:
        for path in sorted(self._folder.glob("*.json")):
            if is_job_id(path.stem):
                try:
                    yield self._settled(self._read(path.stem))
                except NoSuchJob:
                    continue

    def _prune(self, known: list[JobRecord]) -> None:
        """Let go of old jobs, and of what killed servers left; a refusal can wait."""
        oldest = timestamp(self._clock.now() - KEPT_FOR)
        finished = [record for record in known if not record.state.is_open]
        finished.sort(key=lambda record: record.updated_at, reverse=True)
        for position, record in enumerate(finished):
            if position >= self._most_kept - 1 or record.updated_at < oldest:
                self._remove(self._path(record.id))
                self._remove(self._marker(record.id))
        for path in self._folder.glob(".*.tmp"):
            if _age(path) > LEFTOVER_SECONDS:
                self._remove(path)
        try_quietly(self._owners.sweep)

    def _remove(self, path: Path) -> None:
        try_quietly(lambda: self._filesystem.remove(path))

    def _path(self, job_id: str) -> Path:
        return self._folder / f"{job_id}.json"

    def _marker(self, job_id: str) -> Path:
        return self._folder / f"{job_id}.cancel"


def _holds(record: JobRecord) -> bool:
    return record.state.is_open or record.state is JobState.DONE


def _the_same(record: JobRecord, request: ResearchRequest) -> JobRecord:
    if record.same_question(request):
        return record
    raise JobRefused("This key was used for another question; give each question a key of its own.")


def _age(path: Path) -> float:
    try:
        return time.time() - os.stat(path).st_mtime
    except FileNotFoundError:
        return 0.0
