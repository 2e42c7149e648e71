"""Fitting: a few large nets learn from the labels, then a small one learns from them and from the labels.

The loss of a page is three times (1 - soft F1 over words) plus the cross-entropy of its blocks, weighted by words; a little is
added for the kinds of blocks and the type of the page. Features are left out at random, those that rest on keywords in class
names all at once on some pages, so that the net does not lean on them. An epoch shows every page once more in another form: as it
used to be written (`training.ageing`), to the same end, or with parts taken out and put in (`training.grafting`), so that the net
does not know the page by heart.

The convention is -1 for news (running text alone), +1 for articles whose gold has tables and lists as well, and a random one for
all other pages, whose golds follow neither: what it teaches on articles carries over to them. A convention for each corpus
instead would teach the net to tell corpora apart.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from maintext.labels import PAGE_TYPES
from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.grid import CLIP, INPUT_STEP, SingleArray, on_grid, rounded
from maintext.page import FloatArray
from training.dataset import Example
from training.labels import UNKNOWN
from training.network import Batch, Net, batch_of, page_sums
from training.recipe import (
    MAX_BLOCKS,
    REPEATS,
    REWRITTEN,
    SMALL_CORPUS,
    STUDENT,
    TEACHER,
    TEACHERS,
    Settings,
)

CONVENTIONS = (-1.0, 0.0, 1.0)
RUNNING_TEXT = frozenset({"news-dev"})  # corpora whose gold is that alone: 3 % of the words in tables, 10 % of those in lists
ALL_OF_IT = frozenset({"wcxb-dev"})  # corpora whose gold has more on articles: 72 % and 47 %
_BATCH = 16
_WEAK = 0.15  # weight of a block that is known by a snippet alone


@dataclass(frozen=True, eq=False)
class Scaling:
    mean: FloatArray
    scale: FloatArray

    def __call__(self, features: NDArray[np.float16]) -> SingleArray:
        scaled = np.clip((features - self.mean) / self.scale, -CLIP, CLIP).astype(np.float32)
        return rounded(scaled, INPUT_STEP)


def fit_model(examples: Sequence[Example], seed: int, without: frozenset[str] = frozenset()) -> dict[str, SingleArray]:
    """The weights of the small net, taught by the large ones. `without` names features to do without."""
    torch.set_num_threads(1)  # so that sums come out the same on every machine with the same instructions
    usable = [each for each in examples if len(each) <= MAX_BLOCKS]
    scaling = scaling_of(usable, without)
    teachers = [fit_net(usable, scaling, TEACHER, seed + number) for number in range(TEACHERS)]
    student = fit_net(usable, scaling, STUDENT, seed + TEACHERS, _mean_answers(teachers, scaling, usable))
    return on_grid({"mean": scaling.mean, "scale": scaling.scale, **student.weights()})


def scaling_of(examples: Sequence[Example], without: frozenset[str] = frozenset()) -> Scaling:
    """Every page counts the same, and only as it is. A feature to do without is scaled to nothing."""
    columns = [each.features.astype(np.float64) for each in examples if not each.is_rewritten]
    means = np.array([each.mean(axis=0) for each in columns])
    squares = np.array([(each**2).mean(axis=0) for each in columns])
    mean = means.mean(axis=0)
    scale = np.sqrt(np.maximum(squares.mean(axis=0) - mean**2, 0)) + 0.01
    scale[[FEATURES.index(name) for name in without]] = 1e9
    return Scaling(mean, scale)


def fit_net(
    examples: Sequence[Example],
    scaling: Scaling,
    settings: Settings,
    seed: int,
    taught: Sequence[FloatArray] | None = None,
) -> Net:
    """`taught` holds, for each page, what the teachers say under each of CONVENTIONS."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    net = Net(len(FEATURES), settings.channels, settings.hidden, settings.dropout)
    optimiser = torch.optim.AdamW(net.parameters(), lr=settings.rate, weight_decay=settings.weight_decay)
    batches = list(_batches(examples, settings.epochs, random))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=len(batches), pct_start=0.15)
    net.train()
    for chosen in batches:
        pages = [examples[number] for number in chosen]
        conventions = [_convention(page, random) for page in pages]
        batch = batch_of(
            [scaling(page.features) * _kept_features(settings, random) for page in pages], [page.groups for page in pages]
        )
        answers = None if taught is None else [taught[number] for number in chosen]
        loss = _loss(net, batch, pages, conventions, answers)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        schedule.step()
    net.eval()
    return net


def _batches(examples: Sequence[Example], epochs: int, random: np.random.Generator) -> Iterator[list[int]]:
    pool, rewritten = _pool(examples), _rewritten(examples)
    for _ in range(epochs):
        again = random.choice(pool, round(REWRITTEN * len(pool)), replace=False).tolist()
        others = [int(random.choice(rewritten[number])) for number in again if number in rewritten]
        order = random.permutation(pool + others).tolist()
        yield from (order[first : first + _BATCH] for first in range(0, len(order), _BATCH))


def _pool(examples: Sequence[Example]) -> list[int]:
    """Numbers of the pages of an epoch, as they are. Pages of small corpora with gold come more often."""
    pages = {number: each for number, each in enumerate(examples) if not each.is_rewritten}
    sizes = Counter(page.corpus for page in pages.values())
    often = {number: page.has_gold and sizes[page.corpus] < SMALL_CORPUS for number, page in pages.items()}
    return [number for number in pages for _ in range(REPEATS if often[number] else 1)]


def _rewritten(examples: Sequence[Example]) -> dict[int, list[int]]:
    """For the number of a page those of its rewritten forms."""
    page = {(each.corpus, each.id): number for number, each in enumerate(examples) if not each.is_rewritten}
    forms: dict[int, list[int]] = {}
    for number, each in enumerate(examples):
        if each.is_rewritten and (each.corpus, each.id) in page:
            forms.setdefault(page[each.corpus, each.id], []).append(number)
    return forms


_IS_KEYWORD = np.array([name.endswith(" word") for name in FEATURES])


def _kept_features(settings: Settings, random: np.random.Generator) -> FloatArray:
    kept = random.random(len(FEATURES)) >= settings.feature_dropout
    if random.random() < settings.keyword_dropout:
        kept &= ~_IS_KEYWORD
    return kept.astype(np.float64)


def own_convention(page: Example) -> float | None:
    """The convention of the page's gold; None where that follows neither."""
    if page.corpus in RUNNING_TEXT:
        return -1.0
    return 1.0 if page.corpus in ALL_OF_IT and page.page_type == "article" else None


def _convention(page: Example, random: np.random.Generator) -> float:
    own = own_convention(page)
    if random.random() < 0.25:
        return 0.0  # so that the middle is learned too
    return own if own is not None else float(random.choice(CONVENTIONS))


def _loss(
    net: Net, batch: Batch, pages: Sequence[Example], conventions: Sequence[float], answers: Sequence[FloatArray] | None
) -> Tensor:
    main, kind, page_type = net(batch, torch.tensor(conventions))
    target = _rows(
        [_target(page, convention, taught) for page, convention, taught in _aligned(pages, conventions, answers)], batch
    )
    words = _rows([page.words for page in pages], batch)
    by_snippets = torch.tensor([float(not page.has_gold and answers is None) for page in pages])
    probability = torch.sigmoid(main)
    wanted, found = page_sums(target * words, batch), page_sums(probability * words * batch.real, batch)
    f1 = (2 * page_sums(probability * target * words, batch) + 1) / (found + wanted + 1)
    weight = words / (wanted + 0.5 * page_sums(words, batch) + 20)[batch.page] * (1 - by_snippets)[batch.page]
    weight = weight + _WEAK * _rows([page.known.astype(np.float64) for page in pages], batch) * by_snippets[batch.page]
    entropy = page_sums(functional.binary_cross_entropy_with_logits(main, target, reduction="none") * weight, batch)
    of_labels = 3 * (1 - f1) * (1 - by_snippets) + (1 if answers is None else 2) * entropy
    return (of_labels + 0.3 * _kind_loss(kind, pages, words, batch) + 0.1 * _type_loss(page_type, pages)).mean()


def _aligned(
    pages: Sequence[Example], conventions: Sequence[float], answers: Sequence[FloatArray] | None
) -> Iterator[tuple[Example, float, FloatArray | None]]:
    yield from zip(pages, conventions, answers if answers is not None else [None] * len(pages), strict=True)


def _target(page: Example, convention: float, taught: FloatArray | None) -> FloatArray:
    """The labels; with teachers half labels, half their word, or their word alone where the labels follow another convention or
    nothing is known."""
    if taught is None:
        return page.content
    answer = taught[CONVENTIONS.index(convention)]
    if not page.has_gold:
        return np.where(page.known, page.content, answer)
    own = own_convention(page)
    return answer if own is not None and own != convention else (page.content + answer) / 2


def _rows(columns: Sequence[FloatArray], batch: Batch) -> Tensor:
    """The columns of the pages as one of the batch, 0 in its empty rows."""
    rows = torch.zeros(len(batch.real))
    rows[batch.real > 0] = torch.from_numpy(np.concatenate(columns).astype(np.float32))
    return rows


def _kind_loss(kind: Tensor, pages: Sequence[Example], words: Tensor, batch: Batch) -> Tensor:
    wanted = _rows([page.kind.astype(np.float64) for page in pages], batch).long()
    weight = torch.sqrt(words + 1) * (wanted != UNKNOWN) * batch.real
    entropy = functional.cross_entropy(kind, wanted.clamp(min=0), reduction="none")
    return page_sums(entropy * weight, batch) / (page_sums(weight, batch) + 5)


def _type_loss(page_type: Tensor, pages: Sequence[Example]) -> Tensor:
    numbers = {name: number for number, name in enumerate(PAGE_TYPES)}
    wanted = torch.tensor([numbers.get(page.page_type or "", UNKNOWN) for page in pages])
    return functional.cross_entropy(page_type, wanted.clamp(min=0), reduction="none") * (wanted != UNKNOWN)


def _mean_answers(teachers: Sequence[Net], scaling: Scaling, pages: Sequence[Example]) -> list[FloatArray]:
    """What the teachers say of each page, one row for each of CONVENTIONS."""
    found: list[FloatArray] = []
    for first in range(0, len(pages), _BATCH):
        some = pages[first : first + _BATCH]
        batch = batch_of([scaling(page.features) for page in some], [page.groups for page in some])
        answers = torch.stack([_mean_answer(teachers, batch, convention) for convention in CONVENTIONS])[:, batch.real > 0]
        stops = np.cumsum([len(page) for page in some])
        found += np.split(answers.numpy().astype(np.float64), stops[:-1], axis=1)
    return found


def _mean_answer(teachers: Sequence[Net], batch: Batch, convention: float) -> Tensor:
    with torch.no_grad():
        answers = [torch.sigmoid(net(batch, torch.full((batch.pages,), convention))[0]) for net in teachers]
    return torch.stack(answers).mean(dim=0)
