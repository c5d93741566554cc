"""A client that announces the tasks extension: it takes a handle for an answer, and asks until
the task is over; a call that is cancelled cancels its task."""

from collections.abc import Sequence
from typing import Any, Literal

import anyio
import mcp_types as types
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim
from mcp.shared.exceptions import MCPError

from pi.tasks_extension import IDENTIFIER, TaskCreated, TaskDetails, TaskParams


class GetTask(types.Request[TaskParams, Literal["tasks/get"]]):
    name_param = "taskId"
    method: Literal["tasks/get"] = "tasks/get"
    params: TaskParams


class CancelTask(types.Request[TaskParams, Literal["tasks/cancel"]]):
    name_param = "taskId"
    method: Literal["tasks/cancel"] = "tasks/cancel"
    params: TaskParams


class TasksClient(ClientExtension):
    """`created` are the handles so far, `polled` how each was found, in order."""

    identifier = IDENTIFIER

    def __init__(self) -> None:
        self.created: list[TaskCreated] = []
        self.handed_over = anyio.Event()
        self.polled: list[TaskDetails] = []

    def claims(self) -> Sequence[ResultClaim[Any]]:
        return [ResultClaim(result_type="task", model=TaskCreated, resolve=self._resolve)]

    async def _resolve(self, task: TaskCreated, context: ClaimContext) -> types.CallToolResult:
        self.created.append(task)
        self.handed_over.set()
        params = TaskParams(task_id=task.task_id)
        try:
            while True:
                found = await context.session.send_request(GetTask(params=params), TaskDetails)
                self.polled.append(found)
                if found.status != "working":
                    return _answer_of(found)
                await anyio.sleep(0.01)
        except anyio.get_cancelled_exc_class():
            with anyio.move_on_after(5, shield=True):
                cancel = CancelTask(params=params)
                await context.session.send_request(cancel, types.EmptyResult)
            raise


def _answer_of(task: TaskDetails) -> types.CallToolResult:
    if task.status == "completed":
        return types.CallToolResult.model_validate(task.result, by_name=False)
    error = task.error or {"code": -32000, "message": task.status}
    raise MCPError(error["code"], error["message"])
