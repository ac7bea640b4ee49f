"""What the engine and the service refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class ArenaError(Exception):
    """A refusal with its reason.

    Attributes:
        code: kind of refusal, such as ``REQUEST_VALIDATION_FAILED``.
        field_errors: the wrong fields, each with ``path``, ``code`` and ``message``.
    """

    def __init__(
        self, code: str, detail: str, field_errors: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        lines = [f"{code}: {detail}"]
        lines += [f"  {field['path']} {field['message']}" for field in field_errors]
        super().__init__("\n".join(lines))
        self.code = code
        self.detail = detail
        self.field_errors = list(field_errors)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the arguments, so that a process pool can pass a refusal on."""
        return type(self), (self.code, self.detail, self.field_errors)

    @classmethod
    def of(cls, problem: Mapping[str, Any]) -> ArenaError:
        """Return the error of an answer."""
        return cls(problem["code"], problem["detail"], problem.get("fieldErrors") or ())


def wrong_field(action: str, path: str, code: str, message: str) -> ArenaError:
    """Return the error of one wrong field, as the engine words it."""
    detail = f"{action}: 1 field is wrong, see fieldErrors"
    field = {"code": code, "message": message, "path": path}
    return ArenaError("REQUEST_VALIDATION_FAILED", detail, [field])
