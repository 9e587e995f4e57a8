"""The C library: where it is, its structures and functions.  Mirrors include/astormer.h."""
from __future__ import annotations

import ctypes
import ctypes.util
import enum
import os
from ctypes import CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int64, c_long, c_size_t, c_uint, c_void_p


class Status(enum.IntEnum):
    OK = 0
    USAGE = 1
    INPUT = 2
    IO = 3
    LIMIT = 4
    UNSUPPORTED = 5
    DECLINED = 6
    MEMORY = 7


class AstormerError(Exception):
    """What went wrong: `status` says of what kind, the message where and what to do about it."""

    def __init__(self, status: Status, message: str):
        super().__init__(message)
        self.status = status


class ErrorStruct(Structure):
    _fields_ = [("status", c_int), ("message", c_char * 480)]


PROGRESS = CFUNCTYPE(None, c_void_p, c_long, c_long)


class DatabaseOptions(Structure):
    _fields_ = [("size", c_size_t), ("tables", POINTER(c_char_p)), ("n_tables", c_int), ("deny", POINTER(c_char_p)),
                ("n_deny", c_int), ("cache_dir", c_char_p), ("corrections", c_char_p), ("progress", PROGRESS),
                ("progress_context", c_void_p)]


class AskOptions(Structure):
    _fields_ = [("size", c_size_t), ("history", POINTER(c_char_p)), ("n_history", c_int), ("beam", c_int),
                ("n_best", c_int), ("timeout_ms", c_int), ("no_compare", c_int), ("no_corrections", c_int),
                ("now", c_char_p)]


class RunOptions(Structure):
    _fields_ = [("size", c_size_t), ("max_rows", c_long), ("max_bytes", c_long), ("timeout_ms", c_int)]


class Cell(Structure):
    _fields_ = [("kind", c_int), ("integer", c_int64), ("real", c_double), ("bytes", c_void_p), ("n", c_size_t)]


# name: result, arguments
_FUNCTIONS = {
    "version": (c_char_p, []),
    "free": (None, [c_void_p]),
    "model_open": (c_int, [c_char_p, POINTER(c_void_p), POINTER(ErrorStruct)]),
    "model_close": (None, [c_void_p]),
    "model_path": (c_char_p, [c_void_p]),
    "model_about": (c_char_p, [c_void_p]),
    "database_open": (c_int, [c_void_p, c_char_p, POINTER(DatabaseOptions), POINTER(c_void_p), POINTER(ErrorStruct)]),
    "database_close": (None, [c_void_p]),
    "database_schema_json": (c_void_p, [c_void_p]),
    "session_open": (c_int, [c_void_p, POINTER(c_void_p), POINTER(ErrorStruct)]),
    "session_close": (None, [c_void_p]),
    "session_cancel": (None, [c_void_p]),
    "ask": (c_int, [c_void_p, c_char_p, POINTER(AskOptions), POINTER(c_void_p), POINTER(ErrorStruct)]),
    "answer_close": (None, [c_void_p]),
    "answer_json": (c_void_p, [c_void_p, c_void_p, c_uint]),
    "run": (c_int, [c_void_p, c_char_p, POINTER(RunOptions), POINTER(c_void_p), POINTER(ErrorStruct)]),
    "result_close": (None, [c_void_p]),
    "result_columns": (c_int, [c_void_p]),
    "result_name": (c_char_p, [c_void_p, c_int]),
    "result_rows": (c_long, [c_void_p]),
    "result_total": (c_long, [c_void_p]),
    "result_cell": (POINTER(Cell), [c_void_p, c_long, c_int]),
    "result_seconds": (c_double, [c_void_p]),
    "correct": (c_int, [c_void_p, c_char_p, POINTER(c_char_p), c_int, c_char_p, c_int, POINTER(ErrorStruct)]),
}


def _find() -> ctypes.CDLL:
    here = os.path.dirname(os.path.abspath(__file__))
    wanted = os.environ.get("ASTORMER_LIBRARY")
    places = [wanted] if wanted else [os.path.join(here, "libastormer.so.0"), "libastormer.so.0",
                                      ctypes.util.find_library("astormer")]
    failure = None
    for place in places:
        try:
            if place:
                return ctypes.CDLL(place)
        except OSError as error:
            failure = error
    raise ImportError("libastormer was not found: install astormer (./bootstrap, then meson install -C build, or its "
                      f".deb), or set ASTORMER_LIBRARY to the file ({failure})")


class Library:
    """The functions by their names without "astormer_"; those that can fail raise."""

    def __init__(self) -> None:
        library = _find()
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, "astormer_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def call(self, name: str, *arguments):
        error = ErrorStruct()
        status = getattr(self, name)(*arguments, ctypes.byref(error))
        if status:
            raise AstormerError(Status(status), error.message.decode("utf-8", "replace"))

    def make(self, name: str, *arguments) -> c_void_p:
        """Calls a function whose last argument but one receives a new object."""
        out = c_void_p()
        self.call(name, *arguments, ctypes.byref(out))
        return out

    def text(self, pointer) -> str:
        """A text that is ours to free."""
        try:
            return ctypes.string_at(pointer).decode("utf-8", "replace")
        finally:
            self.free(pointer)


library = Library()


def version() -> str:
    return library.version().decode()


def texts(values):
    """An array of C strings; keep it as long as it is used."""
    encoded = [value.encode() for value in values]
    return (c_char_p * len(encoded))(*encoded) if encoded else None
