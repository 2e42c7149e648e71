"""A contender: one of maintext's methods with its settings, or a peer; by the text that names it on the command line."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from importlib import metadata
from pathlib import Path

import maintext
from maintext.benchmark.peers import PEERS, Extractor, Peer
from maintext.errors import BadParameter, UnknownName
from maintext.extraction import find_method

# Packages whose release changes what maintext's methods give, or how fast.
_FOUNDATIONS = ("selectolax", "numpy")

_PACKAGE = Path(maintext.__file__).parent
_BENCHMARK = Path(__file__).parent


@dataclass(frozen=True)
class Contender:
    """What is measured. A worker process can be sent one."""

    name: str  # `cectd-ds`, `cetr lines=long`, or a peer's name
    version: str  # of maintext, or of the peer
    fingerprint: str  # what decides on the result beside the page; of a peer its own release, not those of the packages it needs
    load: Callable[[], Extractor]


def parse_contender(text: str) -> Contender:
    """The contender of that name: `METHOD`, `METHOD NAME=VALUE …`, or a peer.

    Raises `UnknownName` or `BadParameter`, and `PeerMissing` for a peer that is not installed.
    """
    name, *pairs = text.split() or [""]
    if name in PEERS:
        if pairs:
            raise BadParameter(f"the peer {name} takes no settings, not {' '.join(pairs)!r}")
        return peer_contender(PEERS[name])
    return method_contender(name, _settings(pairs))


def method_contender(name: str, settings: Mapping[str, str] | None = None) -> Contender:
    """One of maintext's methods, with other parameters where some are given. Raises `UnknownName` or `BadParameter`."""
    ordered = dict(sorted((settings or {}).items()))
    try:
        find_method(name)
    except UnknownName:
        raise UnknownName("method or peer", name, [*maintext.METHODS, *baselines(), *PEERS]) from None
    find_method(name, ordered)
    label = " ".join([name, *(f"{key}={value}" for key, value in ordered.items())])
    foundations = "".join(f" {each} {metadata.version(each)}" for each in _FOUNDATIONS)
    fingerprint = f"maintext {maintext.__version__} {_digest_of_package()}{foundations}"
    return Contender(label, maintext.__version__, fingerprint, partial(_load_method, name, ordered))


def peer_contender(peer: Peer) -> Contender:
    """Another extractor. Raises `PeerMissing`."""
    version = peer.version
    handed_over = _digest([_PACKAGE / "decode.py", _BENCHMARK / "peers.py"])
    return Contender(peer.name, version, f"{peer.distribution} {version} {handed_over}", peer.load)


def baselines() -> list[str]:
    """The names of the methods that papers compare with."""
    from maintext.methods.baselines import BASELINES

    return list(BASELINES)


def _settings(pairs: Iterable[str]) -> dict[str, str]:
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise BadParameter(f"a setting is NAME=VALUE, not {pair!r}")
        settings[name] = value
    return settings


def _load_method(name: str, settings: Mapping[str, str]) -> Extractor:
    method = find_method(name, settings)
    return lambda html, url: maintext.extract(html, method=method, url=url)


@cache
def _digest_of_package() -> str:
    """Of all files that maintext ships, so that changed code is measured anew; the benchmark's own decide on nothing."""
    return _digest(_shipped_files())


def _shipped_files() -> Iterator[Path]:
    for path in sorted(_PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and _BENCHMARK not in path.parents:
            yield path


def _digest(paths: Iterable[Path]) -> str:
    digest = blake2b(digest_size=8)
    for path in paths:
        digest.update(blake2b(path.relative_to(_PACKAGE).as_posix().encode()).digest() + blake2b(path.read_bytes()).digest())
    return digest.hexdigest()
