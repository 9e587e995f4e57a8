"""Models, databases, answers and rows as Python objects."""
from __future__ import annotations

import ctypes
import decimal
import json
import threading
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from ._library import PROGRESS, AskOptions, DatabaseOptions, RunOptions, library, texts

_VERDICTS = {"good": 0, "bad": 1, "right": 2}


class _Handle:
    """Something of the library's that is closed once, by close(), `with` or the end of its life."""

    _close = ""

    def __init__(self, pointer: ctypes.c_void_p):
        self._pointer: Optional[ctypes.c_void_p] = pointer

    def close(self) -> None:
        pointer, self._pointer = getattr(self, "_pointer", None), None
        if pointer:
            getattr(library, self._close)(pointer)

    @property
    def _open(self) -> ctypes.c_void_p:
        if not self._pointer:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._pointer

    def __enter__(self):
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Model(_Handle):
    """A model file; may serve several databases."""

    _close = "model_close"

    def __init__(self, path: Optional[str] = None):
        super().__init__(library.make("model_open", path.encode() if path else None))

    @property
    def path(self) -> str:
        return library.model_path(self._open).decode()

    @property
    def about(self) -> Dict[str, Any]:
        return json.loads(library.model_about(self._open))


@dataclass(frozen=True)
class Value:
    """A literal of a query and where it comes from: "cell", "question" or "model"."""

    written: str
    origin: str
    asked: Optional[str] = None
    column: Optional[str] = None


@dataclass(frozen=True)
class Query:
    """One reading of a question."""

    sql: str
    told: Optional[str]
    share: float
    probability: float
    runs: bool
    returns_rows: bool
    values: List[Value] = field(default_factory=list)


class Result:
    """Rows of a query: iterate over tuples, or take them as a pandas DataFrame."""

    def __init__(self, columns: List[str], rows: List[Tuple[Any, ...]], total: Optional[int], seconds: float):
        self.columns, self.total, self.seconds = columns, total, seconds
        self._rows = rows

    def __iter__(self) -> Iterator[Tuple[Any, ...]]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index):
        return self._rows[index]

    def dataframe(self):
        """A pandas.DataFrame; pandas must be installed."""
        import pandas

        return pandas.DataFrame(self._rows, columns=self.columns)

    def __repr__(self) -> str:
        return f"<{len(self)} of {'more' if self.total is None else self.total} rows: {', '.join(self.columns)}>"


def _cell(cell) -> Any:
    if cell.kind == 0:
        return None
    if cell.kind == 1:
        return cell.integer
    if cell.kind == 2:
        return cell.real
    if cell.kind == 5:
        return bool(cell.integer)
    data = ctypes.string_at(cell.bytes, cell.n)
    if cell.kind == 6:
        return decimal.Decimal(data.decode())
    return data if cell.kind == 4 else data.decode("utf-8", "replace")


class Answer:
    """What was understood: the best query first.  `declined` says why one would rather not answer."""

    def __init__(self, database: "Database", data: Dict[str, Any]):
        self._database, self.json = database, data
        self.question: str = data["question"]
        self.declined: Optional[str] = data["declined"]
        self.confidence: float = data["confidence"]
        self.unsure: bool = data["unsure"]
        self.queries = [Query(q["sql"], q.get("told"), q["share"], q["probability"], q["runs"], q["returns_rows"],
                              [Value(v["written"], v["from"], v.get("asked"), v.get("column")) for v in q["values"]])
                        for q in data["queries"]]

    @property
    def sql(self) -> Optional[str]:
        return self.queries[0].sql if self.queries else None

    @property
    def told(self) -> Optional[str]:
        return self.queries[0].told if self.queries else None

    def rows(self, query: int = 0, **options: Any) -> Result:
        """Runs one of the queries; options as of Database.run."""
        return self._database.run(self.queries[query].sql, **options)

    def __repr__(self) -> str:
        return f"<{self.sql!r}, confidence {self.confidence:.2f}>"


class Database(_Handle):
    """A database to ask.  Safe for several threads: each has a session of its own."""

    _close = "database_close"

    def __init__(self, model: Model, where: str, *, tables: Optional[Sequence[str]] = None, deny: Sequence[str] = (),
                 cache_dir: Optional[str] = None, corrections: Optional[str] = None,
                 progress: Optional[Callable[[int, int], Any]] = None):
        seen, hidden = texts(tables or ()), texts(deny)
        report = PROGRESS(lambda _, done, total: progress(done, total)) if progress else PROGRESS()
        options = DatabaseOptions(size=ctypes.sizeof(DatabaseOptions), tables=seen, n_tables=len(tables or ()),
                                  deny=hidden, n_deny=len(deny), progress=report,
                                  cache_dir=None if cache_dir is None else cache_dir.encode(),
                                  corrections=None if corrections is None else corrections.encode())
        super().__init__(library.make("database_open", model._open, where.encode(), ctypes.byref(options)))
        self._threads = threading.local()
        self._sessions: List[_Session] = []
        self._lock = threading.Lock()

    def close(self) -> None:
        for session in getattr(self, "_sessions", []):
            session.close()
        super().close()

    @property
    def _session(self) -> ctypes.c_void_p:
        session = getattr(self._threads, "session", None)
        if session is None or not session._pointer:
            session = self._threads.session = _Session(library.make("session_open", self._open))
            with self._lock:
                self._sessions.append(session)
        return session._open

    @property
    def schema(self) -> Dict[str, Any]:
        return json.loads(library.text(library.database_schema_json(self._open)))

    def ask(self, question: str, *, history: Sequence[str] = (), beam: int = 0, n_best: int = 0, timeout: float = 0,
            today: Optional[str] = None) -> Answer:
        """Finds queries.  history: earlier questions of the conversation, oldest first; today: "YYYY-MM-DD"."""
        earlier = texts(history)
        options = AskOptions(size=ctypes.sizeof(AskOptions), history=earlier, n_history=len(history), beam=beam,
                             n_best=n_best, timeout_ms=int(timeout * 1000), now=today.encode() if today else None)
        answer = library.make("ask", self._session, question.encode(), ctypes.byref(options))
        try:
            return Answer(self, json.loads(library.text(library.answer_json(answer, None, 0))))
        finally:
            library.answer_close(answer)

    def run(self, sql: str, *, max_rows: int = 0, timeout: float = 0) -> Result:
        """Runs one statement that only reads; rows beyond max_rows (1000) are counted."""
        options = RunOptions(size=ctypes.sizeof(RunOptions), max_rows=max_rows, timeout_ms=int(timeout * 1000))
        result = library.make("run", self._session, sql.encode(), ctypes.byref(options))
        try:
            width, height = library.result_columns(result), library.result_rows(result)
            names = [library.result_name(result, k).decode("utf-8", "replace") for k in range(width)]
            rows = [tuple(_cell(library.result_cell(result, i, k).contents) for k in range(width)) for i in range(height)]
            total = library.result_total(result)
            return Result(names, rows, None if total < 0 else total, library.result_seconds(result))
        finally:
            library.result_close(result)

    def correct(self, question: str, sql: str, verdict: str = "right", *, history: Sequence[str] = ()) -> None:
        """Remembers a verdict: "good", "bad", or "right" for SQL of one's own."""
        if verdict not in _VERDICTS:
            raise ValueError(f"a verdict is one of {', '.join(_VERDICTS)}")
        library.call("correct", self._session, question.encode(), texts(history), len(history), sql.encode(),
                     _VERDICTS[verdict])


class _Session(_Handle):
    _close = "session_close"
