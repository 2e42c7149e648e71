"""The net in PyTorch: the twin of `maintext.methods.fused.network`, for pages in batches and with a gradient."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods.fused.network import DILATIONS, GROUPS, POOL_AFTER
from maintext.page import FloatArray, IntArray, RealArray

_GAP = max(DILATIONS)  # empty rows between pages, so that no convolution reaches from one into the next


@dataclass(frozen=True, eq=False)
class Batch:
    """Pages one below the other, with empty rows between them."""

    inputs: Tensor
    page: Tensor  # number of the page of each row
    pages: int
    real: Tensor  # 1 for a block, 0 for an empty row
    groups: Tensor


def batch_of(inputs: Sequence[RealArray], groups: Sequence[IntArray]) -> Batch:
    """`inputs` are the standardised features of each page."""
    width, first = inputs[0].shape[1], np.zeros((GROUPS, 1), dtype=np.int64)
    rows, real, page, numbers = [], [], [], []
    for number, (own, own_groups) in enumerate(zip(inputs, groups, strict=True)):
        rows += [own, np.zeros((_GAP, width))]
        real += [np.ones(len(own)), np.zeros(_GAP)]
        page.append(np.full(len(own) + _GAP, number))
        numbers.append(np.concatenate((own_groups, np.repeat(own_groups[:, -1:], _GAP, axis=1)), axis=1) + first)
        first = first + own_groups.max(axis=1, keepdims=True) + 1
    return Batch(
        torch.from_numpy(np.concatenate(rows).astype(np.float32)),
        torch.from_numpy(np.concatenate(page)),
        len(inputs),
        torch.from_numpy(np.concatenate(real).astype(np.float32)),
        torch.from_numpy(np.concatenate(numbers, axis=1)),
    )


class Dropout(nn.Module):
    """As PyTorch's own, which takes a fifth of the training to draw its numbers: a byte is enough to decide on each."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self._below = round(256 * share)
        self._random = np.random.default_rng(int(torch.randint(1 << 62, ())))

    def forward(self, values: Tensor) -> Tensor:
        if not self.training or not self._below:
            return values
        drawn = np.frombuffer(self._random.bytes(values.numel()), dtype=np.uint8)
        kept = (drawn >= self._below) * np.float32(256 / (256 - self._below))
        return values * torch.from_numpy(kept).view(values.shape)


class Net(nn.Module):
    def __init__(self, features: int, channels: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.input = nn.Linear(features, channels)
        self.input_convention = nn.Linear(1, channels, bias=False)
        self.convolutions = nn.ModuleList(nn.Linear(3 * channels, channels) for _ in DILATIONS)
        self.whole_page = nn.Linear(2 * channels, channels)
        self.group = nn.ModuleList(nn.Linear(channels, channels, bias=False) for _ in range(GROUPS))
        self.head = nn.Linear(channels, hidden)
        self.head_convention = nn.Linear(1, hidden, bias=False)
        self.main = nn.Linear(hidden, 1)
        self.kind = nn.Linear(hidden, len(LABELS))
        self.page_type = nn.Linear(2 * channels, len(PAGE_TYPES))
        self.dropout = Dropout(dropout)

    def forward(self, batch: Batch, convention: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of content and of the kind for each row, and of the type for each page. `convention` has one number a page."""
        real, of_row = batch.real[:, None], convention[batch.page][:, None]
        state = self.dropout(torch.relu(self.input(batch.inputs) + self.input_convention(of_row)) * real)
        for number, (convolution, dilation) in enumerate(zip(self.convolutions, DILATIONS, strict=True)):
            state = state + self.dropout(torch.relu(convolution(_with_neighbours(state, dilation))) * real)
            if number + 1 == POOL_AFTER:
                heard = self.whole_page(_pooled(state, batch))[batch.page]
                for layer, group in zip(self.group, batch.groups, strict=True):
                    heard = heard + layer(_means(state, group, batch.real))[group]
                state = state + self.dropout(torch.relu(heard)) * real
        hidden = torch.relu(self.head(state) + self.head_convention(of_row))
        return self.main(hidden)[:, 0], self.kind(hidden), self.page_type(_pooled(state, batch))

    def weights(self) -> dict[str, FloatArray]:
        """The arrays that `maintext.methods.fused.network` reads."""
        arrays = {
            "input": self.input.weight.T,
            "input_bias": self.input.bias,
            "input_convention": self.input_convention.weight[:, 0],
            "page": self.whole_page.weight.T,
            "page_bias": self.whole_page.bias,
            "head": self.head.weight.T,
            "head_bias": self.head.bias,
            "head_convention": self.head_convention.weight[:, 0],
            "main": self.main.weight.T,
            "main_bias": self.main.bias,
            "kind": self.kind.weight.T,
            "kind_bias": self.kind.bias,
            "type": self.page_type.weight.T,
            "type_bias": self.page_type.bias,
        }
        for number, (convolution, layer) in enumerate(zip(self.convolutions, [*self.group, None], strict=False)):
            arrays[f"convolution_{number}"] = convolution.weight.T.reshape(3, -1, len(convolution.bias))
            arrays[f"convolution_{number}_bias"] = convolution.bias
            if layer is not None:
                arrays[f"group_{number}"] = layer.weight.T
        return {name: array.detach().numpy().astype(np.float64) for name, array in arrays.items()}


def _with_neighbours(state: Tensor, distance: int) -> Tensor:
    """Beside each row the one so far before it and the one so far after it: a convolution as one product of matrices. With
    PyTorch's own, training takes half as long again. A batch has more rows than that, since pages are further apart."""
    nothing = state.new_zeros(distance, state.shape[1])
    before, after = torch.cat((nothing, state[:-distance])), torch.cat((state[distance:], nothing))
    return torch.cat((before, state, after), dim=1)


def page_sums(values: Tensor, batch: Batch) -> Tensor:
    return torch.zeros(batch.pages, *values.shape[1:]).index_add(0, batch.page, values)


def _pooled(state: Tensor, batch: Batch) -> Tensor:
    mean = page_sums(state, batch) / page_sums(batch.real, batch)[:, None]
    index = batch.page[:, None].expand_as(state)
    largest = torch.zeros(batch.pages, state.shape[1]).scatter_reduce(0, index, state, "amax")
    return torch.cat((mean, largest), dim=1)


def _means(state: Tensor, group: Tensor, real: Tensor) -> Tensor:
    count = int(group.max()) + 1
    size = torch.zeros(count).index_add(0, group, real).clamp(min=1)
    return torch.zeros(count, state.shape[1]).index_add(0, group, state) / size[:, None]
