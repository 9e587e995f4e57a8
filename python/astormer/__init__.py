"""Ask a database in plain language, offline.

    import astormer
    with astormer.open("bookshop.sqlite") as db:
        answer = db.ask("Which authors are Irish?")
        print(answer.sql, answer.told, answer.confidence)
        for row in answer.rows():
            print(row)

The work is done by libastormer, which is looked for in $ASTORMER_LIBRARY, beside this package, and
where the system keeps its libraries.
"""
from __future__ import annotations

from typing import Any, Callable, Optional, Sequence

from ._library import AstormerError, Status, version
from ._objects import Answer, Database, Model, Query, Result, Value

__all__ = ["Answer", "AstormerError", "Database", "Model", "Query", "Result", "Status", "Value", "open", "version"]


def open(database: str, model: "Optional[str | Model]" = None, *, tables: Optional[Sequence[str]] = None,
         deny: Sequence[str] = (), cache_dir: Optional[str] = None, corrections: Optional[str] = None,
         progress: Optional[Callable[[int, int], Any]] = None) -> Database:
    """Opens a SQLite file or a postgresql:// address for questions.

    model: a model file, or a Model to be shared by several databases; None: the one that came with the
    program. tables, deny: what may be seen. cache_dir, corrections: "" for none.
    """
    shared = model if isinstance(model, Model) else Model(model)
    try:
        return Database(shared, database, tables=tables, deny=deny, cache_dir=cache_dir, corrections=corrections,
                        progress=progress)
    finally:
        if shared is not model:
            shared.close()  # the database keeps what it needs
