"""`maintext bench hash`: one number for everything that a method makes of a corpus, to show that a change changed nothing.

With `--write` the hash of each page is kept, and with `--compare` the pages are named whose content is another now.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

from maintext.batch import extract_many
from maintext.benchmark.corpora import Corpus, spread
from maintext.benchmark.options import add_corpus_choice, chosen_corpora, count, write_file
from maintext.errors import BadInput
from maintext.extraction import DEFAULT_METHOD

DONE, DIFFERENT = 0, 1
Hashes = dict[str, str]  # a page's id to the hash of its content

_SHOWN = 10  # pages that are named


def page_hashes(corpus: Corpus, *, method: str, format: str, limit: int | None = None, workers: int = 1) -> Hashes:
    """What became of each page: the hash of its content, or of why there is none."""
    samples = spread(list(corpus.read()), limit)
    outcomes = extract_many((sample.html for sample in samples), workers=workers, method=method, format=format)
    made = ((sample.id, outcome) for sample, outcome in zip(samples, outcomes, strict=True))
    return {id: _hash([f"{outcome.error}\0{outcome.content}"]) for id, outcome in made}


def corpus_hash(hashes: Hashes) -> str:
    """One for all pages, in their order."""
    return _hash(f"{id}\0{hash}\0" for id, hash in hashes.items())


def _hash(parts: Iterable[str]) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def different(before: Hashes, now: Hashes) -> list[str]:
    """The pages of which there is another content now, or none."""
    return [id for id in dict.fromkeys((*before, *now)) if before.get(id) != now.get(id)]


# -- the command -----------------------------------------------------------------------------------------------------------


def add_options(command: argparse.ArgumentParser) -> None:
    add_corpus_choice(command)
    command.add_argument("--method", default=DEFAULT_METHOD, metavar="NAME", help="a method by name (default: %(default)s)")
    command.add_argument("--format", default="text", metavar="NAME", help="what is written (default: %(default)s)")
    command.add_argument("--workers", type=count, default=1, metavar="N", help="pages at a time (default: %(default)s)")
    command.add_argument("--write", type=Path, metavar="FILE", help="keep the hash of each page in this file")
    command.add_argument("--compare", type=Path, metavar="FILE", help="name the pages whose hash is not that of this file")


def run(options: argparse.Namespace) -> int:
    before = _read(options.compare) if options.compare is not None else {}
    found: dict[str, Hashes] = {}
    for corpus in chosen_corpora(options):
        hashes = found[corpus.name] = page_hashes(
            corpus, method=options.method, format=options.format, limit=options.limit, workers=options.workers
        )
        print(f"{corpus_hash(hashes)}  {corpus.name}, {len(hashes)} pages, {options.method}, {options.format}", flush=True)
    if options.write is not None:
        write_file(options.write, json.dumps(found, indent=0) + "\n")
    changed = [line for name, hashes in found.items() for line in _told(name, before.get(name, {}), hashes)]
    if options.compare is not None:
        print("\n".join(changed or ["nothing has changed"]))
    return DIFFERENT if options.compare is not None and changed else DONE


def _told(name: str, before: Hashes, now: Hashes) -> Iterator[str]:
    pages = different(before, now)
    if pages:
        more = f" and {len(pages) - _SHOWN} more" if len(pages) > _SHOWN else ""
        yield f"{name}: {len(pages)} pages differ: {', '.join(pages[:_SHOWN])}{more}"


def _read(path: Path) -> dict[str, Hashes]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read hashes from {path}: write them with 'maintext bench hash --write {path}'") from error
    if not isinstance(found, dict) or not all(isinstance(hashes, dict) for hashes in found.values()):
        raise BadInput(f"{path} holds no hashes: write them with 'maintext bench hash --write {path}'")
    return found
