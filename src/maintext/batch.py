"""Many pages: `extract_many`, and the ordered, bounded work behind it.

Pages come out in the order in which they went in. No more of them are held than the workers are busy with and a few that wait,
however many there are. A page that cannot be read is an outcome like any other; wrong options are an error at once.

Workers are threads where the compiled kernel does the work, since it lets other threads run meanwhile, and processes otherwise.
The caller's own thread is one of them: a thread that only hands out pages would wake up for each of them and take Python's lock
from those that work.
"""

import multiprocessing
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from inspect import signature
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from maintext.errors import BadInput, BadParameter, in_words
from maintext.extraction import COMPILED, DEFAULT_METHOD, Request
from maintext.kernel import compiled
from maintext.methods.protocol import Method
from maintext.render import RenderOptions, find_format

# Pages in hand for each worker. Results come in order, and one page may take as long as ten others: with fewer, the others would
# have to wait for it.
_AHEAD = 8
_ABOUT_PAGES = frozenset(signature(Request.of).parameters) - {"method"}
_RENDERING = ("include_links", "include_images", "include_tables", "front_matter")

# Spawned, not forked: a worker inherits no threads and no locks.
_PROCESSES = multiprocessing.get_context("spawn")

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one page."""

    content: str = ""  # as `extract` gives it; empty where it failed
    error: str | None = None  # why it failed, in words
    warnings: tuple[str, ...] = ()  # what was done so that the page could be read, and where its content was found


def extract_many(
    pages: "Iterable[str | bytes | object]",
    *,
    workers: int = 1,
    method: str | Method = DEFAULT_METHOD,
    format: str = "text",
    **options: Any,
) -> Iterator[Outcome]:
    """The main content of many pages, one `Outcome` for each, in their order.

    `pages` is anything that can be iterated over, a generator too: pages are taken as they are needed, and only a few for each
    worker are held at a time. Options are those of `extract`, the same for all pages. With one worker everything happens here,
    page by page, as the outcomes are asked for. With several, they are threads where the compiled kernel does the work, this one
    among them, and processes otherwise; a program that is to use processes must start them below `if __name__ == "__main__":`.

    A page that cannot be extracted gives an outcome with an `error`, and the others go on. What `pages` itself raises comes after
    the outcomes of the pages before it. Raises `UnknownName` or `BadParameter` for wrong options, before any page is taken, and
    `BadInput` for a single page.
    """
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise BadParameter(f"workers is a whole number from 1, not {workers!r}")
    if isinstance(pages, (str, bytes)):
        raise BadInput("give a list of pages, not one page")
    rendering = RenderOptions.of(**{name: options.pop(name) for name in _RENDERING if name in options})
    find_format(format)
    unknown = options.keys() - _ABOUT_PAGES
    if unknown:
        raise BadParameter(f"no option {', '.join(sorted(unknown))}: there are {', '.join(sorted((*_ABOUT_PAGES, *_RENDERING)))}")
    asked = Request.of(method, **options)
    asked.extraction("")  # a model that cannot be read is noticed now
    work = partial(_extracted, asked=asked, format=format, rendering=rendering)
    threads = uses_threads(asked.method, format)
    if workers > 1 and not threads:
        _check_that_it_travels(work)
    return in_order(work, map(_portable, pages), workers=workers, threads=threads, lost=lost)


def uses_threads(method: Method, format: str) -> bool:
    """Whether threads do: almost all of the work is the kernel's."""
    return compiled() is not None and isinstance(method, COMPILED) and format == "text"


def _extracted(html: object, *, asked: Request, format: str, rendering: RenderOptions) -> Outcome:
    try:
        content, warnings = asked.rendered(html, format, rendering)
        return Outcome(content, None, warnings)
    except Exception as error:  # whatever it is, it is about this page
        return Outcome(error=in_words(error))


def lost() -> Outcome:
    """The outcome of a page that took its worker with it."""
    return Outcome(error="the process that worked on this page ended")


def _portable(page: object) -> object:
    return bytes(page) if isinstance(page, (bytearray, memoryview)) else page


def _check_that_it_travels(work: object) -> None:
    try:
        pickle.dumps(work)
    except Exception as error:  # a class of its own may raise whatever it likes
        raise BadParameter(f"worker processes cannot be sent this method and its options: {in_words(error)}") from error


# -- ordered work ------------------------------------------------------------------------------------------------------------


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], *, workers: int, threads: bool, lost: Callable[[], Result]
) -> Iterator[Result]:
    """What `work` makes of each item, in their order. `lost` is the result of an item that ended the process it was in."""
    if workers == 1:
        return (work(item) for item in items)
    return _spread(partial(_Threads, work, workers) if threads else partial(_Processes, work, workers, lost), items)


def _spread(start: "Callable[[], _Threads[Item, Result] | _Processes[Item, Result]]", items: Iterable[Item]) -> Iterator[Result]:
    """Nothing is started before the first result is asked for: whoever asks for none need not stop anything."""
    pool = start()
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    coming, failure = iter(items), None
    try:
        while True:
            try:
                item = next(coming)
            except StopIteration:
                break
            except Exception as error:  # the caller's own, which waits for its turn
                failure = error
                break
            waiting.append((item, pool.submit(item)))
            if len(waiting) >= pool.size * _AHEAD:
                yield pool.result(*waiting.popleft())
        while waiting:
            yield pool.result(*waiting.popleft())
        if failure is not None:
            raise failure
    finally:
        pool.stop()


class _Threads(Generic[Item, Result]):
    """The caller's thread and others beside it. Whoever has nothing to do takes the next item."""

    def __init__(self, work: Callable[[Item], Result], size: int) -> None:
        self.size = size
        self._work = work
        self._items: SimpleQueue[tuple[Item, Future[Result]] | None] = SimpleQueue()
        self._others: list[threading.Thread] = []

    def _go_on(self) -> None:
        while (given := self._items.get()) is not None:
            self._do(*given)

    def _do(self, item: Item, future: "Future[Result]") -> None:
        try:
            future.set_result(self._work(item))
        except BaseException as error:
            future.set_exception(error)
            if not isinstance(error, Exception):  # an interrupt is for whoever it reaches, not for the item
                raise

    def submit(self, item: Item) -> "Future[Result]":
        future: Future[Result] = Future()
        self._items.put((item, future))
        if len(self._others) < self.size - 1:
            # Each is to end with the program, even if nobody asks for the last results.
            thread = threading.Thread(target=self._go_on, daemon=True)
            thread.start()
            self._others.append(thread)
        return future

    def result(self, item: Item, future: "Future[Result]") -> Result:
        while not future.done() and (given := self._next()) is not None:
            self._do(*given)
        return future.result()

    def _next(self) -> "tuple[Item, Future[Result]] | None":
        try:
            return self._items.get_nowait()
        except Empty:
            return None

    def stop(self) -> None:
        if sys.is_finalizing():  # the others have stopped for good, and would never answer
            return
        while self._next() is not None:
            pass
        for _ in self._others:
            self._items.put(None)
        for thread in self._others:
            thread.join()


class _Processes(Generic[Item, Result]):
    """Processes that are replaced when one of them is lost. What they worked on is tried again alone, so that only the item at
    fault has no result."""

    def __init__(self, work: Callable[[Item], Result], size: int, lost: Callable[[], Result]) -> None:
        self.size = size
        self._work = work
        self._lost = lost
        self._executor = self._started(size)

    def _started(self, size: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(size, mp_context=_PROCESSES, initializer=_begin, initargs=(self._work,))

    def submit(self, item: Item) -> "Future[Result]":
        if not isinstance(item, (str, bytes)) and not _travels(item):
            return _done(self._work(item))  # a parsed tree, say
        try:
            return self._executor.submit(_work_on, item)
        except BrokenExecutor:
            self._executor = self._started(self.size)
            return self._executor.submit(_work_on, item)

    def result(self, item: Item, future: "Future[Result]") -> Result:
        try:
            return future.result()
        except BrokenExecutor:
            return self._alone(item)

    def _alone(self, item: Item) -> Result:
        with self._started(1) as executor:
            try:
                return executor.submit(_work_on, item).result()
            except BrokenExecutor:
                return self._lost()

    def stop(self) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)


def _done(result: Result) -> "Future[Result]":
    future: Future[Result] = Future()
    future.set_result(result)
    return future


def _travels(item: object) -> bool:
    try:
        pickle.dumps(item)
    except Exception:  # an object of another library may raise whatever it likes
        return False
    return True


# -- in a worker process -----------------------------------------------------------------------------------------------------

_work_here: Callable[[Any], Any] | None = None


def _begin(work: Callable[[Any], Any]) -> None:
    global _work_here
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent ends the workers
    _work_here = work


def _work_on(item: Any) -> Any:
    assert _work_here is not None
    return _work_here(item)
